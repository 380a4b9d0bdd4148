// SPDX-License-Identifier: MIT
// How commands change the view. Internal to update().
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
/// `before`. Of continuous input there is none while it lasts (not `settled`), and one at the end, even if the last
/// movement changed nothing. O(tokens).
Effects viewChanged(AppState& state, const ViewState& before, bool settled);

/// The same after `change(state.view)`; without a document a view is not checked.
template <class Change>
Effects changeView(AppState& state, Change change, bool settled = true) {
    const ViewState before = state.view;
    change(state.view);
    return state.document ? viewChanged(state, before, settled) : Effects{};
}

/// Remembers the view before a command, if that has changed it for good; `isBack`: the browser's Back did.
/// O(size of a view).
void remember(UndoSteps& steps, const ViewState& before, const AppState& after,
              const Effects& effects, bool isBack);

/// Remembers the view of the run that was shown before another one of its text, or of a text like it. Not `settled`: more
/// of them follow, as while somebody types, and together they are one step.
void rememberRun(UndoSteps& steps, const ViewState& before, const ViewState& after, bool settled);

/// Takes the last change back (-1) or makes it again (1), at the layer where the views stand; says so, and leaves a step
/// for the browser's Back like every other change. Another run is asked for, and shown when it is there.
Effects undo(AppState& state, int by);

/// Goes back to the step of `undo.back` with this number: later ones are dropped, and the present view can be made again.
void turnBack(AppState& state, int step);

/// The parts of the state whose change has consequences, whatever made it.
struct Watched {
    ExplainedPlace explained;
    std::string lesson;
    int lessonStep = 0;
    bool present = false;
    std::string dataSet;
    int dataSetRow = -1;
};
Watched watched(const AppState& state);

/// Collapses what was expanded in the explanation of another number, unless the change itself says what is
/// (`saysOpened`); notes the figure that Escape leads back to; and adds effects for the host if the lesson, its step, the data set's row or presentation mode
/// changed. O(outputs).
void addConsequences(const Watched& before, bool saysOpened, AppState& after, Effects& effects);

}  // namespace hw
