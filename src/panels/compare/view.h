// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "panels/matrix/view.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Two to six columns over one token axis, as bars or as matrices with one cursor; for two of them
/// the difference; below, the table of rank correlations. A click on a column's name opens its menu,
/// on a correlation it shows the difference of the two. `ui` is the window that all matrices share.
/// O(visible rows).
void drawCompare(const Pen& pen, const CompareModel& model, MatrixUi& ui, MatrixRenderer* renderer,
                 FollowScroll& follow, const Rect& area, bool clickable, Commands& commands);

/// Height that the view would like at this width.
float compareHeight(const CompareModel& model, float width);

}  // namespace hw
