// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/timeline_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// `layers`: without what stands below them (words in narrow areas, the way through the tokens), where the figure has little height.
enum class TimelineForm { whole, layers };

/// What the timeline takes in that width: in narrow areas the words go below the line.
float timelineHeight(const TimelineModel& model, float width,
                     TimelineForm form = TimelineForm::whole);

/// Play button, the layers as stations on a line, speed and loop.
void drawTimeline(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands,
                  TimelineForm form = TimelineForm::whole);

}  // namespace hw
