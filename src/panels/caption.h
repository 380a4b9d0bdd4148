// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// What a figure shows.
enum class FigureSubject {
    layer,      ///< the method at the present layer
    eachLayer,  ///< the method after each layer
    flow,       ///< the maximum flow of one pair, or the joint flow of one output
    columns,    ///< what is compared
    heads,      ///< the weights of every head
    scores,     ///< correlations of raw attention, rollout and flow with the file's scores
};

/// The caption of a figure of the present view, as a paper needs it: method and its source, settings
/// with their formula, layer and output, the data and their source. Needs an open document.
std::string figureCaption(const AppState& state, FigureSubject subject);

}  // namespace hw
