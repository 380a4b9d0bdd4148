// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "view/widgets.h"

namespace hw {

/// Play button, the layers as stations on a line, speed and loop. 56 pixels high; in narrow areas
/// the words go below the line.
void drawTimeline(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands);

}  // namespace hw
