// SPDX-License-Identifier: MIT
// Changes of the view by commands. Internal to update().
#pragma once

#include <string>

#include "page/rules/opened_terms.h"
#include "page/state/app_state.h"
#include "page/state/command.h"
#include "session/update/effect.h"

namespace hw {

/// Announces to screen readers that choosing a view changed the method, or vice versa.
void announceSwitch(Effects& effects, const AppState& state, const ViewState& before);

/// Brings the changed view back into range, animates to its layer, and adds a history entry if it differs from
/// `before`. Continuous input (not `settled`) adds no entry while it lasts and one at the end, even if the last
/// movement changed nothing. O(tokens).
Effects viewChanged(AppState& state, const ViewState& before, bool settled);

/// The same after `change(state.view)`. Without a document the view is not checked.
template <class Change>
Effects changeView(AppState& state, Change change, bool settled = true) {
    const ViewState before = state.view;
    change(state.view);
    return state.document ? viewChanged(state, before, settled) : Effects{};
}

/// Remembers the view before a command, if that has changed it for good. `isBack`: the browser's Back changed it.
/// O(size of a view).
void remember(UndoSteps& steps, const ViewState& before, const AppState& after,
              const Effects& effects, bool isBack);

/// Remembers the view of the previous run before another run of its text, or of a similar text. If not `settled`, more
/// runs follow, as during typing, and together they are one step.
void rememberRun(UndoSteps& steps, const ViewState& before, const ViewState& after, bool settled);

/// Undoes (-1) or redoes (1) the last change, at the present layer. Announces it, and adds a history entry like every
/// other change. Another run is requested, and shown when it is ready.
Effects undo(AppState& state, int by);

/// Goes back to the step of `undo.back` with this number. Later steps are dropped, and the present view can be redone.
void turnBack(AppState& state, int step);

/// The parts of the state whose changes have consequences, whatever the cause.
struct WatchedState {
    ExplainedPlace explained;
    std::string lesson;
    int lessonStep = 0;
    bool present = false;
    std::string dataSet;
    int dataSetRow = -1;
};
WatchedState watchedState(const AppState& state);

/// Collapses the terms expanded in the explanation of another number, unless the change itself sets them
/// (`setsTerms`). Notes the figure that Escape leads back to. Adds effects for the host if the lesson, its step, the
/// data set's row or presentation mode changed. O(outputs).
void addConsequences(const WatchedState& before, bool setsTerms, AppState& after, Effects& effects);

}  // namespace hw
