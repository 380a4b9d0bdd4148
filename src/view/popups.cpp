// SPDX-License-Identifier: MIT
#include "view/popups.h"

#include <algorithm>

#include "app/controls_model.h"
#include "core/presets.h"

namespace hw {
namespace {

constexpr float menuWidth = 300;
constexpr float inset = 12;

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
    constexpr int perRow = 8;
    constexpr float cell = 32;
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

bool beginMenu(const Theme& theme, const char* id, const Rect& anchor) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float x = std::clamp(anchor.x, 8.0F, std::max(8.0F, screen.x - menuWidth - 16));
    ImGui::SetNextWindowPos({x, anchor.bottom() + 4});
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
    }
    return open;
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
    const Rect line = nextLine(30 + detailHeight);
    const Hit hit = hitArea(id, line);
    if (hit.hovered) {
        pen.list->AddRectFilled(line.min(), line.max(), theme.panel);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (marked) {
        pen.list->AddCircleFilled({line.x + inset + 4, line.y + 15}, 3, theme.selection, 16);
    }
    textLine(pen, marked ? fonts().semibold : fonts().text, type::body, line.x + inset + 16,
             line.y + 15, theme.ink, text);
    if (!detail.empty()) {
        textBlock(pen, fonts().text, type::small,
                  {line.x + inset + 16, line.y + 26, menuWidth - 2 * inset - 16, 0}, theme.muted,
                  detail);
    }
    advance(line);
    if (hit.clicked && closes) ImGui::CloseCurrentPopup();
    return hit.clicked;
}

namespace {

void drawFusions(const Theme& theme, const ControlsModel& model, Commands& commands) {
    menuTitle(theme, "HEADS JOINED BY");
    struct Choice {
        HeadFusion fusion;
        const char* name;
        const char* detail;
    };
    static constexpr Choice choices[] = {
        {HeadFusion::mean, "mean", "all heads count the same"},
        {HeadFusion::max, "max", "the strongest head for each pair of tokens"},
        {HeadFusion::min, "min", "only what all heads agree on"}};
    Settings next = model.settings;
    for (const Choice& choice : choices) {
        if (menuLine(theme, choice.name, choice.name, choice.detail,
                     model.settings.fusion == choice.fusion, false)) {
            next.fusion = choice.fusion;
            settle(commands, next);
        }
    }
    menuRule(theme);
}

}  // namespace

void drawHeadsMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                   Commands& commands) {
    if (!beginMenu(theme, "heads", anchor)) return;
    // What gradients weigh is always averaged.
    if (model.method <= Method::flow) drawFusions(theme, model, commands);
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
    Settings next = model.settings;
    const auto choice = [&](const char* text, const char* detail, auto& field, auto value) {
        const bool marked = field == value;
        if (menuLine(theme, text, text, detail, marked, false)) {
            field = value;
            settle(commands, next);
        }
    };
    menuTitle(theme, "SMALLEST WEIGHTS OF");
    choice("the whole matrix", "", next.scope, DiscardScope::matrix);
    choice("each row by itself", "", next.scope, DiscardScope::row);
    menuRule(theme);
    menuTitle(theme, "NEVER DISCARD");
    choice("nothing is protected", "", next.protect, DiscardProtect::nothing);
    choice("the diagonal", "", next.protect, DiscardProtect::diagonal);
    choice("the first token", "its row and column, as vit-explain does for [CLS]", next.protect,
           DiscardProtect::token);
    menuRule(theme);
    menuTitle(theme, "ORDER");
    choice("residual, then discard", "the tutorial form", next.order, StepOrder::residualFirst);
    choice("discard, then residual", "the vit-explain form", next.order, StepOrder::discardFirst);
    endMenu();
}

}  // namespace hw
