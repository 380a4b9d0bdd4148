// SPDX-License-Identifier: MIT
// The views' part of a wide page: the row of their names, and below it one view or several panes.
#pragma once

#include "view/panel_views.h"

namespace hw {

/// The views by name, the meant one underlined, the other shown ones dark; with `shapes` the ways to
/// stand side by side at the right. Wraps; returns the height.
float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands);

/// All shown views. A pane has a head (name: another view; question mark; fill the window; close) and
/// scrolls where it is lower than its view can be; dividers move under the pointer, a double click
/// puts them in the middle.
void drawPanes(const Pen& pen, const PageModel& model, UiState& ui, const Rect& area,
               Commands& commands);

}  // namespace hw
