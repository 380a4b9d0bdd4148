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

/// Title at the left; at the right, or below it, what the columns are drawn as, comparisons by one click, and one
/// column more. Returns the height.
float drawCompareTitle(const Pen& pen, const CompareModel& model, const Rect& area,
                       Commands& commands);
float compareTitleHeight(const CompareModel& model, float width);
/// What the title has of a view this wide.
float compareTitleRoom(const CompareModel& model, float width);

/// A column's name with a mark that it opens its menu, and below it, or behind it in one line, what the column covers.
void drawCompareHeader(const Pen& pen, const CompareModel& model, int index, const Rect& area,
                       bool oneLine, Commands& commands);
void drawDifferenceHeader(const Pen& pen, const CompareModel& model, const Rect& area);

}  // namespace hw
