// SPDX-License-Identifier: MIT
// The views' part of a wide page: the row of their names, and below it one view or several panes.
#pragma once

#include "panels/views.h"

namespace hw {

/// The views by name, the meant one underlined, the other shown ones dark; with `shapes` the ways to
/// stand side by side at the right. Wraps; returns the height.
float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands);

/// The width of the views' names in one line.
float panelWordsWidth(const PageModel& model);

/// The meant view's name, which opens a menu of all.
void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands);

/// All shown views, or the one that is meant where `panes` has none. A pane has a head (name: another view; question mark; fill the window; close) and
/// scrolls where it is lower than its view can be; dividers move under the pointer, a double click
/// puts them in the middle.
void drawPanes(const Pen& pen, const PageModel& model, const Panes& panes, UiState& ui,
               const Rect& area, Commands& commands);

/// The height at which all of `panes`, or the one view where there are none, can be read.
float panesHeight(const PageModel& model, const Panes& panes, float width);

}  // namespace hw
