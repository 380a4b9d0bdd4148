// SPDX-License-Identifier: MIT
#include "view/color_legend.h"

#include <algorithm>
#include <cmath>

#include "app/view_models.h"
#include "view/matrix_layout.h"

namespace hw {

ColorLegend drawColorLegend(const Pen& pen, Ramp ramp, float scale, float x, float middle,
                            float room, float gamma) {
    constexpr int steps = 48;
    const std::string end = shownNumber(static_cast<double>(scale));
    const bool diverging = ramp == Ramp::diverging;
    const float zero = textLine(pen, fonts().mono, type::label, x, middle, pen.theme.muted,
                                diverging ? "−" + end : "0");
    ColorLegend legend;
    legend.x = onPixel(x + zero + 7);
    legend.rampWidth = std::clamp(std::round(room * 0.34F), 48.0F, 144.0F);
    const float step = legend.rampWidth / steps;
    for (int i = 0; i < steps; ++i) {
        const float t = std::pow((static_cast<float>(i) + 0.5F) / steps, gamma);
        const float left = legend.x + step * static_cast<float>(i);
        pen.list->AddRectFilled({left, middle - 3}, {left + step, middle + 3},
                                rampColour(ramp, t, pen.theme.dark, pen.theme.groundArgb));
    }
    // The first colours are the ground's own: a line tells where the strip begins.
    const float right = legend.x + legend.rampWidth;
    hline(pen, legend.x, right, middle + 4, pen.theme.rule);
    const float last =
        textLine(pen, fonts().mono, type::label, right + 7, middle, pen.theme.muted, end);
    legend.width = right + 7 + last - x;
    return legend;
}

}  // namespace hw
