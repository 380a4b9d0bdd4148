// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "page/state/command.h"
#include "panels/bars/model.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the bars remember between frames.
struct BarsUi {
    std::vector<float> places;  ///< row of each token, gliding when the order changes
    std::size_t count = 0;      ///< tokens that `places` is about
    bool moving = false;        ///< out: rows still glide
    FollowScroll scroll;        ///< to the largest value
};

/// One bar a token: label, bar, outline of the layer before, value, change of rank. Rows shrink to
/// fit down to 18 pixels, then the list scrolls and a strip at the right shows it whole.
/// `narrow` leaves out what a phone has no room for. Cost O(visible rows).
void drawBars(const Pen& pen, const BarsModel& model, BarsUi& ui, const Rect& area,
              const Hover& hover, bool ghost, bool clickable, bool reducedMotion,
              Commands& commands);

/// Height that the bars would like at this number of rows, title and axis included.
float barsHeight(const BarsModel& model);
/// Of the sentence below them at this width, with the space above it; 0 if there is none.
float captionHeight(const Pen& pen, const BarsModel& model, float width);

}  // namespace hw
