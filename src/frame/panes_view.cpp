// SPDX-License-Identifier: MIT
#include "frame/panes_view.h"

#include <algorithm>
#include <cmath>

#include "frame/panel_tabs.h"
#include "page/rules/panes.h"
#include "view/widgets/gesture.h"
#include "view/widgets/menu.h"

namespace hw {
namespace {

constexpr float betweenPanes = 40;  ///< between columns, with the divider in the middle
constexpr float above = 34;         ///< between panes in a column
constexpr float paneHeadHeight = 30;

/// A small icon as a button. Returns true if it was clicked.
bool drawIcon(const Pen& pen, const char* id, ImVec2 centre, std::string_view says, bool cross) {
    const float size = targetHeight(pen.theme, 22);
    const Hit hit = hitArea(id, {centre.x - size / 2, centre.y - size / 2, size, size});
    const ImU32 colour = hit.hovered ? pen.theme.ink : pen.theme.muted;
    constexpr float r = 4;
    if (cross) {
        pen.list->AddLine({centre.x - r, centre.y - r}, {centre.x + r, centre.y + r}, colour, 1.2F);
        pen.list->AddLine({centre.x - r, centre.y + r}, {centre.x + r, centre.y - r}, colour, 1.2F);
    } else {
        pen.list->AddRect({centre.x - 6, centre.y - 4.5F}, {centre.x + 6, centre.y + 4.5F}, colour,
                          1.5F, 0, 1.2F);
    }
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, says);
    }
    return hit.clicked;
}

void drawMenu(const Pen& pen, const PageModel& model, Panel panel, const Rect& anchor,
              Commands& commands) {
    if (!beginMenu(pen.theme, "views", anchor)) return;
    for (const Panel other : model.offered) {
        if (other == Panel::overview) continue;
        const bool elsewhere = other != panel && model.shows(other);
        if (menuLine(pen.theme, panelWord(other).english().data(), panelWord(other),
                     elsewhere ? "swaps places"_tr : LocalizedText(), other == panel)) {
            commands.push_back(ReplacePane{panel, other});
        }
    }
    endMenu();
}

/// Name with a small triangle at the left, icons at the right.
void drawHead(const Pen& pen, const PageModel& model, Panel panel, const Rect& area,
              Commands& commands) {
    const float middle = area.y + 9;
    const bool meant = model.panel == panel;
    const std::string_view word = panelWord(panel);
    const float width = wordWidth(fonts().semibold, type::small, word);
    const float height = targetHeight(pen.theme, 26);
    const Hit hit = hitArea("name", {area.x - 4, middle - height / 2, width + 26, height});
    const ImU32 colour = meant         ? pen.theme.selection
                         : hit.hovered ? pen.theme.ink
                                       : pen.theme.muted;
    textLine(pen, fonts().semibold, type::small, area.x, middle, colour, word);
    drawTip(pen, {area.x + width + 11, middle + 3}, colour);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("views");
    drawMenu(pen, model, panel, {area.x, area.y, width + 22, 22}, commands);
    const float x = area.right() - 10;
    if (drawIcon(pen, "close", {x, middle}, "Close this view (x)"_tr, true)) {
        commands.push_back(ClosePane{panel});
    }
    if (drawIcon(pen, "fill", {x - height, middle}, "Only this view"_tr, false)) {
        commands.push_back(FocusPane{panel});
        commands.push_back(ArrangePanes{{1}});
    }
    drawAboutSign(pen, panel, {x - 2 * height, middle}, commands);
}

/// The view below its header, in a child window that scrolls if necessary.
void drawBody(const Pen& pen, const PageModel& model, UiState& ui, Panel panel, const Rect& area,
              Commands& commands) {
    if (area.w < 40 || area.h < 24) return;
    // Labels of an axis may extend a little beyond a view's own place.
    constexpr float margin = 8;
    ImGui::SetCursorScreenPos({area.x - margin, area.y});
    ImGui::BeginChild("pane", {area.w + 2 * margin, area.h}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float least = leastHeight(model, panel, area.w);
    const bool scrolls = least > area.h + 1;
    const Rect place{area.x, area.y - ImGui::GetScrollY(), area.w - (scrolls ? 8 : 0),
                     std::max(area.h, least)};
    drawPanelView(inner, model, ui, panel, place, true, commands);
    if (scrolls) {
        ImGui::SetCursorScreenPos({place.x, place.bottom() - 1});
        ImGui::Dummy({1, 1});
    }
    ImGui::EndChild();
}

/// A thin line in the middle of the gap, which can be dragged.
void drawDivider(const Pen& pen, const Panes& panes, const DividerPlace& place, int index,
                 const Rect& area, Commands& commands) {
    const auto along = [&](double share, float from, float size) {
        return std::round(from + static_cast<float>(share) * size);
    };
    Rect line;
    if (place.upright) {
        line = {along(place.at, area.x, area.w), area.y, 1, area.h};
    } else {
        const float left =
            along(place.from, area.x, area.w) + (place.from > 0 ? betweenPanes / 2 : 0);
        const float right = along(place.to, area.x, area.w) - (place.to < 1 ? betweenPanes / 2 : 0);
        line = {left, along(place.at, area.y, area.h), right - left, 1};
    }
    const Rect grip =
        place.upright ? Rect{line.x - 7, line.y, 14, line.h} : Rect{line.x, line.y - 7, line.w, 14};
    ImGui::PushID(index);
    const Hit hit = hitArea("divider", grip);
    ImGui::PopID();
    const bool lit = hit.hovered || hit.held;
    gesture().wantsDrag |= lit;
    const float more = lit ? 1 : 0;
    pen.list->AddRectFilled(
        {line.x, line.y},
        {line.right() + (place.upright ? more : 0), line.bottom() + (place.upright ? 0 : more)},
        lit ? pen.theme.muted : pen.theme.rule);
    if (lit) {
        ImGui::SetMouseCursor(place.upright ? ImGuiMouseCursor_ResizeEW
                                            : ImGuiMouseCursor_ResizeNS);
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float at = place.upright ? (mouse.x - area.x) / area.w : (mouse.y - area.y) / area.h;
    const bool twice = hit.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    if (twice) {
        commands.push_back(Set{&ViewState::panes, withDivider(panes, index, 0.5)});
    } else if (hit.isDragged(2)) {
        commands.push_back(Set{&ViewState::panes,
                               withDivider(panes, index, static_cast<double>(at)), hit.released});
    }
}

/// The pane's area: its share less half of each gap next to it.
Rect roomOf(const PanePlace& place, const Rect& area) {
    const auto x = [&](double share) {
        return std::round(area.x + static_cast<float>(share) * area.w);
    };
    const auto y = [&](double share) {
        return std::round(area.y + static_cast<float>(share) * area.h);
    };
    const float left = x(place.x) + (place.x > 0 ? betweenPanes / 2 : 0);
    const float top = y(place.y) + (place.y > 0 ? above / 2 : 0);
    const float right = x(place.x + place.w) - (place.x + place.w < 0.9999 ? betweenPanes / 2 : 0);
    const float bottom = y(place.y + place.h) - (place.y + place.h < 0.9999 ? above / 2 : 0);
    return {left, top, std::max(right - left, 1.0F), std::max(bottom - top, 1.0F)};
}

}  // namespace

float panesHeight(const PageModel& model, const Panes& panes, float width) {
    if (panes.columns.empty()) return phoneHeight(model, model.panel, width);
    float height = 0;
    for (const PanePlace& place : placesOf(panes)) {
        const float room = roomOf(place, {0, 0, width, 1e4F}).w;
        const float least = leastHeight(model, place.panel, room) + paneHeadHeight + above;
        height = std::max(height, least / std::max(static_cast<float>(place.h), 0.01F));
    }
    return height;
}

void drawPanes(const Pen& pen, const PageModel& model, const Panes& panes, UiState& ui,
               const Rect& area, Commands& commands) {
    if (panes.columns.empty()) {
        drawPanelView(pen, model, ui, model.panel, area, false, commands);
        return;
    }
    for (const PanePlace& place : placesOf(panes)) {
        Rect room = roomOf(place, area);
        ImGui::PushID(100 + static_cast<int>(place.panel));
        drawHead(pen, model, place.panel, room, commands);
        const Rect body{room.x, room.y + paneHeadHeight, room.w, room.h - paneHeadHeight};
        drawBody(pen, model, ui, place.panel, body, commands);
        ImGui::PopID();
        const bool pressed =
            ImGui::IsMouseClicked(ImGuiMouseButton_Left) && room.contains(ImGui::GetIO().MousePos);
        if (pressed && place.panel != model.panel) commands.push_back(FocusPane{place.panel});
    }
    const std::vector<DividerPlace> dividers = dividersOf(panes);
    for (std::size_t i = 0; i < dividers.size(); ++i) {
        drawDivider(pen, panes, dividers[i], static_cast<int>(i), area, commands);
    }
}

}  // namespace hw
