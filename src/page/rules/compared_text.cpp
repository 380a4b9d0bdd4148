// SPDX-License-Identifier: MIT
// Columns of the compare view in their form in addresses.
#include "core/model/presets.h"
#include "core/number_text.h"
#include "page/rules/compared_views.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

/// One "key:value" of a column.
bool readPart(ComparedView& column, std::string_view key, std::string_view value) {
    const auto oneLess = [](std::optional<int> number) {
        if (number) --*number;
        return number;
    };
    if (key == "preset") {
        const Preset* preset = findPreset(value);
        if (preset == nullptr) return false;
        column.preset = preset->id;
        return true;
    }
    if (key == "fusion") return (column.fusion = fromName<HeadFusion>(value)).has_value();
    if (key == "residual") return (column.residual = readNumber(value)).has_value();
    if (key == "discard") return (column.discard = readNumber(value)).has_value();
    if (key == "heads") return (column.head = readInt(value)).has_value();
    // Older links count the head from 1.
    if (key == "head") return (column.head = oneLess(readInt(value))).has_value();
    if (key == "layer") return (column.layer = oneLess(readInt(value))).has_value();
    if (key == "start") return (column.start = oneLess(readInt(value))).has_value();
    if (key == "example") return (column.example = readInt(value)).has_value();
    if (isMaker(key)) {
        column.recipe = {std::string(key), percentDecoded(value)};
        return !column.recipe.text.empty();
    }
    if (key == "weights") {
        if (value == "contributions") column.side = Side::contributions;
        if (value == "attentions") column.side = Side::encoder;
        return column.side.has_value();
    }
    if (key == "file") {
        column.earlierFile = value == "earlier";
        return column.earlierFile;
    }
    return false;
}

/// Encodes the characters that separate columns and their members in the address.
std::string escapedName(std::string_view name) {
    constexpr std::string_view marks = "%,/:";
    constexpr std::string_view escapes[] = {"%25", "%2C", "%2F", "%3A"};
    std::string text;
    for (const char c : name) {
        const std::size_t mark = marks.find(c);
        mark == marks.npos ? text += c : text += escapes[mark];
    }
    return text;
}

std::optional<ComparedView> readColumn(std::string_view text) {
    ComparedView column;
    std::string_view subject = takeUntil(text, ',');
    const auto method = fromName<Method>(subject);
    if (method) {
        column.method = *method;
    } else if (takeUntil(subject, ':') == "score" && !subject.empty()) {
        column.score = percentDecoded(subject);
    } else {
        return std::nullopt;
    }
    while (!text.empty()) {
        std::string_view part = takeUntil(text, ',');
        const std::string_view key = takeUntil(part, ':');
        if (!readPart(column, key, part)) return std::nullopt;
    }
    return column;
}

}  // namespace

std::string comparedText(const std::vector<ComparedView>& columns) {
    std::string text;
    const auto part = [&](std::string_view key, const std::string& value) {
        text += ',';
        text += key;
        text += ':';
        text += value;
    };
    for (const ComparedView& column : columns) {
        if (!text.empty()) text += '/';
        if (column.score.empty()) {
            text += nameOf(column.method);
        } else {
            text += "score:";
            text += escapedName(column.score);
        }
        if (!column.preset.empty()) part("preset", column.preset);
        if (column.fusion) part("fusion", std::string(nameOf(*column.fusion)));
        if (column.residual) part("residual", numberText(*column.residual));
        if (column.discard) part("discard", numberText(*column.discard));
        if (column.head) part("heads", numberText(*column.head));
        if (column.layer) part("layer", numberText(*column.layer + 1));
        if (column.start) part("start", numberText(*column.start + 1));
        if (column.side)
            part("weights", *column.side == Side::encoder ? "attentions" : "contributions");
        if (column.earlierFile) part("file", "earlier");
        if (!column.recipe.isEmpty())
            part(column.recipe.maker, escapedName(column.recipe.text));
        else if (column.example)
            part("example", numberText(*column.example));
    }
    return text;
}

std::optional<std::vector<ComparedView>> readCompared(const AppState& state,
                                                      std::string_view text) {
    std::vector<ComparedView> columns;
    while (!text.empty()) {
        const auto column = readColumn(takeUntil(text, '/'));
        if (!column || !fits(state, *column)) return std::nullopt;
        columns.push_back(*column);
    }
    const int count = static_cast<int>(columns.size());
    if (count < fewestCompared || count > mostCompared) return std::nullopt;
    return columns;
}

}  // namespace hw
