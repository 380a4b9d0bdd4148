// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Method, settings with their formula, output token, display options: a column that reads like text.
/// Draws from the top of `area`; returns the height used (for scrolling). `held`: a slider is being
/// dragged.
float drawControls(const Pen& pen, const ControlsModel& model, const Rect& area, bool& held,
                   Commands& commands);

/// The methods as words, the chosen one underlined. Returns the height.
float drawMethods(const Pen& pen, const ControlsModel& model, const Rect& area, Commands& commands);

}  // namespace hw
