// SPDX-License-Identifier: MIT
// The names of the compare view's columns.
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "view/widgets/widgets.h"

namespace hw {

inline constexpr float compareHeaderHeight = 46;
/// Height of a one-line header, used where columns are stacked.
float compareHeaderLine(const Pen& pen);

/// A column's name with a sign that it opens a menu, and what the column covers: below it, or after it.
void drawCompareHeader(const Pen& pen, const CompareModel& model, int index, const Rect& area,
                       bool oneLine, Commands& commands);
void drawDifferenceHeader(const Pen& pen, const CompareModel& model, const Rect& area);

}  // namespace hw
