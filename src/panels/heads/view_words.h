// SPDX-License-Identifier: MIT
// The text controls above the thumbnails: what they show, what a click does, their order.
#pragma once

#include "panels/heads/view.h"

namespace hw {

/// True if a click selects a head in its own layer, false if in every layer.
bool meansItsLayer(const ControlsModel& controls, const HeadsUi& ui);

/// What the thumbnails show, and what a click does. Wraps; returns the height.
float drawChoiceWords(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                      HeadsUi& ui, const Rect& area, Commands& commands);

/// The statistic they are sorted by. Wraps; returns the height.
float drawOrderWords(const Pen& pen, const HeadsModel& model, HeadsUi& ui, const Rect& area);

/// What the thumbnails' colours mean.
void drawHeadsLegend(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                     const Rect& area);

/// What a click on a head does, with Shift or Ctrl or without. The views stay at their layer.
void chooseHead(const HeadsModel& model, const ControlsModel& controls, const HeadCell& cell,
                bool inItsLayer, Commands& commands);

}  // namespace hw
