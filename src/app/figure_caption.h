// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "app/app_state.h"

namespace hw {

/// What a paper's caption has to say below a figure of the present view: method and its source, settings
/// with their formula, layer and output, the data and where they come from. Needs an open document.
/// `allLayers`: the figure shows every layer, not the present one alone.
std::string figureCaption(const AppState& state, bool allLayers);

}  // namespace hw
