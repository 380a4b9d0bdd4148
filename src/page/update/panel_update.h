// SPDX-License-Identifier: MIT
// What update() does about single panels: the columns of the compare view, explanations, lessons. Internal to
// page/update.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "page/state/compared_views.h"
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

// --- graph ---------------------------------------------------------------------------------------------

inline Effects carryOut(AppState& state, const SetKept& command) {
    return changeView(
        state,
        [&](ViewState& view) {
            view.kept = std::clamp(command.share, 0.01, 1.0);
            view.edges = 0;
        },
        command.settled);
}

// --- lessons and presentation mode; the lesson itself is the host's ----------------------------------

inline Effects takeIn(AppState& state, const LessonRead& event) {
    state.knownLesson = {state.view.lesson, event.id, event.steps, event.covers};
    return {};
}

inline Effects takeIn(AppState& state, const LessonAnswered& event) {
    std::vector<Cover>& covers = state.knownLesson.covers;
    if (event.step >= 0 && std::cmp_less(event.step, covers.size()))
        covers[event.step] = Cover::none;
    return {};
}

/// The lesson and presentation mode belong to the user's situation, not to the data.
inline void keepTeaching(ViewState& view, const ViewState& before) {
    view.lesson = before.lesson;
    view.lessonStep = before.lessonStep;
    view.present = before.present;
}

}  // namespace hw
