// SPDX-License-Identifier: MIT
#include "view/widgets/menu.h"

#include <algorithm>
#include <cstdio>

#include "imgui_internal.h"
#include "view/text/layout_log.h"

namespace hw {
namespace {

/// The menu that the last press outside it closed, or 0.
ImGuiID closedByPress = 0;

}  // namespace

Pen menuPen(const Theme& theme) { return {theme, ImGui::GetWindowDrawList()}; }

/// The place of the next line, `height` tall, across the menu.
Rect nextMenuLine(float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    return {at.x, at.y, menuWidth, height};
}

void endMenuLine(const Rect& line) {
    ImGui::SetCursorScreenPos({line.x, line.bottom()});
    ImGui::Dummy({menuWidth, 0});
    ImGui::SetCursorScreenPos({line.x, line.bottom()});
}

void menuTitle(const Theme& theme, std::string_view text) {
    const Rect line = nextMenuLine(28);
    heading(menuPen(theme), line.x + menuInset, line.y + 16, text);
    endMenuLine(line);
}

void menuRule(const Theme& theme) {
    const Rect line = nextMenuLine(9);
    hline(menuPen(theme), line.x + menuInset, line.right() - menuInset, line.y + 4, theme.rule);
    endMenuLine(line);
}

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

std::vector<Rect> openCovers() {
    std::vector<Rect> covers;
    for (const ImGuiPopupData& popup : ImGui::GetCurrentContext()->OpenPopupStack) {
        if (popup.Window == nullptr || popup.Window->Hidden) continue;
        const ImVec2 size = popup.Window->Size;
        covers.push_back({popup.Window->Pos.x, popup.Window->Pos.y, size.x, size.y});
    }
    const ImVector<ImDrawVert>& tip = ImGui::GetForegroundDrawList()->VtxBuffer;
    if (tip.empty()) return covers;
    ImVec2 min = tip.front().pos;
    ImVec2 max = min;
    for (const ImDrawVert& corner : tip) {
        min = {std::min(min.x, corner.pos.x), std::min(min.y, corner.pos.y)};
        max = {std::max(max.x, corner.pos.x), std::max(max.y, corner.pos.y)};
    }
    covers.push_back({min.x, min.y, max.x - min.x, max.y - min.y});
    return covers;
}

bool beginMenu(const Theme& theme, const char* id, const Rect& anchor, float longest) {
    constexpr float edge = 8;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    // Slightly to the left of its control, since the knobs of sliders extend as far beyond their tracks.
    const float x =
        std::clamp(anchor.x - 10, edge, std::max(edge, screen.x - menuWidth - 2 * edge));
    // Its height comes from the drawing of the previous frame, and the first frame is hidden. (ImGui's ContentSize is a
    // frame older. With it a long menu would move under the pointer when another frame is drawn.)
    char name[20];
    std::snprintf(name, sizeof name, "##Popup_%08x", ImGui::GetID(id));
    const ImGuiWindow* before = ImGui::FindWindowByName(name);
    longest = std::min(longest, screen.y - 2 * edge);
    const float drawn =
        before == nullptr ? 0 : before->DC.CursorMaxPos.y - before->DC.CursorStartPos.y + 12;
    const float height = std::min(drawn, longest);
    ImGui::SetNextWindowPos(
        {x, std::clamp(anchor.bottom() + 4, edge, std::max(edge, screen.y - height - edge))});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4F, longest});
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
    noteLaidOut(LayoutEntry::Kind::cover, id, *ImGui::GetWindowDrawList(), at,
                {at.x + size.x, at.y + size.y});
    return true;
}

void endMenu() {
    ImGui::EndPopup();
    ImGui::PopStyleVar(4);
    ImGui::PopStyleColor(2);
}

bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes, bool enabled) {
    const Pen pen = menuPen(theme);
    const float detailHeight =
        detail.empty() ? 0
                       : textBlock({theme, nullptr}, fonts().text, type::small,
                                   {0, 0, menuWidth - 2 * menuInset - 16, 0}, 0, detail);
    const float head = targetHeight(theme, 30);
    const Rect line = nextMenuLine(head + detailHeight);
    const Hit hit = hitArea(id, line);
    if (hit.hovered && enabled) {
        pen.list->AddRectFilled(line.min(), line.max(), theme.panel);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (marked) {
        pen.list->AddCircleFilled({line.x + menuInset + 4, line.y + head / 2}, 3, theme.selection,
                                  16);
    }
    textLine(pen, marked ? fonts().semibold : fonts().text, type::body, line.x + menuInset + 16,
             line.y + head / 2, enabled ? theme.ink : theme.muted, text);
    if (!detail.empty()) {
        textBlock(pen, fonts().text, type::small,
                  {line.x + menuInset + 16, line.y + head - 4, menuWidth - 2 * menuInset - 16, 0},
                  theme.muted, detail);
    }
    endMenuLine(line);
    const bool chosen = hit.clicked && enabled;
    if (chosen && closes) ImGui::CloseCurrentPopup();
    return chosen;
}

}  // namespace hw
