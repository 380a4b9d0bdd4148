// SPDX-License-Identifier: MIT
#include "page/update/view_changes.h"

#include "page/state/panes.h"
#include "page/state/view_rules.h"
#include "page/update/playback.h"

namespace hw {

Effects discreteChange(AppState& state, const ViewState& before) {
    const int wanted = state.view.layer;
    fitView(state);
    const int layer = state.view.layer;
    state.view.layer = wanted;
    if (layer != wanted) goToLayer(state, layer, pace::step);
    if (state.view == before) return {};
    Effects effects{AddressEffect{true}};
    announceSwitch(effects, state, before);
    return effects;
}

void announceSwitch(Effects& effects, const AppState& state, const ViewState& before) {
    const ViewState& view = state.view;
    if (view.method == before.method || shownPanels(view) == shownPanels(before)) return;
    std::string panels;
    for (const Panel panel : shownPanels(view))
        panels += (panels.empty() ? "" : " ") + translated(nameOf(panel));
    effects.push_back(
        AnnounceEffect{say("Method: {}. View: {}"_tr, {specOf(view.method).words, panels})});
}

}  // namespace hw
