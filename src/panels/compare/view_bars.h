// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Layout of the compare view's columns: labels at the left (bars only), then the columns, then the difference if there
/// is one. If they do not fit side by side, bars are stacked and matrices go into several rows of `perRow`.
struct CompareColumns {
    Rect area;
    float labelWidth = 0;
    float left = 0;   ///< left edge of the first column
    float width = 0;  ///< width of each
    float gap = 0;
    int count = 1;   ///< including the difference
    int perRow = 1;  ///< matrices per row. Bars have a single row
    /// Below each token's name one line per column, with the column's name before its bar.
    bool stacked = false;
    /// Position of the numbers. To the right of the bars, above them in narrow columns, or none if nothing fits.
    enum class Numbers { beside, above, none } numbers = Numbers::beside;
    int rows() const { return (count + perRow - 1) / perRow; }
    /// The rectangle of a column. `area` is that of the first row.
    Rect at(int index) const {
        return {left + (width + gap) * static_cast<float>(index % perRow), area.y, width, area.h};
    }
};
/// Sizes in a row of stacked bars, for the token's name, each bar below it, and the space after them.
inline constexpr float stackedName = 22;
inline constexpr float stackedLine = 17;
inline constexpr float stackedGap = 9;
/// The font of a key's label, bold for outputs.
ImFont* compareLabelFace(const CompareModel& model, std::size_t key);
/// The width for a number of this many characters.
float compareNumberRoom(int characters);
/// Height of a comfortable row.
float compareRowHeight(const CompareColumns& columns);
CompareColumns compareColumns(const CompareModel& model, const Rect& area, float gap);

/// One row per token, with a bar in each column. Scrolls if the rows do not fit. Returns the height used.
float drawCompareBars(const Pen& pen, const CompareModel& model, const CompareColumns& columns,
                      FollowScroll& follow, const Rect& area, bool clickable, Commands& commands);

}  // namespace hw
