// SPDX-License-Identifier: MIT
#include "frame/panel_tabs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/methods.h"
#include "view/widgets/menu.h"

namespace hw {
namespace {

constexpr float wordGap = 17;   ///< between the names of views
constexpr float groupGap = 12;  ///< more between groups of them, with a rule in it

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

float drawPanelWords(const Pen& pen, const PageModel& model, const Rect& area, Commands& commands) {
    float x = area.x;
    float y = area.y;
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
        if (x > area.x && x + width + beyond > area.right()) {
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
    return y + 32 - area.y;
}

float drawMethodChoice(const Pen& pen, const PageModel& model, const Rect& area,
                       Commands& commands) {
    const ControlsModel& controls = model.controls;
    const auto chosen = std::ranges::find(controls.methods, controls.method, &MethodChoice::method);
    if (chosen == controls.methods.end()) return 0;
    const float width = wordWidth(fonts().semibold, type::body, chosen->name);
    const float x = area.right() - width - 20;
    const float middle = area.y + 14;
    const float high = targetHeight(pen.theme, 28);
    const Rect target{x - 8, middle - high / 2, width + 34, high};
    const Hit hit = hitArea("method", target);
    const ImU32 colour = hit.hovered ? pen.theme.ink : pen.theme.quantity;
    textLine(pen, fonts().semibold, type::body, x, middle, colour, chosen->name);
    drawTip(pen, {x + width + 11, middle + 3}, colour);
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("methods");
    if (beginMenu(pen.theme, "methods", target)) {
        for (const MethodChoice& method : controls.methods) {
            if (!method.isShown) continue;
            const std::string id(nameOf(method.method));
            if (menuLine(pen.theme, id.c_str(), method.name,
                         method.why.empty() ? textsOf(method.method).tip.text() : method.why,
                         method.method == controls.method, true, method.available))
                commands.push_back(SetMethod{method.method});
        }
        endMenu();
    }
    return width + 44;
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
