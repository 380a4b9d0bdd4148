// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "panels/views.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Method, settings with their formula, output token, display options: a column that reads like text.
/// Draws from the top of `area`; returns the height used (for scrolling). `ui` has whether
/// the rare settings are shown, and is told whether a slider is being dragged.
float drawControls(const Pen& pen, const ControlsModel& model, const Rect& area, UiState& ui,
                   Commands& commands);

/// The methods, one of which is chosen. Returns the height.
float drawMethods(const Pen& pen, const ControlsModel& model, const Rect& area, Commands& commands);

}  // namespace hw
