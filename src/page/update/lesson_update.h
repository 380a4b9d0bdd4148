// SPDX-License-Identifier: MIT
// What update() does about lessons and presentation mode; the lesson itself is the host's. Internal.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "page/update/view_changes.h"

namespace hw {

inline Effects carryOut(AppState& state, const SetPresent& command) {
    return changeView(state, [&](ViewState& view) { view.present = command.on; });
}

inline Effects takeIn(AppState& state, const LessonRead& event) {
    state.knownLesson = {state.view.lesson, event.id, event.steps};
    return {};
}

/// The lesson and presentation mode belong to the user's situation, not to the data.
inline void keepTeaching(ViewState& view, const ViewState& before) {
    view.lesson = before.lesson;
    view.lessonStep = before.lessonStep;
    view.present = before.present;
}

/// Runs `change()`, and adds effects for the host if it changed the lesson, its step or presentation mode.
template <class Change>
Effects tellingHost(AppState& state, Change change) {
    const std::string lesson = state.view.lesson;
    const int step = state.view.lessonStep;
    const bool present = state.view.present;
    const std::string dataSet = state.view.dataSet;
    const int row = state.view.dataSetRow;
    Effects effects = change();
    const bool asked = std::exchange(state.stepAsked, false);
    if (asked || lesson != state.view.lesson || step != state.view.lessonStep)
        effects.emplace_back(LessonEffect{state.view.lesson, state.view.lessonStep, asked});
    const bool isTold = std::ranges::any_of(effects, [](const Effect& effect) {
        const auto* dialog = std::get_if<DialogEffect>(&effect);
        return dialog && dialog->name == "data-set";
    });  // before its opening is answered
    if (!isTold && (dataSet != state.view.dataSet || row != state.view.dataSetRow))
        effects.emplace_back(DialogEffect{"data-set"});
    if (present != state.view.present) effects.emplace_back(PresentEffect{state.view.present});
    return effects;
}

}  // namespace hw
