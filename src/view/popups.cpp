// SPDX-License-Identifier: MIT
#include "view/popups.h"

#include <algorithm>
#include <cstdio>

#include "app/controls_model.h"
#include "core/presets.h"
#include "core/setting_fields.h"
#include "imgui_internal.h"
#include "view/layout_log.h"

namespace hw {
namespace {

constexpr float menuWidth = 300;
constexpr float inset = 12;

/// The menu that the last press closed because it was beside it, or 0.
ImGuiID closedByPress = 0;

Pen menuPen(const Theme& theme) { return {theme, ImGui::GetWindowDrawList()}; }

/// The place of the next line, `height` tall, across the menu.
Rect nextLine(float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    return {at.x, at.y, menuWidth, height};
}

void advance(const Rect& line) {
    ImGui::SetCursorScreenPos({line.x, line.bottom()});
    ImGui::Dummy({menuWidth, 0});
    ImGui::SetCursorScreenPos({line.x, line.bottom()});
}

void menuTitle(const Theme& theme, std::string_view text) {
    const Rect line = nextLine(28);
    heading(menuPen(theme), line.x + inset, line.y + 16, text);
    advance(line);
}

void menuRule(const Theme& theme) {
    const Rect line = nextLine(9);
    hline(menuPen(theme), line.x + inset, line.right() - inset, line.y + 4, theme.rule);
    advance(line);
}

void settle(Commands& commands, const Settings& settings) {
    commands.push_back(SetSettings{settings, true});
}

/// Numbers from 1 to `count` as a grid, those of `list` (empty: all) marked: a click puts one in or out, a
/// double click takes it alone. True, and `list` changed, when one was clicked.
bool drawNumberGrid(const Theme& theme, const char* id, std::vector<int>& list, int count) {
    const float cell = theme.touch ? 44 : 32;
    const int perRow = theme.touch ? 6 : 8;
    const int rows = (count + perRow - 1) / perRow;
    const Rect area = nextLine(cell * static_cast<float>(rows) + 8);
    const Pen pen = menuPen(theme);
    bool changed = false;
    const std::vector<int> before = list;
    for (int number = 0; number < count; ++number) {
        const Rect box{area.x + inset + static_cast<float>(number % perRow) * (cell + 2),
                       area.y + static_cast<float>(number / perRow) * cell, cell - 2, cell - 4};
        const bool used =
            before.empty() || std::binary_search(before.begin(), before.end(), number);
        ImGui::PushID(number);
        const Hit hit = hitArea(id, box);
        ImGui::PopID();
        const ImU32 fill = used ? theme.quantity : theme.panel;
        pen.list->AddRectFilled(box.min(), box.max(), fill, 3);
        if (hit.hovered) {
            pen.list->AddRect(box.min(), box.max(), theme.selection, 3, 0, 1.5F);
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
        textLine(pen, fonts().mono, type::number, box.x + box.w / 2, box.y + box.h / 2,
                 inkOn(fill, theme), std::to_string(number + 1), Align::centre);
        if (!hit.clicked) continue;
        list = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ? std::vector<int>{number}
                                                                  : toggled(before, number, count);
        changed = true;
    }
    advance(area);
    return changed;
}

}  // namespace

void openMenu(const char* id) {
    if (ImGui::GetID(id) != closedByPress) ImGui::OpenPopup(id);
}

void closeMenusPressedBeside() {
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (!pressed && !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    closedByPress = g.OpenPopupStack.empty() ? 0 : g.OpenPopupStack[0].PopupId;
    ImGui::ClosePopupsOverWindow(g.HoveredWindow, true);
    if (!g.OpenPopupStack.empty()) closedByPress = 0;
}

bool closeMenus() {
    if (ImGui::GetCurrentContext()->OpenPopupStack.empty()) return false;
    ImGui::ClosePopupToLevel(0, true);
    return true;
}

bool beginMenu(const Theme& theme, const char* id, const Rect& anchor) {
    constexpr float edge = 8;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    // A little to the left of what opened it: the knobs of sliders reach as far beyond their tracks.
    const float x =
        std::clamp(anchor.x - 10, edge, std::max(edge, screen.x - menuWidth - 2 * edge));
    // Its height is known from the frame before; the first is not shown.
    char name[20];
    std::snprintf(name, sizeof name, "##Popup_%08x", ImGui::GetID(id));
    const ImGuiWindow* before = ImGui::FindWindowByName(name);
    const float height = before == nullptr ? 0 : before->ContentSize.y + 12;
    ImGui::SetNextWindowPos(
        {x, std::clamp(anchor.bottom() + 4, edge, std::max(edge, screen.y - height - edge))});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4F, screen.y - 2 * edge});
    ImGui::PushStyleColor(ImGuiCol_PopupBg, theme.ground);
    ImGui::PushStyleColor(ImGuiCol_Border, theme.ghost);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 6});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, 6.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1.0F);
    const bool open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove);
    if (!open) {
        ImGui::PopStyleVar(4);
        ImGui::PopStyleColor(2);
        return false;
    }
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    noteLaidOut(LaidOut::Kind::cover, id, *ImGui::GetWindowDrawList(), at,
                {at.x + size.x, at.y + size.y});
    return true;
}

void endMenu() {
    ImGui::EndPopup();
    ImGui::PopStyleVar(4);
    ImGui::PopStyleColor(2);
}

bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes) {
    const Pen pen = menuPen(theme);
    const float detailHeight = detail.empty()
                                   ? 0
                                   : textBlock({theme, nullptr}, fonts().text, type::small,
                                               {0, 0, menuWidth - 2 * inset - 16, 0}, 0, detail);
    const float head = targetHeight(theme, 30);
    const Rect line = nextLine(head + detailHeight);
    const Hit hit = hitArea(id, line);
    if (hit.hovered) {
        pen.list->AddRectFilled(line.min(), line.max(), theme.panel);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (marked) {
        pen.list->AddCircleFilled({line.x + inset + 4, line.y + head / 2}, 3, theme.selection, 16);
    }
    textLine(pen, marked ? fonts().semibold : fonts().text, type::body, line.x + inset + 16,
             line.y + head / 2, theme.ink, text);
    if (!detail.empty()) {
        textBlock(pen, fonts().text, type::small,
                  {line.x + inset + 16, line.y + head - 4, menuWidth - 2 * inset - 16, 0},
                  theme.muted, detail);
    }
    advance(line);
    if (hit.clicked && closes) ImGui::CloseCurrentPopup();
    return hit.clicked;
}

namespace {

/// The choices of a setting below their heading. True, and `settings` changed, when one was clicked.
template <Named Choice>
bool drawChoices(const Theme& theme, const SettingField<Choice>& field, Settings& settings) {
    menuTitle(theme, field.menu);
    Choice& present = settings.*field.member;
    for (const Choice choice : every<Choice>()) {
        const ChoiceName& name = wordsOf<Choice>()[static_cast<std::size_t>(choice)];
        const std::string id(name.name);
        const bool marked = present == choice;
        if (!menuLine(theme, id.c_str(), name.shown(), name.detail, marked, false)) continue;
        present = choice;
        return true;
    }
    return false;
}

/// Those of a group's settings that have a menu, where the method has them. False if there are none.
bool drawGroup(const Theme& theme, const ControlsModel& model, SettingGroup group,
               Commands& commands) {
    Settings next = model.settings;
    bool any = false;
    forEachSetting([&](const auto& field) {
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if constexpr (Named<Value>) {
            if (field.menu.empty() || field.group != group || !field.methods.has(model.method))
                return;
            if (any) menuRule(theme);
            any = true;
            ImGui::PushID(field.key.data());
            if (drawChoices(theme, field, next)) settle(commands, next);
            ImGui::PopID();
        }
    });
    return any;
}

}  // namespace

void drawHeadsMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                   Commands& commands) {
    if (!beginMenu(theme, "heads", anchor)) return;
    if (drawGroup(theme, model, SettingGroup::heads, commands)) menuRule(theme);
    Settings next = model.settings;
    menuTitle(theme, "WHICH HEADS, IN EVERY LAYER");
    if (drawNumberGrid(theme, "head", next.heads, model.headCount)) settle(commands, next);
    if (menuLine(theme, "all", "all heads",
                 "double-click a number to use that head alone, in every layer",
                 model.settings.heads.empty(), false)) {
        next.heads.clear();
        settle(commands, next);
    }
    endMenu();
}

void drawLayersMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands) {
    if (!beginMenu(theme, "layers", anchor)) return;
    menuTitle(theme, "LAYERS THAT TAKE PART");
    Settings next = model.settings;
    if (drawNumberGrid(theme, "layer", next.layers, model.layerCount)) settle(commands, next);
    if (menuLine(theme, "all", "all layers", "a layer that is left out passes on what it gets",
                 model.settings.layers.empty(), false)) {
        next.layers.clear();
        settle(commands, next);
    }
    endMenu();
}

void drawPresetMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands) {
    if (!beginMenu(theme, "presets", anchor)) return;
    for (const Preset& preset : presets()) {
        const std::string id(preset.id);
        if (menuLine(theme, id.c_str(), preset.name, preset.citation,
                     model.preset == preset.name)) {
            commands.push_back(SetPreset{id});
        }
    }
    endMenu();
}

void drawDiscardMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                     Commands& commands) {
    if (!beginMenu(theme, "discard", anchor)) return;
    drawGroup(theme, model, SettingGroup::steps, commands);
    endMenu();
}

}  // namespace hw
