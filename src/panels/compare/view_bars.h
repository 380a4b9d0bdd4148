// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Where the compare view's columns stand: the labels at the left (bars only), then one place a
/// column, then one for the difference if there is one.
struct CompareColumns {
    Rect area;
    float labelWidth = 0;
    float left = 0;   ///< of the first column
    float width = 0;  ///< of each
    float gap = 0;
    /// Of the numbers: behind their bars, above them in narrow columns, nowhere in the narrowest.
    enum class Numbers { beside, above, none } numbers = Numbers::beside;
    Rect at(int index) const {
        return {left + (width + gap) * static_cast<float>(index), area.y, width, area.h};
    }
};
/// Height of a row with room to breathe.
float compareRowHeight(const CompareColumns& columns);
CompareColumns compareColumns(const CompareModel& model, const Rect& area, float gap);

/// One row a token, a bar in each column; scrolls when the rows do not fit. Returns the height used.
float drawCompareBars(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                      FollowScroll& follow, const Rect& area, bool clickable, Commands& commands);

}  // namespace hw
