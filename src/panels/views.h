// SPDX-License-Identifier: MIT
// The panels' views, one row each: how a panel is drawn and how high it is. The row stands at the end of the panel's
// view (panels/NAME/view.cpp); only the view library sees it, so that page and figures need no Dear ImGui.
#pragma once

#include "core/by_type.h"
#include "page/state/command.h"
#include "panels/page_model.h"
#include "render/gl/matrix_renderer.h"
#include "view/matrix/matrix_ui.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What only the views remember: scroll positions, zoom, what a pointer holds. Never shared.
struct UiState {
    MatrixUi matrix;                     ///< zoom and pan, the same for all matrices
    MatrixRenderer* renderer = nullptr;  ///< set by the platform
    bool moving = false;                 ///< out: a view still moves by itself, draw again
    ByType own;                          ///< what single panels remember
    FollowScroll sentenceScroll;
    double wakeIn = 0;         ///< out: seconds until something comes by itself; 0: nothing
    bool settingHeld = false;  ///< a slider is being dragged
    bool sheet = false;        ///< on a compact page: the settings are shown
};

/// What a view is drawn with, for one frame.
struct PanelDrawing {
    const Pen& pen;
    const PageModel& page;
    UiState& ui;
    bool inPane;  ///< the pane's head has name and question mark
    Commands& commands;

    /// Another panel as a part of this one.
    void draw(Panel panel, const Rect& area) const;
    /// The sign that opens "What am I looking at?", behind the title, or at the end of its `room` where it was cut;
    /// nobody else has room in the title's line if none is given.
    void sign(Panel panel, const Rect& area, const std::string& title) const;
    void sign(Panel panel, const Rect& area, const std::string& title, float room) const;
    void append(const Commands& more) const;
};

struct PanelView {
    void (*draw)(const PanelDrawing& on, const Rect& area);
    /// The height below which it cannot be read at a width, and should scroll instead.
    float (*least)(const PageModel& page, float width);
    /// The height that it likes in a page that scrolls: in a low window that has room for two things side by side, and
    /// in a narrow one (isNarrow).
    float (*wide)(const PageModel& page, float width);
    float (*narrow)(const PageModel& page, float width);
};

#define HW_PANEL_ROW(name, label) extern const PanelView name##View;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

/// "Matrix", as people read it.
const char* panelWord(Panel panel);

/// Draws one view. Each title but those of panes is followed by a sign that opens "What am I looking at?".
void drawPanelView(const Pen& pen, const PageModel& page, UiState& ui, Panel panel,
                   const Rect& area, bool inPane, Commands& commands);

/// The height below which a view at this width cannot be read and should scroll instead.
float leastHeight(const PageModel& page, Panel panel, float width);
/// The height that a view likes on a phone, whose page scrolls.
float phoneHeight(const PageModel& page, Panel panel, float width);

/// A question mark in a thin circle around `centre`: opens the view's "What am I looking at?".
void drawAboutSign(const Pen& pen, Panel panel, ImVec2 centre, Commands& commands);

}  // namespace hw
