// SPDX-License-Identifier: MIT
#include "view/matrix_caption.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hw {
namespace {

std::string labelAt(const std::vector<std::string>& labels, int index) {
    const auto place = static_cast<std::size_t>(index);
    return place < labels.size() ? labels[place] : std::to_string(index);
}

void drawPointed(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                 const MatrixLayout& layout) {
    char number[32] = "not computed yet";
    const bool computed = !std::isnan(pointed.value);
    if (computed) {
        // Seven digits are all that a float holds.
        std::snprintf(number, sizeof number, "%.7g", static_cast<double>(pointed.value));
    }
    ImFont* face = computed ? fonts().mono : fonts().text;
    const float numberWidth = wordWidth(face, type::number, number);
    const std::string words =
        labelAt(model.queryLabels, pointed.query) + " ← " + labelAt(model.keyLabels, pointed.key);
    const Rect& area = layout.area;
    const float width =
        textLine(pen, fonts().text, type::small, area.x, layout.captionMiddle, pen.theme.ink,
                 elided(fonts().text, type::small, words, area.w - numberWidth - 10));
    textLine(pen, face, type::number, area.x + width + 10, layout.captionMiddle, pen.theme.ink,
             number);
}

}  // namespace

void drawMatrixCaption(const Pen& pen, const MatrixModel& model, const Answer* answer,
                       const PointedCell& pointed, const MatrixLayout& layout) {
    if (pointed.there) {
        drawPointed(pen, model, pointed, layout);
        return;
    }
    const bool failed = answer != nullptr && answer->problem.has_value();
    const std::string& text = failed ? answer->problem->finding : model.caption;
    textLine(pen, fonts().text, type::small, layout.area.x, layout.captionMiddle, pen.theme.muted,
             elided(fonts().text, type::small, text, layout.area.w));
}

void drawMatrixLegend(const Pen& pen, const MatrixModel& model, Ramp ramp,
                      const PointedCell& pointed, const MatrixLayout& layout) {
    constexpr int steps = 48;
    const float middle = layout.legendMiddle;
    const std::string end = shownNumber(static_cast<double>(model.scale));
    const float zero = textLine(pen, fonts().mono, type::label, layout.area.x, middle,
                                pen.theme.muted, model.diverging ? "−" + end : "0");
    const float x = onPixel(layout.area.x + zero + 7);
    const float width = std::clamp(std::round(layout.area.w * 0.34F), 48.0F, 144.0F);
    const float step = width / steps;
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5F) / steps;
        const float left = x + step * static_cast<float>(i);
        pen.list->AddRectFilled({left, middle - 3}, {left + step, middle + 3},
                                rampColour(ramp, t, pen.theme.dark, pen.theme.groundArgb));
    }
    // The first colours are the ground's own: a line tells where the strip begins.
    hline(pen, x, x + width, middle + 4, pen.theme.rule);
    textLine(pen, fonts().mono, type::label, x + width + 7, middle, pen.theme.muted, end);
    if (!pointed.there || std::isnan(pointed.value) || model.scale <= 0) return;
    const float at = onPixel(x + width * rampPosition(ramp, pointed.value, model.scale, 1));
    pen.list->AddRectFilled({at - 1, middle - 6}, {at + 1, middle + 6}, pen.theme.ink);
}

}  // namespace hw
