// SPDX-License-Identifier: MIT
#include "frame/panel_tabs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frame/control_menus.h"
#include "page/rules/panes.h"

namespace hw {
namespace {

constexpr float wordGap = 17;   ///< between the names of views
constexpr float groupGap = 12;  ///< more between groups of them, with a rule in it
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

}  // namespace

std::vector<Panel> inGroups(std::vector<Panel> panels) {
    std::ranges::stable_sort(panels, {}, groupOf);
    return panels;
}

void beginGroup(const Theme& theme, Panel panel, std::optional<PanelGroup>& group) {
    static constexpr Words words[] = {"LOOK"_tr, "FOLLOW"_tr, "COMPARE"_tr, "CHECK"_tr};
    if (group == groupOf(panel)) return;
    group = groupOf(panel);
    menuTitle(theme, words[std::to_underlying(*group)]);
}

void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour) {
    pen.list->AddTriangleFilled({tip.x - 4, tip.y - 5}, {tip.x + 4, tip.y - 5}, tip, colour);
}

float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, bool shapes,
                     Commands& commands) {
    float x = area.x;
    float y = area.y;
    const float room = shapes ? area.w - 5 * (iconWidth + 13) - 16 : area.w;
    PanelGroup group = PanelGroup::look;
    const std::vector<Panel> offered = inGroups(model.offered);
    for (const Panel panel : offered) {
        const Words word = panelWord(panel);
        const bool meant = model.panel == panel;
        const float width = wordWidth(fonts().semibold, type::body, word);
        const bool begins = groupOf(panel) != group;
        group = groupOf(panel);
        if (begins) x += groupGap;
        // A short word's target is wider than the word under a finger.
        const float beyond = std::max((targetHeight(pen.theme, 0) - width) / 2, 0.0F);
        if (x > area.x && x + width + beyond > area.x + room) {
            x = area.x;
            y += targetHeight(pen.theme, 32);
        } else if (begins) {
            const float at = x - (wordGap + groupGap) / 2;
            vline(pen, at, y + 7, y + 22, pen.theme.ghost);
        }
        ImFont* font = model.shows(panel) ? fonts().semibold : fonts().text;
        if (tabWord(pen, word.english().data(), font, type::body, x, y + 14, word, meant).clicked) {
            commands.push_back(SetPanel{panel});
        }
        x += width + wordGap;
    }
    if (shapes) drawShapes(pen, model, area.right(), area.y + 14, commands);
    return y + 32 - area.y;
}

float panelWordsWidth(const PageModel& model) {
    float width = 0;
    PanelGroup group = PanelGroup::look;
    const std::vector<Panel> offered = inGroups(model.offered);
    for (const Panel panel : offered) {
        width += wordWidth(fonts().semibold, type::body, panelWord(panel)) + wordGap;
        if (groupOf(panel) != group) width += groupGap;
        group = groupOf(panel);
    }
    return width;
}

void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands) {
    const std::string_view word = panelWord(model.panel);
    const float width = wordWidth(fonts().semibold, type::body, word);
    const Hit hit = hitArea("view", {x - 8, middle - 20, width + 34, 40});
    textLine(pen, fonts().semibold, type::body, x, middle, pen.theme.ink, word);
    drawTip(pen, {x + width + 11, middle + 3}, hit.hovered ? pen.theme.ink : pen.theme.muted);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("view menu");
    if (!beginMenu(pen.theme, "view menu", {x - 8, middle - 14, width + 34, 28})) return;
    std::optional<PanelGroup> group;
    const std::vector<Panel> offered = inGroups(model.offered);
    for (const Panel panel : offered) {
        beginGroup(pen.theme, panel, group);
        const Words name = panelWord(panel);
        if (menuLine(pen.theme, name.english().data(), name, "", panel == model.panel)) {
            commands.push_back(SetPanel{panel});
        }
    }
    endMenu();
}

}  // namespace hw
