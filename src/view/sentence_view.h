// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "render/colormap.h"
#include "view/follow_scroll.h"
#include "view/widgets.h"

namespace hw {

/// Height that the sentence needs at this width, in CSS pixels. O(tokens).
float sentenceHeight(const BarsModel& model, float width);

/// The input as a sentence, each token on the colour of its value; a click makes it the output
/// token, a click with Shift or Ctrl adds it to the set. Across encoder and decoder the decoder's tokens
/// stand below, to be chosen as outputs. Scrolls when it is taller than `area`. The last line is the legend.
void drawSentence(const Pen& pen, const BarsModel& model, const Rect& area, Colormap colormap,
                  const Hover& hover, FollowScroll& follow, bool clickable, Commands& commands);

/// The ramp for a colour map, as the renderer names it.
Ramp rampOf(Colormap colormap);

}  // namespace hw
