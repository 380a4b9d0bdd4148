// SPDX-License-Identifier: MIT
// What update() does about single panels: the columns of the compare view, and explanations, where what is
// expanded in one number means nothing in the next. Internal to page/update.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "page/state/compared_views.h"
#include "page/state/opened_terms.h"
#include "page/update/view_changes.h"

namespace hw {

/// The list of columns, made explicit before it is changed.
template <class Change>
Effects changeCompared(AppState& state, Change change) {
    return changeView(state, [&](ViewState& view) {
        view.compared = shownColumns(state);
        change(view);
    });
}

inline Effects carryOut(AppState& state, const AddCompared& command) {
    if (static_cast<int>(shownColumns(state).size()) >= mostCompared) return {};
    return changeCompared(state, [&](ViewState& view) { view.compared.push_back(command.view); });
}
inline Effects carryOut(AppState& state, const RemoveCompared& command) {
    const int count = static_cast<int>(shownColumns(state).size());
    if (command.column < 0 || command.column >= count || count <= fewestCompared) return {};
    return changeCompared(state, [&](ViewState& view) {
        view.compared.erase(view.compared.begin() + command.column);
        view.differenceOf = view.differenceFrom = -1;
    });
}
inline Effects carryOut(AppState& state, const ChangeCompared& command) {
    const int count = static_cast<int>(shownColumns(state).size());
    if (command.column < 0 || command.column >= count) return {};
    return changeCompared(state,
                          [&](ViewState& view) { view.compared[command.column] = command.view; });
}
inline Effects carryOut(AppState& state, const SetCompareForm& command) {
    return changeView(state, [&](ViewState& view) { view.compareForm = command.form; });
}
inline Effects carryOut(AppState& state, const SetDifference& command) {
    return changeView(state, [&](ViewState& view) {
        view.differenceOf = command.of;
        view.differenceFrom = command.from;
    });
}
/// The session has replaced it by other commands (panels/registry.h: step).
inline Effects carryOut(AppState&, const StepPanel&) { return {}; }

/// Whether a command itself says what is expanded: an address, or fields that name it.
inline bool saysOpened(const Command& command) {
    const auto* apply = std::get_if<ApplyFields>(&command);
    if (apply == nullptr) return false;
    const std::string fields = '&' + apply->fields;
    return apply->fromHistory || fields.find("&terms=") != fields.npos ||
           fields.find("&paths=") != fields.npos;
}

/// Runs `change()`, then collapses what was expanded in another number, unless it `says` otherwise.
template <class Change>
Effects closingTerms(AppState& state, bool says, Change change) {
    const ExplainedPlace before = explainedPlace(state);
    Effects effects = change();
    if (!says) forgetOpened(state, before);
    return effects;
}

}  // namespace hw
