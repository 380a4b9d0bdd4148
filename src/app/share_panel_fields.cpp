// SPDX-License-Identifier: MIT
#include "app/share_panel_fields.h"

#include <algorithm>

#include "app/compared.h"
#include "app/panes.h"
#include "app/share_text.h"
#include "core/number_text.h"

namespace hw {

using Text = std::optional<std::string>;

/// "one" is one view; else views as in app/panes.h, of which the document must have two.
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
    std::string text;
    for (const double divider : state.view.panes.dividers) {
        if (!text.empty()) text += ',';
        text += numberText(divider);
    }
    return text;
}

bool readComparedColumns(AppState& state, std::string_view value) {
    auto columns = readCompared(state, value);
    if (!columns) return false;
    state.view.compared = std::move(*columns);
    return true;
}
Text writeComparedColumns(const AppState& state) {
    if (state.view.compared.empty()) return {};
    return comparedText(state.view.compared);
}

/// Columns as people count: "1,3".
bool readDifference(AppState& state, std::string_view value) {
    if (value == "none") {
        state.view.differenceOf = state.view.differenceFrom = -1;
        return true;
    }
    const auto of = readInt(takeUntil(value, ','));
    const auto from = readInt(value);
    const int columns = static_cast<int>(shownColumns(state).size());
    if (!of || !from || *of == *from || std::min(*of, *from) < 1 ||
        std::max(*of, *from) > columns) {
        return false;
    }
    state.view.differenceOf = *of - 1;
    state.view.differenceFrom = *from - 1;
    return true;
}
Text writeDifference(const AppState& state) {
    if (state.view.differenceOf < 0) return {};
    return numberText(state.view.differenceOf + 1) + ',' +
           numberText(state.view.differenceFrom + 1);
}

bool readOpacity(AppState& state, std::string_view value) {
    const auto number = readNumber(value);
    if (!number || *number < 0 || *number > 1) return false;
    state.view.patchOpacity = *number;
    return true;
}
Text writeOpacity(const AppState& state) {
    if (state.view.patchOpacity == ViewState{}.patchOpacity) return {};
    return numberText(state.view.patchOpacity);
}

/// Texts of tokens between commas; a token that holds a comma cannot be named.
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

}  // namespace hw
