// SPDX-License-Identifier: MIT
#include "app/change_view.h"

#include "app/playback.h"
#include "app/view_rules.h"

namespace hw {

Effects discreteChange(AppState& state, const ViewState& before) {
    const int wanted = state.view.layer;
    fitView(state);
    const int layer = state.view.layer;
    state.view.layer = wanted;
    if (layer != wanted) goToLayer(state, layer, pace::step);
    if (state.view == before) return {};
    return {AddressEffect{true}};
}

}  // namespace hw
