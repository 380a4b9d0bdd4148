// SPDX-License-Identifier: MIT
// How commands change what is looked at. Internal to page/update.
#pragma once

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

/// Announces to a screen reader that choosing a view changed the method, or the other way round.
void announceSwitch(Effects& effects, const AppState& state, const ViewState& before);

/// Brings the changed view back into range, glides to its layer, and says whether the address has a
/// new step against `before`. O(tokens).
Effects discreteChange(AppState& state, const ViewState& before);

/// The same after `change(state.view)`; without a document a view may be anything.
template <class Change>
Effects changeView(AppState& state, Change change) {
    const ViewState before = state.view;
    change(state.view);
    return state.document ? discreteChange(state, before) : Effects{};
}

/// For what is held and moved: no step while it is held (not `settled`), and one at the end, even if
/// the last movement changed nothing.
template <class Change>
Effects dragView(AppState& state, bool settled, Change change) {
    changeView(state, change);
    if (!state.document || !settled) return {};
    return {AddressEffect{true}};
}

}  // namespace hw
