// SPDX-License-Identifier: MIT
// The names of the compare view's columns.
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float compareHeaderHeight = 46;
/// A header in one line, where columns are stacked.
float compareHeaderLine(const Pen& pen);

/// A column's name with a mark that it opens its menu, and below it, or behind it in one line, what the column covers.
void drawCompareHeader(const Pen& pen, const CompareModel& model, int index, const Rect& area,
                       bool oneLine, Commands& commands);
void drawDifferenceHeader(const Pen& pen, const CompareModel& model, const Rect& area);

}  // namespace hw
