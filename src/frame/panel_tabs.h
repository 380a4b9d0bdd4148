// SPDX-License-Identifier: MIT
// The views' names as a row of tabs with a menu of further ones, or one name with a menu; and the method's name with a
// menu.
#pragma once

#include "panels/views.h"

namespace hw {

constexpr float panelWordsHeight = 32;
/// The views' names on one line, with the focused one underlined and other visible ones dark, and the menu of further
/// ones and of those that do not fit.
void drawPanelText(const Pen& pen, const PageModel& model, const Rect& area, Commands& commands);

/// The method's name at the right end of the line, which opens a menu of all. Returns its width.
float drawMethodChoice(const Pen& pen, const PageModel& model, const Rect& area,
                       Commands& commands);

/// The width of the views' names on one line.
float panelWordsWidth(const PageModel& model);

/// The focused view's name, which opens a menu of all.
void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands);

/// A small triangle that marks a menu.
void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour);

}  // namespace hw
