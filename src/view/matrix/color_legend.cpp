// SPDX-License-Identifier: MIT
#include "view/matrix/color_legend.h"

#include <algorithm>
#include <cmath>

#include "figure/ramp_of.h"
#include "page/models/number_phrases.h"

namespace hw {

namespace {

constexpr float gap = 7;

struct LegendText {
    std::string start;
    std::string end;
};

LegendText textOf(Ramp ramp, float scale, const LegendStyle& style) {
    const std::string end = shownNumber(static_cast<double>(scale));
    return {scaleStart(ramp, scale), (style.beyond ? "≥ " : "") + end};
}

float numberWidth(std::string_view text) { return wordWidth(fonts().mono, type::label, text); }

constexpr float narrowestRamp = 48;

struct LegendWidths {
    float ramp;
    float unit;  ///< with the gap before it, 0 if it does not fit
};

/// The ramp has a third of the width. It is shorter if otherwise the unit, or else the numbers, would not fit.
LegendWidths widthsOf(const LegendText& text, float room, const LegendStyle& style) {
    constexpr float shortestRamp = 16;
    const float ramp = std::clamp(std::round(room * 0.34F), narrowestRamp, 144.0F);
    const float most = std::floor(room - numberWidth(text.start) - numberWidth(text.end) - 2 * gap);
    const float alone = std::min(ramp, std::max(most, shortestRamp));
    if (style.unit.empty()) return {alone, 0};
    const float unit = std::ceil(wordWidth(fonts().text, type::label, style.unit) + gap);
    if (most - unit < narrowestRamp) return {alone, 0};
    return {std::min(ramp, most - unit), unit};
}

}  // namespace

float colorLegendWidth(Ramp ramp, float scale, float room, const LegendStyle& style) {
    const LegendText text = textOf(ramp, scale, style);
    const LegendWidths widths = widthsOf(text, room, style);
    return numberWidth(text.start) + numberWidth(text.end) + 2 * gap + widths.ramp + widths.unit;
}

ColorLegend drawColorLegend(const Pen& pen, Ramp ramp, float scale, float x, float middle,
                            float room, const LegendStyle& style) {
    constexpr int steps = 48;
    const LegendText text = textOf(ramp, scale, style);
    const float zero =
        textLine(pen, fonts().mono, type::label, x, middle, pen.theme.muted, text.start);
    ColorLegend legend;
    legend.x = onPixel(x + zero + gap);
    const LegendWidths widths = widthsOf(text, room, style);
    legend.rampWidth = widths.ramp;
    const float step = legend.rampWidth / steps;
    for (int i = 0; i < steps; ++i) {
        const float t = std::pow((static_cast<float>(i) + 0.5F) / steps, style.gamma);
        const float left = legend.x + step * static_cast<float>(i);
        pen.list->AddRectFilled({left, middle - 3}, {left + step, middle + 3},
                                rampColour(ramp, style.first + (1 - style.first) * t,
                                           pen.theme.dark, pen.theme.groundArgb));
    }
    // The first colours are those of the background, so a line shows where the strip begins.
    const float right = legend.x + legend.rampWidth;
    hline(pen, legend.x, right, middle + 4, pen.theme.rule);
    const float last =
        textLine(pen, fonts().mono, type::label, right + gap, middle, pen.theme.muted, text.end);
    legend.width = colorLegendWidth(ramp, scale, room, style);
    if (widths.unit > 0) {
        textLine(pen, fonts().text, type::label, right + 2 * gap + last, middle, pen.theme.muted,
                 style.unit);
    }
    return legend;
}

namespace {

std::string describeSwitch(const ScaleFit& fit) {
    return fit.whole ? "fitted scale"_tr : "full scale"_tr;
}

void takeSwitch(const Pen& pen, const ScaleFit& fit, const Rect& area, Commands& commands) {
    const Hit hit = hitArea("scale", area);
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(
            pen,
            fit.whole
                ? "Click to exclude values that flatten all others"_tr
                : "Larger values have the last colour and broken bars. Click for the full scale"_tr);
    }
    if (hit.clicked) commands.push_back(Set{&ViewState::wholeScale, !fit.whole});
}

}  // namespace

float scaleSwitchWidth(const ScaleFit& fit) {
    return fit.can ? wordWidth(fonts().text, type::label, describeSwitch(fit)) + 14 : 0;
}

void drawScaleSwitchAt(const Pen& pen, const ScaleFit& fit, float right, float middle,
                       Commands& commands) {
    if (!fit.can) return;
    const float width = scaleSwitchWidth(fit) - 14;
    textLine(pen, fonts().text, type::label, right - width, middle, pen.theme.quantity,
             describeSwitch(fit));
    const float half = targetHeight(pen.theme, 20) / 2;
    takeSwitch(pen, fit, {right - width - 4, middle - half, width + 8, 2 * half}, commands);
}

void drawScaleSwitch(const Pen& pen, const ScaleFit& fit, float x, float middle, float right,
                     const ColorLegend& legend, Commands& commands) {
    if (!fit.can) return;
    const float end = x + legend.width;
    if (end + scaleSwitchWidth(fit) <= right)
        return drawScaleSwitchAt(pen, fit, end + scaleSwitchWidth(fit), middle, commands);
    const float half = targetHeight(pen.theme, 20) / 2;
    takeSwitch(pen, fit, {x, middle - half, legend.width, 2 * half}, commands);
}

}  // namespace hw
