// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// What a figure is about.
enum class FigureSubject {
    layer,      ///< the method at the present layer
    eachLayer,  ///< the method after every layer
    flow,       ///< the maximum flow of one pair, or the joint flow of one output
    columns,    ///< what is compared
    heads,      ///< the weights of every head
    scores,     ///< correlations of raw attention, rollout and flow with the file's scores
};

/// What a paper's caption has to say below a figure of the present view: method and its source, settings
/// with their formula, layer and output, the data and where they come from. Needs an open document.
std::string figureCaption(const AppState& state, FigureSubject subject);

}  // namespace hw
