// SPDX-License-Identifier: MIT
#include "panels/matrix/view_layout.h"

#include <algorithm>
#include <cmath>

#include "view/matrix/matrix_axes.h"

namespace hw {
namespace {

constexpr float titleHeight = 28;
constexpr float captionHeight = 24;
constexpr float legendHeight = 18;
constexpr float shortestSide = 48;

}  // namespace

MatrixLayout matrixLayout(const MatrixModel& model, int rows, int cols, const Rect& area) {
    MatrixLayout layout;
    layout.area = area;
    layout.legend = area.h > 120;
    const auto across = static_cast<float>(cols);
    const auto down = static_cast<float>(rows);
    const float foot = captionHeight + (layout.legend ? legendHeight : 0);
    const float height = std::max(area.h - titleHeight - foot, 8.0F);
    // Many tokens keep some of their names.
    const bool labelled =
        std::min(area.w / across, height / down) >= 11 || (area.w > 180 && height > 150);
    if (labelled) {
        const float most = std::min(96.0F, area.w * 0.24F);
        layout.labelWidth =
            std::max(labelRoom(model.queryLabels, most), labelRoom(model.keyLabels, most));
    }
    const float left = layout.labelWidth > 0 ? layout.labelWidth + matrixLabelGap : 0;
    const float width = std::max(area.w - left, 8.0F);
    layout.levelKeys = std::min(width / across, height / down) >= layout.labelWidth + 6;
    const float below = columnLabelHeight(layout.labelWidth, layout.levelKeys);
    const float most = std::max(height - below, 8.0F);
    const float cell = std::min(width / across, most / down);
    const float plotWidth = std::clamp(cell * across, std::min(shortestSide, width), width);
    const float plotHeight = std::clamp(cell * down, std::min(shortestSide, most), most);
    layout.plot = {onPixel(area.x + left), onPixel(area.y + titleHeight), onPixel(plotWidth),
                   onPixel(plotHeight)};
    layout.titleMiddle = area.y + 10;
    layout.captionMiddle = layout.plot.bottom() + below + captionHeight / 2 + 2;
    layout.legendMiddle = layout.captionMiddle + captionHeight / 2 + legendHeight / 2 - 2;
    return layout;
}

}  // namespace hw
