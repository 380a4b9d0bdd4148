// SPDX-License-Identifier: MIT
// How commands change the view. Internal to page/update.
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

/// Announces to screen readers that choosing a view changed the method, or vice versa.
void announceSwitch(Effects& effects, const AppState& state, const ViewState& before);

/// Brings the changed view back into range, animates to its layer, and adds a history entry if it differs
/// from `before`. O(tokens).
Effects discreteChange(AppState& state, const ViewState& before);

/// The same after `change(state.view)`; without a document a view is not checked.
template <class Change>
Effects changeView(AppState& state, Change change) {
    const ViewState before = state.view;
    change(state.view);
    return state.document ? discreteChange(state, before) : Effects{};
}

/// For continuous input: no history entry while it lasts (not `settled`), and one at the end, even if
/// the last movement changed nothing.
template <class Change>
Effects dragView(AppState& state, bool settled, Change change) {
    changeView(state, change);
    if (!state.document || !settled) return {};
    return {AddressEffect{true}};
}

}  // namespace hw
