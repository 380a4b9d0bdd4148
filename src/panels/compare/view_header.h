// SPDX-License-Identifier: MIT
// The title of the compare view, and the names of its columns.
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float compareHeaderHeight = 46;
/// Height of a one-line header, used where columns are stacked.
float compareHeaderLine(const Pen& pen);

/// Title at the left. To the right or below are the controls, which change the form, make comparisons by one click, and
/// add a column. Returns the height.
float drawCompareTitle(const Pen& pen, const CompareModel& model, const Rect& area,
                       Commands& commands);
float compareTitleHeight(const CompareModel& model, float width);
/// The width of the title in a view this wide.
float compareTitleRoom(const CompareModel& model, float width);

/// A column's name with a mark for its menu, and the column's layers and changes below it, or after it in one line.
void drawCompareHeader(const Pen& pen, const CompareModel& model, int index, const Rect& area,
                       bool oneLine, Commands& commands);
void drawDifferenceHeader(const Pen& pen, const CompareModel& model, const Rect& area);

}  // namespace hw
