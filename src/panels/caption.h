// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// The content of a figure.
enum class FigureSubject {
    layer,      ///< the method at the present layer
    eachLayer,  ///< the method after each layer
    flow,       ///< the maximum flow of one pair, or the joint flow of one output
    columns,    ///< the compared columns
    heads,      ///< the weights of every head
    scores,     ///< correlations of raw attention, rollout and flow with the file's scores
};

/// The caption of a figure of the present view for a paper. It has method and source, settings with their formula,
/// layer and output, the data and their source. Needs an open document.
std::string figureCaption(const AppState& state, FigureSubject subject);

}  // namespace hw
