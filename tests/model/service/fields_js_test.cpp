// SPDX-License-Identifier: MIT
// Generates the tables of recipes and questions in web/model/run/fields.js and compares them with the file.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "model/service/recipe.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

constexpr std::string_view kinds[] = {"text",  "whole",   "real",   "truth", "choice", "talk",
                                      "texts", "numbers", "object", "list",  "any"};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string joined(std::span<const ChoiceName> names, std::string_view between) {
    std::string text;
    for (const ChoiceName& one : names)
        text.append(text.empty() ? "" : between).append(quoted(one.name));
    return text;
}

std::string typeOf(const Field& field) {
    switch (field.kind) {
        case FieldKind::whole:
        case FieldKind::real: return "number";
        case FieldKind::truth: return "boolean";
        case FieldKind::choice: return joined(field.choices, " | ");
        case FieldKind::talk: return "true | string[]";
        case FieldKind::object:
        case FieldKind::list: {
            std::string members;
            for (const Field& one : field.fields->list)
                members.append(members.empty() ? "" : ", ")
                    .append(one.name)
                    .append(": " + typeOf(one));
            return "{" + members + "}" + (field.kind == FieldKind::list ? "[]" : "");
        }
        default: return "string";
    }
}

std::string rowOf(const RecipeField& row) {
    const Field& field = row.field;
    std::string text = "{ name: " + quoted(field.name) +
                       ", kind: " + quoted(kinds[std::to_underlying(field.kind)]);
    const bool isWhole = field.kind == FieldKind::whole;
    if (isWhole) text += ", least: " + std::to_string(std::llround(field.least));
    if (isWhole || field.most != Field{}.most)
        text += ", most: " + std::to_string(std::llround(field.most));
    if (!field.choices.empty()) text += ", choices: [" + joined(field.choices, ", ") + "]";
    if (field.fields != nullptr) text += ", fields: " + std::string(field.name);
    if (!row.help.empty()) text += ", isOption: true";
    return text + " }";
}

/// One line for each row of a table.
std::string linesOf(std::string_view head, std::span<const RecipeField> rows) {
    std::string text(head);
    text += " = /** @type {Field[]} */ ([\n";
    for (const RecipeField& row : rows) text += "  " + rowOf(row) + ",\n";
    return text + "]);\n";
}

std::string script() {
    std::string text = R"(// SPDX-License-Identifier: MIT
// @ts-check
// The fields of a recipe, and the arguments of each question about a run in their order, as in the tables of src/model/service
// (recipe.cpp, questions.cpp). tests/model/service/fields_js_test.cpp writes this file if HEADWATERS_FIELDS=write.

/** @typedef {{name: string, kind: string, least?: number, most?: number, choices?: string[], fields?: Field[], isOption?: boolean}} Field isOption: the command line has an option with this name */
/**
 * @typedef {object} Fields a recipe, as src/model/service/recipe.h describes it
)";
    std::string inner;
    for (const auto& [field, member, value, help] : recipeFields()) {
        const std::string name(field.name);
        text += " * @property {" + typeOf(field) + "} " +
                (field.isNeeded ? name : "[" + name + "]") + "\n";
        if (field.fields == nullptr) continue;
        std::vector<RecipeField> rows;
        for (const Field& one : field.fields->list) rows.push_back({one});
        inner += linesOf("const " + name, rows);
    }
    text +=
        " */\n/**\n * @typedef {object} Arguments those of each question about a run, as "
        "src/model/service/run_questions.h "
        "describes them\n";
    for (const std::string_view name : questionNames()) {
        std::string members;
        for (const Field& field : argumentsOf(name))
            members.append(members.empty() ? "" : ", ")
                .append(field.name)
                .append(field.isNeeded ? ": " : "?: ")
                .append(typeOf(field));
        text.append(" * @property {{" + members + "}} ").append(name).append("\n");
    }
    text += " */\n\n" + inner + linesOf("export const recipeFields", recipeFields());
    text += "\n/** @type {Record<string, Record<string, string>>} */\nexport const questions = {\n";
    for (const std::string_view name : questionNames()) {
        std::string list;
        for (const Field& field : argumentsOf(name))
            list.append(list.empty() ? "" : ", ")
                .append(field.name)
                .append(": ")
                .append(quoted(kinds[std::to_underlying(field.kind)]));
        text.append("  ").append(name).append(": { ").append(list).append(" },\n");
    }
    return text + "};\n";
}

}  // namespace

TEST_CASE("the page has the service's tables") {
    const std::string path = HW_TEST_DATA "/../../web/model/run/fields.js";
    const char* const wish = std::getenv("HEADWATERS_FIELDS");
    if (wish != nullptr && std::string_view(wish) == "write") std::ofstream(path) << script();
    std::ifstream file(path);
    const std::string there{std::istreambuf_iterator<char>(file), {}};
    INFO("HEADWATERS_FIELDS=write writes web/model/run/fields.js again.");
    CHECK(there == script());
}

}  // namespace hw::service
