// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "page/state/command.h"
#include "panels/bars/model.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of the bars between frames.
struct BarsUi {
    std::vector<float> places;  ///< row of each token, animated when the order changes
    std::size_t count = 0;      ///< number of tokens in `places`
    bool moving = false;        ///< output: rows are still moving
    FollowScroll scroll;        ///< scrolls to the largest value
};

/// One bar per token with label, outline of the previous layer, value and change of rank. Rows shrink to fit, down to
/// 18 pixels. Below that, the list scrolls and a strip at the right shows all of it. `narrow` omits parts that do not
/// fit on a phone. Cost O(visible rows).
void drawBars(const Pen& pen, const BarsModel& model, BarsUi& ui, const Rect& area,
              const Hover& hover, bool ghost, bool clickable, bool reducedMotion,
              Commands& commands);

/// Preferred height of the bars for this number of rows, including title and axis.
float barsHeight(const BarsModel& model);
/// Height of the sentence below them at this width, including the space above. 0 without a sentence.
float captionHeight(const Pen& pen, const BarsModel& model, float width);

}  // namespace hw
