// SPDX-License-Identifier: MIT
// The views' names: a row of tabs in groups, or one name with a menu; and the method's name with a menu.
#pragma once

#include <optional>
#include <vector>

#include "panels/views.h"

namespace hw {

/// The views' names, the focused one underlined, other visible ones dark. Wraps; returns the height.
float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, Commands& commands);

/// The method's name at the right end of the line, which opens a menu of all; returns its width.
float drawMethodChoice(const Pen& pen, const PageModel& model, const Rect& area,
                       Commands& commands);

/// The width of the views' names on one line.
float panelWordsWidth(const PageModel& model);

/// The focused view's name, which opens a menu of all.
void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands);

/// The panels by group, in each as they are offered.
std::vector<Panel> inGroups(std::vector<Panel> panels);
/// The heading of a panel's group in a menu, above the group's first; `group` is that of the line before.
void beginGroup(const Theme& theme, Panel panel, std::optional<PanelGroup>& group);

/// A small triangle: here a menu opens.
void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour);

}  // namespace hw
