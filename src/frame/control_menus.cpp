// SPDX-License-Identifier: MIT
#include "frame/control_menus.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "page/models/controls_model.h"

namespace hw {
namespace {

void settle(Commands& commands, const Settings& settings) {
    commands.push_back(Set{&ViewState::settings, settings});
}

/// Numbers from 1 to `count` as a grid, those of `list` (empty: all) marked: a click puts one in or out, a
/// double click takes it alone. True, and `list` changed, when one was clicked.
bool drawNumberGrid(const Theme& theme, const char* id, std::vector<int>& list, int count) {
    const float cell = theme.touch ? 44 : 32;
    const int perRow = theme.touch ? 6 : 8;
    const int rows = (count + perRow - 1) / perRow;
    const Rect area = nextMenuLine(cell * static_cast<float>(rows) + 8);
    const Pen pen = menuPen(theme);
    bool changed = false;
    const std::vector<int> before = list;
    for (int number = 0; number < count; ++number) {
        const Rect box{area.x + menuInset + static_cast<float>(number % perRow) * (cell + 2),
                       area.y + static_cast<float>(number / perRow) * cell, cell - 2, cell - 4};
        const bool used =
            before.empty() || std::binary_search(before.begin(), before.end(), number);
        ImGui::PushID(number);
        const Hit hit = hitArea(id, box);
        ImGui::PopID();
        const ImU32 fill = used ? theme.quantity : theme.panel;
        pen.list->AddRectFilled(box.min(), box.max(), fill, 3);
        if (hit.hovered) {
            pen.list->AddRect(box.min(), box.max(), theme.ink, 3, 0, 1.5F);
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
        textLine(pen, fonts().mono, type::number, box.x + box.w / 2, box.y + box.h / 2,
                 inkOn(fill, theme), std::to_string(number + 1), Align::centre);
        if (!hit.clicked) continue;
        list = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ? std::vector<int>{number}
                                                                  : toggled(before, number, count);
        changed = true;
    }
    endMenuLine(area);
    return changed;
}

/// The choices of a setting below their heading. True, and `settings` changed, when one was clicked.
template <Named Choice>
bool drawChoices(const Theme& theme, const SettingField<Choice>& field, const ControlsModel& model,
                 Settings& settings) {
    menuTitle(theme, field.menu);
    Choice& present = settings.*field.member;
    for (const Choice choice : every<Choice>()) {
        const ChoiceName& name = wordOf(choice);
        const std::string id(name.name);
        const bool marked = present == choice;
        const std::string& why = model.whyNotThere[std::to_underlying(name.needs)];
        const bool enabled = why.empty();
        const std::string_view detail = enabled ? name.detail.text() : why;
        if (!menuLine(theme, id.c_str(), name.shown(), detail, marked, false, enabled)) continue;
        present = choice;
        return true;
    }
    return false;
}

bool hasHeadOfLayer(const ControlsModel& model) {
    return !model.settings.headOfLayer.empty() && fusing.has(model.method);
}

/// Those of a group's settings that have a menu, where the method has them. False if there are none.
bool drawGroup(const Theme& theme, const ControlsModel& model, SettingGroup group,
               Commands& commands) {
    Settings next = model.settings;
    bool any = false;
    forEachSetting([&](const auto& field) {
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if constexpr (Named<Value>) {
            if (field.menu.empty() || field.group != group ||
                !playsPart(field, model.method, model.kind))
                return;
            const bool matters = field.matters == nullptr || field.matters(next, model.headCount);
            if (field.detail && !matters) return;
            if (any) menuRule(theme);
            any = true;
            ImGui::PushID(field.key.data());
            if (drawChoices(theme, field, model, next)) settle(commands, next);
            ImGui::PopID();
        }
    });
    return any;
}

/// How the layer that the views stand at joins its heads, where that is not as in every layer.
void drawLayerHeads(const Theme& theme, const ControlsModel& model, Commands& commands) {
    const LayerHeads* present = layerHeadsOf(model.settings, model.layer);
    const LayerHeads own = present != nullptr ? *present : LayerHeads{model.layer, {}, {}, {}};
    menuRule(theme);
    menuTitle(theme, say("LAYER {} ON ITS OWN"_tr, {model.layer + 1}));
    ImGui::PushID("layer");
    const auto choose = [&](LayerHeads choice) {
        settle(commands, withLayerHeads(model.settings, std::move(choice)));
    };
    if (menuLine(theme, "as", "as in every layer"_tr, "", present == nullptr, false))
        choose({model.layer, {}, {}, {}});
    for (const HeadFusion fusion : every<HeadFusion>()) {
        const ChoiceName& name = wordsOf<HeadFusion>()[std::to_underlying(fusion)];
        const std::string& why = model.whyNotThere[std::to_underlying(name.needs)];
        if (!why.empty()) continue;
        const std::string id(name.name);
        if (menuLine(theme, id.c_str(), name.shown(), "", own.fusion == fusion, false))
            choose({model.layer, own.heads, fusion, {}});
    }
    std::vector<int> heads = fusedHeads(model.settings, model.layer);
    if (drawNumberGrid(theme, "head", heads, model.headCount)) {
        if (heads.empty() && !model.settings.heads.empty()) {
            heads.resize(model.headCount);
            std::iota(heads.begin(), heads.end(), 0);
        }
        choose({model.layer, std::move(heads), own.fusion, {}});
    }
    ImGui::PopID();
}

}  // namespace

void drawHeadsMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                   Commands& commands) {
    if (!beginMenu(theme, "heads", anchor)) return;
    if (drawGroup(theme, model, SettingGroup::heads, commands)) menuRule(theme);
    Settings next = model.settings;
    menuTitle(theme, "WHICH HEADS, IN EVERY LAYER"_tr);
    if (drawNumberGrid(theme, "head", next.heads, model.headCount)) settle(commands, next);
    if (menuLine(theme, "all", "all heads"_tr,
                 "double-click a number to use only that head, in every layer"_tr,
                 model.settings.heads.empty(), false)) {
        next.heads.clear();
        settle(commands, next);
    }
    if (fusing.has(model.method) && model.headCount > 1) drawLayerHeads(theme, model, commands);
    if (hasHeadOfLayer(model) &&
        menuLine(theme, "own", "no head of a single layer"_tr,
                 say("now {}; chosen in the Heads view"_tr, {model.headOfLayerText}), false,
                 false)) {
        next.headOfLayer.clear();
        settle(commands, next);
    }
    endMenu();
}

void drawLayersMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands) {
    if (!beginMenu(theme, "layers", anchor)) return;
    menuTitle(theme, "LAYERS IN USE"_tr);
    Settings next = model.settings;
    if (drawNumberGrid(theme, "layer", next.layers, model.layerCount)) settle(commands, next);
    if (menuLine(theme, "all", "all layers"_tr, "a skipped layer passes on what it receives"_tr,
                 model.settings.layers.empty(), false)) {
        next.layers.clear();
        settle(commands, next);
    }
    endMenu();
}

void drawPresetMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands) {
    if (!beginMenu(theme, "presets", anchor)) return;
    const Preset* present = presetOf(model.settings);
    for (const Preset& preset : presets()) {
        const std::string id(preset.id);
        if (menuLine(theme, id.c_str(), preset.name, preset.citation, &preset == present)) {
            Settings next = model.settings;
            usePreset(next, preset);
            settle(commands, next);
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
