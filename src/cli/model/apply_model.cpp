// SPDX-License-Identifier: MIT
#include "cli/model/apply_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/model_run.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "model/decoding/decode.h"
#include "model/run/target.h"
#include "model/service/run_questions.h"

namespace hw::cli {
namespace {

using service::CutKind;
using service::Rule;

/// The number for an option that is an argument of one of ask's questions.
Result<int> argumentOf(std::string_view option, std::string_view value) {
    return taken(service::argumentOf("effects", option.substr(2)), option, value);
}

}  // namespace

const service::RecipeField* recipeOption(std::string_view name) {
    for (const service::RecipeField& row : service::recipeFields())
        if (!row.help.empty() && name.starts_with("--") && name.substr(2) == row.field.name)
            return &row;
    return nullptr;
}

Result<int> taken(const service::Field& field, std::string_view option, std::string_view value) {
    const bool isChoice = field.kind == service::FieldKind::choice;
    const auto number = isChoice ? placeOf(field.choices, value) : wholeNumber(value).value_or(-1);
    if (number < field.least || number > field.most)
        return badValue(option, value, service::remedyFor(field));
    return number;
}

Result<void> applyBy(GroupOptions& options, std::string_view name, std::string_view value) {
    if (value != "words" && value != "tokens") return badValue(name, value, "Use words or tokens.");
    options.byWords = value == "words";
    return {};
}

Result<void> applyQuestion(InputOptions& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    if (name == "--as") {
        constexpr auto numbers =
            choiceNames<model::TargetKind>().first(std::to_underlying(model::TargetKind::cosine));
        const int kind = placeOf(numbers, value);
        if (kind < 0) return badValue(name, value, "Use one of: " + listOf(numbers) + ".");
        own.as = static_cast<model::TargetKind>(kind);
        return {};
    }
    if (name == "--scores") {
        addNames(own.scores, value);
        return {};
    }
    if (name == "--test-words") {
        for (const std::string_view piece : pieces(value, ',')) {
            constexpr std::array<std::string_view, 4> ways{"hide", "mask", "delete", "replace"};
            if (std::ranges::find(ways, piece) == ways.end() && !piece.starts_with("replace:"))
                return badValue(name, value,
                                "Use some of: hide, mask, delete, replace, replace:TOKEN.");
            own.testWords.emplace_back(piece);
        }
        return {};
    }
    const auto number = argumentOf(name, value);
    if (!number) return std::unexpected(number.error());
    if (name == "--rule") {
        own.recipe.rule = static_cast<Rule>(*number);
        own.isRuleGiven = true;
    } else {
        own.steps = *number;
    }
    return {};
}

Result<void> applyOutputIds(InputOptions& options, std::string_view name, std::string_view value) {
    std::string list(value);
    std::ranges::replace(list, ' ', ',');
    std::vector<int>& ids = options.model.outputIds.emplace();
    for (const std::string_view piece : pieces(list, ',')) {
        if (piece.empty()) continue;
        const auto id = wholeNumber(piece);
        if (!id || *id < 0) return badValue(name, value, "Use whole numbers separated by commas.");
        ids.push_back(*id);
    }
    return {};
}

Result<void> applyAmong(InputOptions& options, std::string_view name, std::string_view value) {
    // A figure's link has a field for this option.
    if (auto* const drawn = partOf<FigureOptions>(options))
        drawn->figure.fields.emplace_back("among", value);
    const auto number = argumentOf(name, value);
    if (!number) return std::unexpected(number.error());
    options.model.among = static_cast<RankingScope>(*number);
    options.model.isAmongGiven = true;
    return {};
}

Result<void> applyRecipe(InputOptions& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    const service::Field mostTokens{
        .kind = service::FieldKind::whole, .least = 1, .most = model::mostWritten - 1};
    const service::RecipeField* row = recipeOption(name);
    if (row != nullptr && row->field.kind == service::FieldKind::text) {
        own.recipe.*std::get<std::string service::Recipe::*>(row->member) = value;
        return {};
    }
    const auto number = taken(row == nullptr ? mostTokens : row->field, name, value);
    if (!number) return std::unexpected(number.error());
    (row == nullptr ? own.mostTokens : own.recipe.*std::get<int service::Recipe::*>(row->member)) =
        *number;
    return {};
}

}  // namespace hw::cli
