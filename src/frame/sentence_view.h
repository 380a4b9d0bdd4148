// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/bars/model.h"
#include "render/colormap.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Height of the sentence at this width, in CSS pixels, or of as many whole lines as fit into `most`, at least one. For
/// many tokens, and for patches, it is one line unless `open`. O(tokens).
float sentenceHeight(const BarsModel& model, const Theme& theme, float width, float most,
                     bool open);

/// The input as a sentence, each token on the colour of its value. A click selects it as output token, one with Shift
/// or Ctrl adds it to the set. Across encoder and decoder the decoder's tokens are below, to be selected as outputs.
/// Scrolls if it is taller than `area`. The last line is the legend, with a link that changes `open` if lines can be
/// folded.
void drawSentence(const Pen& pen, const BarsModel& model, const Rect& area, Colormap colormap,
                  const Hover& hover, FollowScroll& follow, bool& open, bool clickable,
                  Commands& commands);

}  // namespace hw
