// SPDX-License-Identifier: MIT
// Any one of the views, by its name, in any place.
#pragma once

#include "view/frame/page.h"
#include "view/widgets/widgets.h"

namespace hw {

/// "Matrix", as people read it.
const char* panelWord(Panel panel);

/// Draws one view. Each title but those of panes (whose heads have it) is followed by a sign that
/// opens "What am I looking at?".
void drawPanelView(const Pen& pen, const PageModel& model, UiState& ui, Panel panel,
                   const Rect& area, bool inPane, Commands& commands);

/// The height below which a view at this width cannot be read and should scroll instead.
float leastHeight(const PageModel& model, Panel panel, float width);
/// The height that a view likes on a phone, whose page scrolls.
float phoneHeight(const PageModel& model, Panel panel, float width);

/// A question mark in a thin circle around `centre`: opens the view's "What am I looking at?".
void drawAboutSign(const Pen& pen, Panel panel, ImVec2 centre, Commands& commands);

}  // namespace hw
