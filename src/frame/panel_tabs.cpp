// SPDX-License-Identifier: MIT
#include "frame/panel_tabs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frame/control_menus.h"
#include "page/rules/panes.h"

namespace hw {
namespace {

constexpr float wordGap = 15;  ///< between the names of views
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
        const ImU32 colour = chosen        ? pen.theme.selection
                             : hit.hovered ? pen.theme.ink
                                           : pen.theme.muted;
        drawShape(pen, shapes[i], box, colour);
        if (hit.hovered) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            tooltip(pen, shapeWord(shapes[i]).shown());
        }
        if (hit.clicked) commands.push_back(ArrangePanes{shapes[i]});
        x += iconWidth + 13;
    }
}

/// The row of tabs: what is always there, then what is shown from the menu at its end.
std::vector<Panel> tabsOf(const PageModel& model) {
    std::vector<Panel> row;
    for (const Panel panel : model.offered)
        if (!isUnderMore(panel, model.offered) || model.shows(panel)) row.push_back(panel);
    return row;
}

std::vector<Panel> restOf(const PageModel& model, const std::vector<Panel>& row) {
    std::vector<Panel> rest = model.offered;
    std::erase_if(rest, [&](Panel panel) { return std::ranges::find(row, panel) != row.end(); });
    return rest;
}

constexpr Words moreWord = "More"_tr;
constexpr float tipRoom = 17;  ///< of the triangle after a word that opens a menu

/// A word that opens a menu of views.
void drawViewsMenu(const Pen& pen, const char* id, std::string_view word, ImU32 colour,
                   ImFont* font, ImVec2 at, const std::vector<Panel>& panels, Panel meant,
                   Commands& commands) {
    const float width = wordWidth(font, type::body, word);
    const float height = targetHeight(pen.theme, 28);
    const Hit hit = hitArea(id, {at.x - 6, at.y - height / 2, width + tipRoom + 10, height});
    const ImU32 lit = hit.hovered ? pen.theme.ink : colour;
    textLine(pen, font, type::body, at.x, at.y, lit, word);
    drawTip(pen, {at.x + width + 11, at.y + 3}, lit);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("view menu");
    if (!beginMenu(pen.theme, "view menu", {at.x - 8, at.y - 14, width + 34, 28})) return;
    for (const Panel panel : panels) {
        const Words name = panelWord(panel);
        if (menuLine(pen.theme, name.english().data(), name, "", panel == meant))
            commands.push_back(SetPanel{panel});
    }
    endMenu();
}

}  // namespace

void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour) {
    pen.list->AddTriangleFilled({tip.x - 4, tip.y - 5}, {tip.x + 4, tip.y - 5}, tip, colour);
}

float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands) {
    float x = area.x;
    float y = area.y;
    const float room = shapes ? area.w - 5 * (iconWidth + 13) - 8 : area.w;
    const std::vector<Panel> row = tabsOf(model);
    const std::vector<Panel> rest = restOf(model, row);
    // A short word's target is wider than the word under a finger.
    const auto makeRoom = [&](float width) {
        const float beyond = std::max((targetHeight(pen.theme, 0) - width) / 2, 0.0F);
        if (x <= area.x || x + width + beyond <= area.x + room) return;
        x = area.x;
        y += targetHeight(pen.theme, 32);
    };
    for (const Panel panel : row) {
        const Words word = panelWord(panel);
        const bool meant = model.panel == panel;
        const float width = wordWidth(fonts().semibold, type::body, word);
        makeRoom(width);
        ImFont* font = model.shows(panel) ? fonts().semibold : fonts().text;
        if (tabWord(pen, word.english().data(), font, type::body, x, y + 14, word, meant).clicked) {
            commands.push_back(SetPanel{panel});
        }
        x += width + wordGap;
    }
    if (!rest.empty()) {
        makeRoom(wordWidth(fonts().text, type::body, moreWord) + tipRoom);
        drawViewsMenu(pen, "more views", moreWord, pen.theme.muted, fonts().text, {x, y + 14}, rest,
                      model.panel, commands);
    }
    if (shapes) drawShapes(pen, model, area.right(), area.y + 14, commands);
    return y + 32 - area.y;
}

float panelWordsWidth(const PageModel& model) {
    float width = wordWidth(fonts().text, type::body, moreWord) + tipRoom;
    for (const Panel panel : tabsOf(model))
        width += wordWidth(fonts().semibold, type::body, panelWord(panel)) + wordGap;
    return width;
}

void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands) {
    drawViewsMenu(pen, "view", panelWord(model.panel), pen.theme.ink, fonts().semibold, {x, middle},
                  model.offered, model.panel, commands);
}

}  // namespace hw
