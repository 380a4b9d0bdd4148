// SPDX-License-Identifier: MIT
// The words over the thumbnails: what they show, what a click means, their order.
#pragma once

#include "panels/heads/view.h"

namespace hw {

/// True if a click means a head of its own layer, false if of every layer.
bool meansItsLayer(const HeadsModel& model, const ControlsModel& controls, const HeadsUi& ui);

/// What the thumbnails show, and what a click means. Wraps; returns the height.
float drawChoiceWords(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                      HeadsUi& ui, const Rect& area, Commands& commands);

/// By which figure they are ordered. Wraps; returns the height.
float drawOrderWords(const Pen& pen, const HeadsModel& model, HeadsUi& ui, const Rect& area);

/// What the thumbnails' colours mean.
void drawHeadsLegend(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                     const Rect& area);

/// What a click on a head does, with Shift or Ctrl or without.
void chooseHead(const HeadsModel& model, const ControlsModel& controls, const HeadCell& cell,
                bool inItsLayer, Commands& commands);

}  // namespace hw
