// SPDX-License-Identifier: MIT
#include "panels/views.h"

#include <algorithm>
#include <utility>

namespace hw {
namespace {

#define HW_PANEL_ADDRESS(name, label, words) &name##View,
constexpr const PanelView* views[] = {HW_PANELS(HW_PANEL_ADDRESS)};
#undef HW_PANEL_ADDRESS

const PanelView& viewOf(Panel panel) { return *views[std::to_underlying(panel)]; }

}  // namespace

void PanelDrawing::draw(Panel panel, const Rect& area) const { viewOf(panel).draw(*this, area); }

void PanelDrawing::sign(Panel panel, const Rect& area, const std::string& title) const {
    sign(panel, area, title, area.w - aboutRoom);
}

void PanelDrawing::sign(Panel panel, const Rect& area, const std::string& title, float room) const {
    if (inPane || title.empty()) return;
    const float width = std::min(wordWidth(fonts().semibold, type::title, title), room);
    drawAboutSign(pen, panel, {area.x + width + 18, area.y + 10}, commands);
}

void PanelDrawing::append(const Commands& more) const {
    commands.insert(commands.end(), more.begin(), more.end());
}

LocalizedText panelWord(Panel panel) { return wordOf(panel).label; }

void drawPanelView(const Pen& pen, const PageModel& page, UiState& ui, Panel panel,
                   const Rect& area, bool inPane, Commands& commands) {
    ImGui::PushID(static_cast<int>(panel));
    PanelDrawing{pen, page, ui, inPane, commands}.draw(panel, area);
    ImGui::PopID();
}

float leastHeight(const PageModel& page, Panel panel, float width) {
    return viewOf(panel).leastHeight(page, width);
}

float phoneHeight(const PageModel& page, Panel panel, float width) {
    return isNarrow(width) ? viewOf(panel).narrowHeight(page, width)
                           : viewOf(panel).wideHeight(page, width);
}

void drawAboutSign(const Pen& pen, Panel panel, ImVec2 centre, Commands& commands) {
    constexpr float radius = 7.5F;
    ImGui::PushID(static_cast<int>(panel));
    const float size = targetHeight(pen.theme, 24);
    const Hit hit = hitArea("about", {centre.x - size / 2, centre.y - size / 2, size, size});
    ImGui::PopID();
    const ImU32 colour = hit.hovered ? pen.theme.ink : pen.theme.muted;
    pen.list->AddCircle(centre, radius, faded(colour, hit.hovered ? 1.0F : 0.7F), 24, 1);
    textLine(pen, fonts().text, type::label, centre.x, centre.y, colour, "?", Align::centre);
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, "What am I looking at?"_tr);
    }
    if (hit.clicked) commands.push_back(ShowDialog{"about-" + std::string(nameOf(panel))});
}

}  // namespace hw
