// SPDX-License-Identifier: MIT
#include "render/draw_plan.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

void choosePictures(DrawPlan& plan, float t, const Picture& from, const Picture& to) {
    const bool sameShape = from.cols == to.cols && from.rows == to.rows;
    if (!sameShape) t = t < 0.5F ? 0 : 1;
    plan.from = t >= 1 ? &to : &from;
    plan.to = t <= 0 ? &from : &to;
    plan.blend = plan.from == plan.to ? 0 : t;
}

void chooseLines(DrawPlan& plan, float cellSize, bool grid, float pixelRatio) {
    const float ratio = std::max(pixelRatio, 0.1F);
    // Gaps appear gradually from 6 CSS pixels per cell on, so that zooming shows no jump.
    if (grid && plan.level == 0) {
        plan.gapOpacity = std::clamp((cellSize / ratio - 6) / 6, 0.0F, 1.0F);
    }
    plan.gapWidth = std::max(1.0F, std::floor(ratio));
    plan.hatchPeriod = std::max(4.0F, std::round(6 * ratio));
    plan.hatchWidth = std::max(1.0F, std::round(ratio));
}

}  // namespace

std::size_t Variant::index() const {
    const auto bit = [](bool value) -> std::size_t { return value ? 1 : 0; };
    const std::size_t first = reads - 1;
    return ((first * 2 + bit(blend)) * 2 + bit(diverging)) * 2 + bit(grid);
}

std::string Variant::defines() const {
    const auto line = [](const char* name, int value) {
        return std::string("#define ") + name + ' ' + std::to_string(value) + '\n';
    };
    return line("READS", reads) + line("BLEND", blend ? 1 : 0) +
           line("DIVERGING", diverging ? 1 : 0) + line("GRID", grid ? 1 : 0);
}

DrawPlan drawPlan(const MatrixDraw& what, const Picture& from, const Picture& to) {
    DrawPlan plan;
    choosePictures(plan, std::clamp(what.t, 0.0F, 1.0F), from, to);
    const Picture& picture = *plan.from;

    plan.left = std::round(what.x);
    plan.top = std::round(what.y);
    const float right = std::max(plan.left + 1, std::round(what.x + what.width));
    const float bottom = std::max(plan.top + 1, std::round(what.y + what.height));
    const float across = right - plan.left;
    const float down = bottom - plan.top;

    plan.level = std::max(picture.firstLevel,
                          levelFor(what.cols / across, what.rows / down, picture.lastLevel));
    plan.cols =
        axisSampling(what.firstCol, what.cols, static_cast<int>(across), picture.cols, plan.level);
    plan.rows =
        axisSampling(what.firstRow, what.rows, static_cast<int>(down), picture.rows, plan.level);
    plan.left += static_cast<float>(plan.cols.offset);
    plan.top += static_cast<float>(plan.rows.offset);

    chooseLines(plan, std::min(across / what.cols, down / what.rows), what.grid, what.pixelRatio);
    plan.variant = {std::max(plan.cols.reads(), plan.rows.reads()), plan.from != plan.to,
                    what.ramp == Ramp::diverging, plan.gapOpacity > 0};
    return plan;
}

}  // namespace hw
