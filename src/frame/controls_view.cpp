// SPDX-License-Identifier: MIT
#include "frame/controls_view.h"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/model/methods.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "frame/control_menus.h"
#include "frame/control_reading.h"
#include "frame/control_show.h"
#include "frame/control_tips.h"
#include "page/models/number_words.h"
#include "view/widgets/resting_tip.h"

namespace hw {
namespace {

/// A row that opens the menu of that name below itself.
Rect menuRow(const Pen& pen, Column& column, const char* menu, std::string_view name,
             std::string_view value, std::string_view tip) {
    const Rect row = column.take(targetHeight(pen.theme, 34));
    restingTip(pen, row, tip);
    ImGui::PushID(menu);
    const bool clicked = valueRow(pen, "row", row, name, value, true).clicked;
    ImGui::PopID();
    if (clicked) openMenu(menu);
    return row;
}

void drawSliders(const Pen& pen, const ControlsModel& model, Column& column, bool& held,
                 Commands& commands) {
    Settings next = model.settings;
    bool changed = false;
    bool settled = false;
    const auto slider = [&](const char* id, std::string_view name, const std::string& text,
                            double value, double low, double high, int steps,
                            std::string_view tip) {
        const Rect row = column.take(46);
        const SliderResult result = sliderRow(pen, id, row, name, text, value, low, high, steps);
        restingTip(pen, row, tip);
        changed |= result.changed;
        settled |= result.settled;
        held |= result.changed;
        return result.value;
    };
    const bool isAttention = model.kind == MatrixKind::attention;
    if (isAttention && joining.has(model.method)) {
        next.residual = slider("residual", "Residual"_tr, twoDecimals(model.settings.residual),
                               model.settings.residual, 0, 1, 100, tips::residual);
        next.discard = slider("discard-ratio", "Discard"_tr, twoDecimals(model.settings.discard),
                              model.settings.discard, 0, 0.99, 99, tips::discard);
    }
    if (jointly.has(model.method)) {
        // By powers of ten.
        const double power = std::log10(model.settings.barrier);
        const double moved =
            slider("barrier", "Barrier"_tr, inLanguage(numberText(model.settings.barrier)), power,
                   -6, 0, 24, tips::barrier);
        if (moved != power) next.barrier = settingNumber(std::pow(10.0, moved));
    }
    if (model.layerCount > 1 && model.kind != MatrixKind::globalContributions) {
        next.startLayer = static_cast<int>(std::lround(
            slider("start", "From layer"_tr, std::to_string(model.settings.startLayer + 1),
                   model.settings.startLayer, 0, model.layerCount - 1, model.layerCount - 1,
                   tips::start)));
    }
    if (changed || settled) commands.push_back(Set{&ViewState::settings, next, settled});
}

void drawSettings(const Pen& pen, const ControlsModel& model, Column& column, bool& held,
                  Commands& commands) {
    const bool hasSettings =
        model.kind == MatrixKind::attention ||
        (model.kind == MatrixKind::contributions && model.method != Method::raw);
    if (!hasSettings) return;
    heading(pen, column.area.x, column.take(24).y + 10, "SETTINGS"_tr);
    const bool isAttention = model.kind == MatrixKind::attention;
    if (isAttention && (joining.has(model.method) || model.method == Method::raw)) {
        const Rect preset =
            menuRow(pen, column, "presets", "Preset"_tr, model.preset, tips::preset);
        drawPresetMenu(pen.theme, model, preset, commands);
    }
    if (isAttention) {
        const Rect heads = menuRow(pen, column, "heads", "Heads"_tr, model.headsText, tips::heads);
        drawHeadsMenu(pen.theme, model, heads, commands);
    }
    if (model.method == Method::raw) return;
    if (model.layerCount > 1 && model.kind != MatrixKind::globalContributions) {
        const Rect layers =
            menuRow(pen, column, "layers", "Layers"_tr, model.layersText, tips::layers);
        drawLayersMenu(pen.theme, model, layers, commands);
    }
    column.skip(4);
    drawSliders(pen, model, column, held, commands);
    if (!isAttention || model.settings.discard <= 0 || !joining.has(model.method)) return;
    const Words scope =
        model.settings.scope == DiscardScope::row ? "each row"_tr : "whole matrix"_tr;
    const Rect discard =
        menuRow(pen, column, "discard", "Discard from"_tr, scope, tips::discardFrom);
    drawDiscardMenu(pen.theme, model, discard, commands);
}

/// What differs from the preset, below all that can be dragged: a line that comes and goes moves nothing under a pointer.
void drawPresetChanges(const Pen& pen, const ControlsModel& model, Column& column) {
    const bool hasPreset = joining.has(model.method) || model.method == Method::raw;
    if (model.kind != MatrixKind::attention || !hasPreset || model.presetChanges.empty()) return;
    column.skip(6);
    const std::string changes = say("Changed in the preset: {}"_tr, {model.presetChanges});
    column.y += textBlock(pen, fonts().text, type::small,
                          {column.area.x, column.y, column.area.w, 0}, pen.theme.muted, changes) +
                6;
}

void drawSides(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    if (model.sides.size() < 2) return;
    const bool weights = model.sides.front() == Side::contributions;
    heading(pen, column.area.x, column.take(24).y + 10, weights ? "WEIGHTS"_tr : "ATTENTION OF"_tr);
    std::vector<SettingWord> words;
    for (const Side side : model.sides) {
        const Words name = side == Side::contributions ? "contributions"_tr
                           : side == Side::encoder     ? weights ? "attention"_tr : "encoder"_tr
                           : side == Side::decoder     ? "decoder"_tr
                                                       : "decoder to encoder"_tr;
        words.push_back({name.english().data(), name, model.side == side, SetSide{side},
                         tips::sides[static_cast<int>(side)]});
    }
    drawChoice(pen, column, words, commands);
    column.skip(12);
}

}  // namespace

float drawMethods(const Pen& pen, const ControlsModel& model, const Rect& area,
                  Commands& commands) {
    constexpr float gap = 6;
    float x = area.x + chipPadding;
    float y = area.y + 14;
    for (const MethodChoice& choice : model.methods) {
        if (!choice.isShown) continue;
        const bool chosen = choice.method == model.method;
        ImFont* font = chosen ? fonts().semibold : fonts().text;
        const float width = wordWidth(font, 15, choice.name);
        if (x > area.x + chipPadding && x + width > area.right()) {
            x = area.x + chipPadding;
            y += targetHeight(pen.theme, 34);
        }
        const Hit hit = choiceWord(pen, choice.name.c_str(), font, 15, x, y, choice.name, chosen,
                                   choice.available, x > area.x + chipPadding ? gap : 0);
        if (hit.clicked) commands.push_back(SetMethod{choice.method});
        if (!choice.why.empty()) {
            if (hit.hovered) tooltip(pen, choice.why);
        } else {
            restingTip(pen, {x - chipPadding, y - 14, width + 2 * chipPadding, 28},
                       textsOf(choice.method).tip);
        }
        x += width + 2 * chipPadding + gap;
    }
    return y + 22 - area.y;
}

float drawControls(const Pen& pen, const ControlsModel& model, const Rect& area, UiState& ui,
                   Commands& commands) {
    Column column{area, area.y};
    ui.settingHeld = false;
    drawSides(pen, model, column, commands);
    heading(pen, area.x, column.take(24).y + 10, "METHOD"_tr);
    column.skip(drawMethods(pen, model, {area.x, column.y, area.w, 0}, commands));
    column.skip(18);
    drawSettings(pen, model, column, ui.settingHeld, commands);
    drawPresetChanges(pen, model, column);
    drawFormula(pen, model, column, commands);
    drawOutput(pen, model, column, commands);
    drawShow(pen, model, column, ui.allSettings, commands);
    return column.y - area.y;
}

}  // namespace hw
