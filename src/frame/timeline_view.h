// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/timeline_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// `layers` omits the words in narrow areas and the tokens, for figures of little height.
enum class TimelineForm { whole, layers };

/// The timeline's height at that width. In narrow areas the words are below the line.
float timelineHeight(const TimelineModel& model, float width,
                     TimelineForm form = TimelineForm::whole);

/// Play button, the layers as stations on a line, speed and loop.
void drawTimeline(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands,
                  TimelineForm form = TimelineForm::whole);

}  // namespace hw
