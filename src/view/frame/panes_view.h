// SPDX-License-Identifier: MIT
// The views in a wide page: the row of their names, and below it one view or several panes.
#pragma once

#include "panels/views.h"

namespace hw {

/// The views' names, the focused one underlined, other visible ones dark; with `shapes` the arrangements
/// of panes at the right. Wraps; returns the height.
float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands);

/// The width of the views' names on one line.
float panelWordsWidth(const PageModel& model);

/// The focused view's name, which opens a menu of all.
void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands);

/// All visible views, or the focused one if `panes` is empty. A pane has a head (name: another view; question
/// mark; fill the window; close) and scrolls if it is lower than its view's min height; dividers can be
/// dragged, a double click centres them.
void drawPanes(const Pen& pen, const PageModel& model, const Panes& panes, UiState& ui,
               const Rect& area, Commands& commands);

/// The min height of all of `panes`, or of the single view if there are none.
float panesHeight(const PageModel& model, const Panes& panes, float width);

}  // namespace hw
