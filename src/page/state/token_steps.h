// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/view_rules.h"

namespace hw {

/// True where the outputs are tokens that a model wrote one after the other: of a causal model, or of a decoder, by
/// itself or from its encoder. One can go through them.
inline bool hasTokenSteps(const AppState& state) {
    return state.document && (!hasEncoderQueries(state.view.side) || isCausal(state)) &&
           state.queryCount() > 1;
}

}  // namespace hw
