// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Where the compare view's columns stand: the labels at the left (bars only), then one place a column, then one for
/// the difference if there is one. Where they have no room beside each other, bars are stacked and matrices stand in
/// several rows, `perRow` in each.
struct CompareColumns {
    Rect area;
    float labelWidth = 0;
    float left = 0;   ///< of the first column
    float width = 0;  ///< of each
    float gap = 0;
    int count = 1;   ///< the difference included
    int perRow = 1;  ///< of matrices; bars stand in one row
    /// Below each token's name a line for each column, with the column's name before its bar.
    bool stacked = false;
    /// Of the numbers: behind their bars, above them in narrow columns; no room for either: the bars are stacked.
    enum class Numbers { beside, above, none } numbers = Numbers::beside;
    int rows() const { return (count + perRow - 1) / perRow; }
    /// The place of a column; `area` is that of the first row.
    Rect at(int index) const {
        return {left + (width + gap) * static_cast<float>(index % perRow), area.y, width, area.h};
    }
};
/// Of a row of stacked bars: the token's name, each bar below it, and the space after them.
inline constexpr float stackedName = 22;
inline constexpr float stackedLine = 17;
inline constexpr float stackedGap = 9;
/// The font of a key's label: outputs stand out.
ImFont* compareLabelFace(const CompareModel& model, std::size_t key);
/// The width for a number of so many characters.
float compareNumberRoom(int characters);
/// Height of a row with room to breathe.
float compareRowHeight(const CompareColumns& columns);
CompareColumns compareColumns(const CompareModel& model, const Rect& area, float gap);

/// One row a token, a bar in each column; scrolls when the rows do not fit. Returns the height used.
float drawCompareBars(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                      FollowScroll& follow, const Rect& area, bool clickable, Commands& commands);

}  // namespace hw
