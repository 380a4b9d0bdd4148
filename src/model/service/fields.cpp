// SPDX-License-Identifier: MIT
#include "model/service/fields.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "core/refusal.h"
#include "io/json/json_parser.h"

namespace hw::service {
namespace {

std::unexpected<Problem> wrong(const std::string& place, std::string finding,
                               std::string remedy = {}) {
    return refusal(Code::badArgument, place, std::move(finding), std::move(remedy));
}

Result<void> checkNumber(const io::Tree& tree, io::NodeId node, const Field& field,
                         const std::string& place) {
    const bool isNumber = tree.is(node, io::Kind::number);
    const double value = isNumber ? tree.number(node) : 0;
    const bool isWhole = field.kind == FieldKind::real || value == std::floor(value);
    if (isNumber && isWhole && value >= field.least && value <= field.most) return {};
    const std::string_view what = field.kind == FieldKind::real ? "number" : "whole number";
    return wrong(place, "Expected a " + std::string(what) + " from " + numberText(field.least) +
                            " to " + numberText(field.most) + ".");
}

/// The reader may store an empty list as a block of numbers.
bool isEmptyList(const io::Tree& tree, io::NodeId node) {
    return (tree.is(node, io::Kind::numbers) || tree.is(node, io::Kind::array)) &&
           tree.size(node) == 0;
}

Result<void> checkTexts(const io::Tree& tree, io::NodeId node, const Field& field,
                        const std::string& place) {
    const bool isTalk = field.kind == FieldKind::talk;
    if (isTalk ? tree.is(node, io::Kind::boolean) : isEmptyList(tree, node)) return {};
    const bool isList = tree.is(node, io::Kind::array) && tree.size(node) <= field.most;
    if (isList && std::ranges::all_of(tree.children(node), [&](io::NodeId child) {
            return tree.is(child, io::Kind::string);
        }))
        return {};
    return wrong(place, isTalk ? "Expected true, false or a list of strings."
                               : "Expected a list of strings.");
}

Result<void> checkField(const io::Tree& tree, io::NodeId node, const Field& field,
                        const std::string& place) {
    switch (field.kind) {
        case FieldKind::text:
            if (tree.is(node, io::Kind::string) && tree.string(node).size() <= field.most)
                return {};
            return wrong(place,
                         "Expected a string of at most " + numberText(field.most) + " bytes.");
        case FieldKind::whole:
        case FieldKind::real: return checkNumber(tree, node, field, place);
        case FieldKind::truth:
            if (tree.is(node, io::Kind::boolean)) return {};
            return wrong(place, "Expected true or false.");
        case FieldKind::choice:
            if (tree.is(node, io::Kind::string) && placeOf(field.choices, tree.string(node)) >= 0)
                return {};
            return wrong(place, "Unknown value.", remedyFor(field));
        case FieldKind::talk:
        case FieldKind::texts: return checkTexts(tree, node, field, place);
        case FieldKind::numbers:
            if (isEmptyList(tree, node) ||
                (tree.is(node, io::Kind::numbers) && tree.size(node) <= field.most))
                return {};
            return wrong(place, "Expected a list of numbers.");
        case FieldKind::object: return checkFields(tree, node, field.fields->list, place);
        case FieldKind::any: return {};
        case FieldKind::list: break;
    }
    const bool isList = tree.is(node, io::Kind::array) || isEmptyList(tree, node);
    if (!isList || tree.size(node) > field.most)
        return wrong(place, "Expected a list of at most " + numberText(field.most) + " objects.");
    int at = 0;
    for (const io::NodeId child : tree.children(node)) {
        const auto good =
            checkFields(tree, child, field.fields->list, place + "[" + std::to_string(at++) + "]");
        if (!good) return good;
    }
    return {};
}

}  // namespace

std::string remedyFor(const Field& field) {
    if (field.kind == FieldKind::choice) return "Use one of: " + listOf(field.choices) + ".";
    const bool isNumber = field.kind == FieldKind::whole || field.kind == FieldKind::real;
    return isNumber ? "Use a number from " + numberText(field.least) + " to " +
                          numberText(field.most) + "."
                    : std::string();
}

Result<io::Tree> treeOf(std::string_view text) {
    io::JsonOptions options;
    options.exactNumbers = true;
    options.totalBytes = text.size();
    io::JsonParser parser(options);
    const auto used = parser.push(text);
    if (!used) return std::unexpected(used.error());
    return parser.finish();
}

Result<void> checkFields(const io::Tree& tree, io::NodeId object, std::span<const Field> table,
                         const std::string& place) {
    if (!tree.is(object, io::Kind::object)) return wrong(place, "Expected an object.");
    const auto placeIn = [&](std::string_view name) {
        return place.empty() ? std::string(name) : place + "." + std::string(name);
    };
    for (const Field& field : table)
        if (field.isNeeded && tree.find(object, field.name) == io::none)
            return wrong(placeIn(field.name), "This value is missing.");
    for (const io::NodeId child : tree.children(object)) {
        const auto field = std::ranges::find(table, tree.key(child), &Field::name);
        if (field == table.end())
            return wrong(placeIn(tree.key(child).substr(0, 100)), "Unknown name.");
        if (auto good = checkField(tree, child, *field, placeIn(field->name)); !good) return good;
    }
    return {};
}

Result<void> Values::check(std::span<const Field> table, const std::string& place) const {
    return checkFields(*tree_, object_, table, place);
}

std::string Values::text(std::string_view name) const {
    return has(name) ? std::string(tree_->string(node(name))) : std::string();
}

int Values::whole(std::string_view name, int otherwise) const {
    return has(name) ? static_cast<int>(tree_->number(node(name))) : otherwise;
}

double Values::real(std::string_view name, double otherwise) const {
    return has(name) ? tree_->number(node(name)) : otherwise;
}

bool Values::truth(std::string_view name) const {
    return has(name) && tree_->is(node(name), io::Kind::boolean) && tree_->truth(node(name));
}

std::vector<std::string> Values::texts(std::string_view name) const {
    std::vector<std::string> texts;
    if (has(name) && tree_->is(node(name), io::Kind::array))
        for (const io::NodeId child : tree_->children(node(name)))
            texts.emplace_back(tree_->string(child));
    return texts;
}

std::vector<double> Values::numbers(std::string_view name) const {
    return tree_->is(node(name), io::Kind::numbers) ? tree_->doubles(node(name))
                                                    : std::vector<double>();
}

std::vector<Values> Values::list(std::string_view name) const {
    std::vector<Values> objects;
    if (has(name) && tree_->is(node(name), io::Kind::array))
        for (const io::NodeId child : tree_->children(node(name)))
            objects.emplace_back(*tree_, child);
    return objects;
}

}  // namespace hw::service
