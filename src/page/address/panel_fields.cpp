// SPDX-License-Identifier: MIT
#include "page/address/panel_fields.h"

#include <algorithm>

#include "core/number_text.h"
#include "page/address/address.h"
#include "page/address/view_fields.h"
#include "page/rules/compared_views.h"
#include "page/rules/panes.h"
#include "protocol/field_text.h"

namespace hw {

using Text = std::optional<std::string>;

/// "one" is one view. Otherwise reads views as in page/rules/panes.h, of which the document must have two.
bool readPaneViews(AppState& state, std::string_view value) {
    if (value == "one") {
        state.view.panes = {};
        return true;
    }
    const auto panes = readPanes(value);
    if (!panes) return false;
    ViewState trial = state.view;
    trial.panes = *panes;
    fitPanes(trial, state.document->current);
    if (trial.panes.columns != panes->columns) return false;
    state.view = std::move(trial);
    return true;
}
Text writePaneViews(const AppState& state) {
    if (state.view.panes.columns.empty()) return {};
    return panesText(state.view.panes);
}
void writePaneViews(JsonWriter& json, const AppState& state) {
    writeValue(json, state.view.panes.columns);
}

bool readDividers(AppState& state, std::string_view value) {
    if (value.empty()) {
        state.view.panes.dividers.clear();
        return true;
    }
    const auto dividers = readNumbers(value);
    if (!dividers || state.view.panes.columns.empty()) return false;
    ViewState trial = state.view;
    trial.panes.dividers = *dividers;
    fitPanes(trial, state.document->current);
    if (trial.panes.dividers != *dividers) return false;
    state.view = std::move(trial);
    return true;
}
Text writeDividers(const AppState& state) {
    if (state.view.panes.dividers.empty()) return {};
    return listText(state.view.panes.dividers);
}
void writeDividers(JsonWriter& json, const AppState& state) {
    writeValue(json, state.view.panes.dividers);
}

/// "usual": raw, rollout and flow.
bool readComparedColumns(AppState& state, std::string_view value) {
    if (value == "usual") {
        state.view.compared.clear();
        return true;
    }
    auto columns = readCompared(state, value);
    if (!columns) return false;
    state.view.compared = std::move(*columns);
    return true;
}
Text writeComparedColumns(const AppState& state) {
    if (state.view.compared.empty()) return {};
    return comparedText(state.view.compared);
}
void writeComparedColumns(JsonWriter& json, const AppState& state) {
    json.beginArray();
    for (const ComparedView& column : state.view.compared) {
        json.beginObject();
        if (column.score.empty()) json.field("method", nameOf(column.method));
        if (!column.score.empty()) json.field("score", column.score);
        if (!column.preset.empty()) json.field("preset", column.preset);
        if (column.fusion) json.field("fusion", nameOf(*column.fusion));
        if (column.residual) json.field("residual", *column.residual);
        if (column.discard) json.field("discard", *column.discard);
        if (column.head) json.field("head", *column.head);
        if (column.layer) json.field("layer", *column.layer);
        if (column.start) json.field("start", *column.start);
        if (column.side)
            json.field("weights", *column.side == Side::encoder ? "attentions" : "contributions");
        if (column.earlierFile) json.field("file", "earlier");
        if (column.example) json.field("example", *column.example);
        json.endObject();
    }
    json.endArray();
}
/// Converts "layer:2,method:raw/...". The method, or score:NAME, comes first and without its key; layers then count
/// from 1.
std::string comparedFromApi(std::string_view value) {
    if (value.empty()) return "usual";
    std::string text;
    while (!value.empty()) {
        std::string_view column = takeUntil(value, '/');
        std::string method;
        std::string rest;
        while (!column.empty()) {
            std::string_view part = takeUntil(column, ',');
            const std::string_view key = takeUntil(part, ':');
            if (key == "method" || key == "score") {
                method = (key == "score" ? "score:" : "") + std::string(part);
                continue;
            }
            const bool counted = key == "layer" || key == "start";
            rest.append(",").append(key == "head" ? "heads" : key).append(":");
            rest.append(counted ? countedFromOne(part) : std::string(part));
        }
        if (!text.empty()) text += '/';
        text += method + rest;
    }
    return text;
}

/// Reads two columns that count from 1, such as "1,3".
bool readDifference(AppState& state, std::string_view value) {
    if (value == "none") {
        state.view.difference = {};
        return true;
    }
    const auto of = readInt(takeUntil(value, ','));
    const auto from = readInt(value);
    const int columns = static_cast<int>(shownColumns(state).size());
    if (!of || !from || *of == *from || std::min(*of, *from) < 1 ||
        std::max(*of, *from) > columns) {
        return false;
    }
    state.view.difference = {*of - 1, *from - 1};
    return true;
}
Text writeDifference(const AppState& state) {
    const ComparedPair& pair = state.view.difference;
    if (!pair.exists()) return {};
    return numberText(pair.of + 1) + ',' + numberText(pair.from + 1);
}
void writeDifference(JsonWriter& json, const AppState& state) {
    json.beginArray();
    const ComparedPair& pair = state.view.difference;
    if (pair.exists()) json.value(pair.of).value(pair.from);
    json.endArray();
}
std::string differenceFromApi(std::string_view value) {
    return value.empty() ? "none" : countedFromOne(value);
}

/// Token texts separated by commas. A token that contains a comma cannot be named.
bool readLeftOut(AppState& state, std::string_view value) {
    state.view.leftOut.clear();
    while (!value.empty()) {
        const std::string_view token = takeUntil(value, ',');
        if (!token.empty()) state.view.leftOut.emplace_back(token);
    }
    return true;
}
Text writeLeftOut(const AppState& state) {
    std::string text;
    for (const std::string& token : state.view.leftOut) {
        if (!text.empty()) text += ',';
        text += token;
    }
    if (text.empty()) return {};
    return text;
}

bool readScores(AppState& state, std::string_view value) {
    if (value != "all" && value != "this") return false;
    state.view.thisExampleOnly = value == "this";
    return true;
}
Text writeScores(const AppState& state) {
    if (!state.view.thisExampleOnly) return {};
    return "this";
}
void writeScores(JsonWriter& json, const AppState& state) {
    json.value(state.view.thisExampleOnly ? "this" : "all");
}

namespace {

/// Words and numbers that only the host can interpret.
bool readHostText(std::string_view value, std::string& text) {
    constexpr std::size_t longest = 60;
    if (value.size() > longest ||
        value.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.,-") !=
            std::string_view::npos)
        return false;
    text = value;
    return true;
}
Text writeHostText(const std::string& text) { return text.empty() ? Text() : Text(text); }

}  // namespace

/// As in web/model/run/recipe.js.
bool readExperiment(AppState& state, std::string_view value) {
    return readHostText(value, state.view.experiment);
}
Text writeExperiment(const AppState& state) { return writeHostText(state.view.experiment); }
/// As in web/model/write/settings.js.
bool readWriting(AppState& state, std::string_view value) {
    return readHostText(value, state.view.writing);
}
Text writeWriting(const AppState& state) { return writeHostText(state.view.writing); }

}  // namespace hw
