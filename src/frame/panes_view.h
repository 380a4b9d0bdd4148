// SPDX-License-Identifier: MIT
// The views below the row of their names, as one view or as several panes.
#pragma once

#include "panels/views.h"

namespace hw {

/// All visible views, or the focused one if `panes` is empty. A pane has a header (its name with a menu of views, a
/// question mark, a button to fill the window, a button to close) and scrolls if it is lower than its view's min
/// height. Dividers can be dragged, and a double click centres them.
void drawPanes(const Pen& pen, const PageModel& model, const Panes& panes, UiState& ui,
               const Rect& area, Commands& commands);

/// The min height of all of `panes`, or of the single view if there are none.
float panesHeight(const PageModel& model, const Panes& panes, float width);

}  // namespace hw
