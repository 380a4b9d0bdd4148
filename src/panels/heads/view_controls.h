// SPDX-License-Identifier: MIT
// The text controls above the thumbnails, for their content, the effect of a click, and their order.
#pragma once

#include "panels/heads/view.h"

namespace hw {

/// True if a click selects a head in its own layer, false if in every layer.
bool meansItsLayer(const ControlsModel& controls, const HeadsUi& ui);

/// The thumbnails' content, and the effect of a click. Wraps. Returns the height.
float drawChoiceControls(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                         HeadsUi& ui, const Rect& area, Commands& commands);

/// The statistic they are sorted by. Wraps. Returns the height.
float drawOrderControls(const Pen& pen, const HeadsModel& model, HeadsUi& ui, const Rect& area);

/// The meaning of the thumbnails' colours.
void drawHeadsLegend(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                     const Rect& area);

/// The effect of a click on a head, with or without Shift or Ctrl. The views stay at their layer.
void chooseHead(const HeadsModel& model, const ControlsModel& controls, const HeadCell& cell,
                bool inItsLayer, Commands& commands);

}  // namespace hw
