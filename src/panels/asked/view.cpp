// SPDX-License-Identifier: MIT
// The place of a view that asks the model. Its content is elements over the canvas (web/model/open/views.js), which
// cover the drawing.
#include <algorithm>

#include "panels/views.h"

namespace hw {
namespace {

/// Width of the canvas next to a view that fills it on a phone, so that a finger can scroll the page.
constexpr float leftToScroll = 76;

template <Panel panel>
void reserve(const PanelDrawing& on, const Rect& area) {
    const ImVec2 min = on.pen.list->GetClipRectMin();
    const ImVec2 max = on.pen.list->GetClipRectMax();
    on.ui.reserved.push_back({panel, area, {min.x, min.y, max.x - min.x, max.y - min.y}});
    textBlock(on.pen, fonts().text, type::body, area, on.pen.theme.muted,
              "This model was closed. Open it again."_tr);
}

template <Panel panel>
constexpr PanelView viewOf{
    .draw = reserve<panel>,
    .leastHeight = [](const PageModel&, float) { return 120.0F; },  // its content scrolls
    .wideHeight = [](const PageModel&, float) { return 420.0F; },
    .narrowHeight =
        [](const PageModel&, float) {
            return std::max(ImGui::GetIO().DisplaySize.y - leftToScroll, 280.0F);
        },
};

}  // namespace

constinit const PanelView wordsView = viewOf<Panel::words>;
constinit const PanelView lensView = viewOf<Panel::lens>;
constinit const PanelView swapView = viewOf<Panel::swap>;
constinit const PanelView experimentView = viewOf<Panel::experiment>;
constinit const PanelView decidesView = viewOf<Panel::decides>;
constinit const PanelView circuitView = viewOf<Panel::circuit>;
constinit const PanelView patchesView = viewOf<Panel::patches>;
constinit const PanelView contactsView = viewOf<Panel::contacts>;
constinit const PanelView soundView = viewOf<Panel::sound>;

}  // namespace hw
