// SPDX-License-Identifier: MIT
#include "view/frame/panes_view.h"

#include <algorithm>
#include <cmath>

#include "page/state/panes.h"
#include "view/frame/control_menus.h"
#include "view/widgets/gesture.h"

namespace hw {
namespace {

constexpr float betweenPanes = 40;  ///< of columns, the divider in the middle
constexpr float above = 34;         ///< of panes in a column
constexpr float paneHeadHeight = 30;
constexpr float wordGap = 24;  ///< between the names of views
constexpr float iconWidth = 19;
constexpr float iconHeight = 13;

/// A shape as a small drawing: the window's outline with its divisions.
void drawShape(const Pen& pen, const PaneShape& shape, const Rect& box, ImU32 colour) {
    pen.list->AddRect(box.min(), box.max(), colour, 2, 0, 1);
    const auto columns = static_cast<float>(shape.size());
    for (std::size_t c = 0; c < shape.size(); ++c) {
        const float left = std::round(box.x + box.w * static_cast<float>(c) / columns);
        const float right = std::round(box.x + box.w * static_cast<float>(c + 1) / columns);
        if (c > 0) vline(pen, left, box.y, box.bottom(), colour);
        for (int row = 1; row < shape[c]; ++row) {
            const float share = static_cast<float>(row) / static_cast<float>(shape[c]);
            hline(pen, left, right, std::round(box.y + box.h * share), colour);
        }
    }
}

void drawShapes(const Pen& pen, const PageModel& model, float right, float middle,
                Commands& commands) {
    const auto shapes = offeredShapes();
    const PaneShape present = shapeOf(model.panes);
    float x = right - static_cast<float>(shapes.size()) * (iconWidth + 13) + 13;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Rect box{std::round(x), std::round(middle - iconHeight / 2), iconWidth, iconHeight};
        ImGui::PushID(static_cast<int>(i));
        const float height = targetHeight(pen.theme, box.h + 16);
        const Hit hit = hitArea("shape", {box.x - 6, middle - height / 2, box.w + 12, height});
        ImGui::PopID();
        const bool chosen = shapes[i] == present;
        const ImU32 colour = chosen || hit.hovered ? pen.theme.selection : pen.theme.muted;
        drawShape(pen, shapes[i], box, colour);
        if (hit.hovered) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            tooltip(pen, shapeName(shapes[i]));
        }
        if (hit.clicked) commands.push_back(ArrangePanes{shapes[i]});
        x += iconWidth + 13;
    }
}

/// A small drawing that does something; returns true if it was clicked.
bool drawIcon(const Pen& pen, const char* id, ImVec2 centre, std::string_view says, bool cross) {
    const float size = targetHeight(pen.theme, 22);
    const Hit hit = hitArea(id, {centre.x - size / 2, centre.y - size / 2, size, size});
    const ImU32 colour = hit.hovered ? pen.theme.selection : pen.theme.muted;
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
                     elsewhere ? "changes places"_tr : Words(), other == panel)) {
            commands.push_back(ReplacePane{panel, other});
        }
    }
    endMenu();
}

/// A small triangle: here a menu opens.
void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour) {
    pen.list->AddTriangleFilled({tip.x - 4, tip.y - 5}, {tip.x + 4, tip.y - 5}, tip, colour);
}

/// Name with a small triangle at the left, signs at the right.
void drawHead(const Pen& pen, const PageModel& model, Panel panel, const Rect& area,
              Commands& commands) {
    const float middle = area.y + 9;
    const bool meant = model.panel == panel;
    const std::string_view word = panelWord(panel);
    const float width = wordWidth(fonts().semibold, type::small, word);
    const float height = targetHeight(pen.theme, 26);
    const Hit hit = hitArea("name", {area.x - 4, middle - height / 2, width + 26, height});
    const ImU32 colour = meant || hit.hovered ? pen.theme.selection : pen.theme.muted;
    textLine(pen, fonts().semibold, type::small, area.x, middle, colour, word);
    drawTip(pen, {area.x + width + 11, middle + 3}, colour);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("views");
    drawMenu(pen, model, panel, {area.x, area.y, width + 22, 22}, commands);
    const float x = area.right() - 10;
    if (drawIcon(pen, "close", {x, middle}, "Close this view (x)"_tr, true)) {
        commands.push_back(ClosePane{panel});
    }
    if (drawIcon(pen, "fill", {x - height, middle}, "This view alone"_tr, false)) {
        commands.push_back(FillWindow{panel});
    }
    drawAboutSign(pen, panel, {x - 2 * height, middle}, commands);
}

/// The view below its head, in a window of its own that scrolls if it has to.
void drawBody(const Pen& pen, const PageModel& model, UiState& ui, Panel panel, const Rect& area,
              Commands& commands) {
    if (area.w < 40 || area.h < 24) return;
    // Labels of an axis may stand a little outside a view's own place.
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

/// A thin rule in the middle of the gap, to be dragged.
void drawDivider(const Pen& pen, const DividerPlace& place, int index, const Rect& area,
                 Commands& commands) {
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
        lit ? pen.theme.selection : pen.theme.rule);
    if (lit) {
        ImGui::SetMouseCursor(place.upright ? ImGuiMouseCursor_ResizeEW
                                            : ImGuiMouseCursor_ResizeNS);
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float at = place.upright ? (mouse.x - area.x) / area.w : (mouse.y - area.y) / area.h;
    const bool twice = hit.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    if (twice) {
        commands.push_back(MoveDivider{index, 0.5, true});
    } else if (hit.isDragged(2)) {
        commands.push_back(MoveDivider{index, static_cast<double>(at), hit.released});
    }
}

/// The pane's room: its share less half of each gap beside it.
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

float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands) {
    float x = area.x;
    float y = area.y;
    const float room = shapes ? area.w - 5 * (iconWidth + 13) - 16 : area.w;
    for (const Panel panel : model.offered) {
        const Words word = panelWord(panel);
        const bool meant = model.panel == panel;
        const float width = wordWidth(fonts().semibold, type::body, word);
        if (x > area.x && x + width > area.x + room) {
            x = area.x;
            y += targetHeight(pen.theme, 32);
        }
        ImFont* font = model.shows(panel) ? fonts().semibold : fonts().text;
        if (wordButton(pen, word.english().data(), font, type::body, x, y + 14, word, meant, true,
                       ButtonLook::tab)
                .clicked) {
            commands.push_back(SetPanel{panel});
        }
        x += width + wordGap;
    }
    if (shapes) drawShapes(pen, model, area.right(), area.y + 14, commands);
    return y + 32 - area.y;
}

float panelWordsWidth(const PageModel& model) {
    float width = 0;
    for (const Panel panel : model.offered)
        width += wordWidth(fonts().semibold, type::body, panelWord(panel)) + wordGap;
    return width;
}

void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands) {
    const std::string_view word = panelWord(model.panel);
    const float width = wordWidth(fonts().semibold, type::body, word);
    const Hit hit = hitArea("view", {x - 8, middle - 20, width + 34, 40});
    const ImU32 colour = hit.hovered ? pen.theme.selection : pen.theme.ink;
    textLine(pen, fonts().semibold, type::body, x, middle, colour, word);
    drawTip(pen, {x + width + 11, middle + 3}, colour);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("view menu");
    if (!beginMenu(pen.theme, "view menu", {x - 8, middle - 14, width + 34, 28})) return;
    for (const Panel panel : model.offered) {
        const Words name = panelWord(panel);
        if (menuLine(pen.theme, name.english().data(), name, "", panel == model.panel)) {
            commands.push_back(SetPanel{panel});
        }
    }
    endMenu();
}

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
        drawDivider(pen, dividers[i], static_cast<int>(i), area, commands);
    }
}

}  // namespace hw
