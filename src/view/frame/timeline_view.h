// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/timeline_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The timeline's height at that width: in narrow areas the words go below the line.
float timelineHeight(float width);

/// Play button, the layers as stations on a line, speed and loop.
void drawTimeline(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands);

}  // namespace hw
