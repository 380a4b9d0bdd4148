// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/compare/model.h"
#include "panels/matrix/view.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Two to four columns over one token axis, as bars or as matrices with a linked cursor; for two of them
/// the difference; below, the table of rank correlations. A click on a column's name opens its menu; one
/// on a correlation shows the difference of the two. `ui` is the zoom window that all matrices share.
/// O(visible rows).
void drawCompare(const Pen& pen, const CompareModel& model, MatrixUi& ui, MatrixRenderer* renderer,
                 FollowScroll& follow, const Rect& area, bool clickable, Commands& commands);

/// Space for the title in a view this wide.
float compareTitleRoom(const CompareModel& model, float width);
/// Preferred height of the view at this width.
float compareHeight(const CompareModel& model, float width);

}  // namespace hw
