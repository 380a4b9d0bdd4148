// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/bars/model.h"
#include "render/colormap.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Height that the sentence needs at this width, in CSS pixels, or that of as many whole lines as `most` has room for,
/// at least one. O(tokens).
float sentenceHeight(const BarsModel& model, const Theme& theme, float width, float most);

/// The input as a sentence, each token on the colour of its value; a click makes it the output
/// token, a click with Shift or Ctrl adds it to the set. Across encoder and decoder the decoder's tokens
/// stand below, to be chosen as outputs. Scrolls when it is taller than `area`. The last line is the legend.
void drawSentence(const Pen& pen, const BarsModel& model, const Rect& area, Colormap colormap,
                  const Hover& hover, FollowScroll& follow, bool clickable, Commands& commands);

}  // namespace hw
