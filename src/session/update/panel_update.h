// SPDX-License-Identifier: MIT
// The part of update() for single panels: the columns of the compare view, explanations, lessons. Internal to update().
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "page/rules/compared_views.h"
#include "page/state/command.h"
#include "session/update/event.h"
#include "session/update/view_changes.h"

namespace hw {

inline Effects carryOut(AppState& state, const RemoveCompared& command) {
    const int count = static_cast<int>(shownColumns(state).size());
    if (command.column < 0 || command.column >= count || count <= fewestCompared) return {};
    return changeView(state, [&](ViewState& view) {
        view.compared = shownColumns(state);
        view.compared.erase(view.compared.begin() + command.column);
        view.difference = {};
    });
}
/// The session replaces this command by others (panels/registry.h: step).
inline Effects carryOut(AppState&, const StepPanel&) { return {}; }

/// Whether the command itself sets the expanded terms: an address, or fields that name them.
inline bool setsTerms(const Command& command) {
    const auto* apply = std::get_if<ApplyFields>(&command);
    if (apply == nullptr) return false;
    const std::string fields = '&' + apply->fields;
    return apply->fromHistory || fields.find("&terms=") != fields.npos ||
           fields.find("&paths=") != fields.npos;
}

// --- lessons and presentation mode; the host has the lesson itself ------------------------------------

inline Effects applyEvent(AppState& state, const LessonRead& event) {
    state.knownLesson = {state.view.lesson, event.id, event.steps, event.covers};
    return {};
}

inline Effects applyEvent(AppState& state, const LessonAnswered& event) {
    std::vector<Cover>& covers = state.knownLesson.covers;
    if (event.step >= 0 && std::cmp_less(event.step, covers.size()))
        covers[event.step] = Cover::none;
    return {};
}

/// The lesson and presentation mode belong to the user, not to the data.
inline void keepTeaching(ViewState& view, const ViewState& before) {
    view.lesson = before.lesson;
    view.lessonStep = before.lessonStep;
    view.present = before.present;
}

}  // namespace hw
