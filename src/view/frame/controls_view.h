// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Method, settings with their formula, output token, what is shown: a column that reads like text.
/// Draws from the top of `area`; returns the height it took (for scrolling). `held` tells whether a
/// slider is in the hand.
float drawControls(const Pen& pen, const ControlsModel& model, const Rect& area, bool& held,
                   Commands& commands);

/// The methods as words with the chosen one underlined. Returns the height.
float drawMethods(const Pen& pen, const ControlsModel& model, const Rect& area, Commands& commands);

}  // namespace hw
