// SPDX-License-Identifier: MIT
// The panels' views, one row each, with functions for drawing and height. The row is at the end of
// panels/NAME/view.cpp. Only the view library uses it, so that page and figures need no Dear ImGui.
#pragma once

#include <vector>

#include "core/by_type.h"
#include "page/state/command.h"
#include "panels/page_model.h"
#include "render/gl/matrix_renderer.h"
#include "view/matrix/matrix_ui.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The place of a panel that is drawn outside the canvas.
struct Reserved {
    Panel panel;
    Rect area;
    Rect seen;  ///< the visible part of its surroundings. The rest of the area is scrolled away
};

/// State that only the views have, such as scroll positions, zoom, and the dragged control. Never shared.
struct UiState {
    MatrixUi matrix;                     ///< zoom and pan, shared by all matrices
    MatrixRenderer* renderer = nullptr;  ///< set by the platform
    bool moving = false;                 ///< output: an animation is running, so draw again
    ByType own;                          ///< state of single panels
    std::vector<Reserved> reserved;      ///< output: the areas in this frame
    FollowScroll sentenceScroll;
    double wakeIn = 0;       ///< output: seconds until something changes without input, 0 for never
    bool allTokens = false;  ///< the sentence shows all of many tokens, not only one line
    float head = 0;          ///< output: the height of the page's head
    float room = 0;          ///< height below the head for a model's sentence (web/model/line)
};

/// The inputs for drawing one frame of a view.
struct PanelDrawing {
    const Pen& pen;
    const PageModel& page;
    UiState& ui;
    bool inPane;  ///< the pane's head has the name and the question mark
    Commands& commands;

    /// Draws another panel as part of this one.
    void draw(Panel panel, const Rect& area) const;
    /// The question mark that opens "What am I looking at?", after the title, or at the end of its `room` if it was
    /// cut. Without `room` the title has the whole line.
    void sign(Panel panel, const Rect& area, const std::string& title) const;
    void sign(Panel panel, const Rect& area, const std::string& title, float room) const;
    void append(const Commands& more) const;
};

struct PanelView {
    void (*draw)(const PanelDrawing& on, const Rect& area);
    /// The min height for reading it at a width. Below that it should scroll.
    float (*leastHeight)(const PageModel& page, float width);
    /// The preferred height on a page that scrolls, in a low window that fits two things side by side, and in a narrow
    /// one (isNarrow).
    float (*wideHeight)(const PageModel& page, float width);
    float (*narrowHeight)(const PageModel& page, float width);
};

#define HW_PANEL_ROW(name, label, words) extern const PanelView name##View;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

/// The panel's label, "Matrix".
LocalizedText panelWord(Panel panel);

/// Draws one view. Each title, except in panes, is followed by a question mark for "What am I looking at?".
void drawPanelView(const Pen& pen, const PageModel& page, UiState& ui, Panel panel,
                   const Rect& area, bool inPane, Commands& commands);

/// The min height for reading a view at this width. Below that it should scroll.
float leastHeight(const PageModel& page, Panel panel, float width);
/// The preferred height of a view on a phone, where the page scrolls.
float phoneHeight(const PageModel& page, Panel panel, float width);

/// A question mark in a thin circle around `centre` that opens "What am I looking at?" for the view.
void drawAboutSign(const Pen& pen, Panel panel, ImVec2 centre, Commands& commands);

}  // namespace hw
