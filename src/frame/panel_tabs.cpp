// SPDX-License-Identifier: MIT
#include "frame/panel_tabs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>

#include "core/model/methods.h"
#include "view/widgets/menu.h"

namespace hw {
namespace {

constexpr float wordGap = 15;  ///< between the names of views

constexpr LocalizedText moreWord = "More"_tr;
constexpr float tipRoom = 17;  ///< for the triangle after a word that opens a menu

float tabWidth(Panel panel) {
    return wordWidth(fonts().semibold, type::body, panelWord(panel)) + wordGap;
}
float moreWidth() { return wordWidth(fonts().text, type::body, moreWord) + tipRoom; }

/// The row of tabs: the permanent ones, then one that was chosen from the menu at its end. The menu always has the same
/// views in the same order, and those that do not fit into the row.
struct Tabs {
    std::vector<Panel> row;
    std::vector<Panel> menu;
};

Tabs tabsOf(const PageModel& model, float room) {
    Tabs tabs;
    for (const Panel panel : model.offered)
        if (!isUnderMore(panel, model.offered) || model.shows(panel)) tabs.row.push_back(panel);
    float width = moreWidth();
    for (const Panel panel : tabs.row) width += tabWidth(panel);
    std::vector<Panel> dropped;
    for (std::size_t i = tabs.row.size(); i-- > 0 && width > room;) {
        if (model.shows(tabs.row[i])) continue;
        width -= tabWidth(tabs.row[i]);
        dropped.push_back(tabs.row[i]);
        tabs.row.erase(std::next(tabs.row.begin(), static_cast<std::ptrdiff_t>(i)));
    }
    for (const Panel panel : model.offered) {
        const bool isDropped = std::ranges::find(dropped, panel) != dropped.end();
        if (isDropped || isUnderMore(panel, model.offered)) tabs.menu.push_back(panel);
    }
    return tabs;
}

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
        const LocalizedText name = panelWord(panel);
        if (menuLine(pen.theme, name.english().data(), name, "", panel == meant))
            commands.push_back(SetPanel{panel});
    }
    endMenu();
}

}  // namespace

void drawTip(const Pen& pen, ImVec2 tip, ImU32 colour) {
    pen.list->AddTriangleFilled({tip.x - 4, tip.y - 5}, {tip.x + 4, tip.y - 5}, tip, colour);
}

void drawPanelText(const Pen& pen, const PageModel& model, const Rect& area, Commands& commands) {
    float x = area.x;
    const float y = area.y + 14;
    const Tabs tabs = tabsOf(model, area.w);
    for (const Panel panel : tabs.row) {
        const LocalizedText word = panelWord(panel);
        ImFont* font = model.shows(panel) ? fonts().semibold : fonts().text;
        if (tabWord(pen, word.english().data(), font, type::body, x, y, word, model.panel == panel)
                .clicked) {
            commands.push_back(SetPanel{panel});
        }
        x += tabWidth(panel);
    }
    if (!tabs.menu.empty())
        drawViewsMenu(pen, "more views", moreWord, pen.theme.muted, fonts().text, {x, y}, tabs.menu,
                      model.panel, commands);
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
    float width = moreWidth();
    for (const Panel panel : tabsOf(model, std::numeric_limits<float>::infinity()).row)
        width += tabWidth(panel);
    return width;
}

void drawPanelChoice(const Pen& pen, const PageModel& model, float x, float middle,
                     Commands& commands) {
    drawViewsMenu(pen, "view", panelWord(model.panel), pen.theme.ink, fonts().semibold, {x, middle},
                  model.offered, model.panel, commands);
}

}  // namespace hw
