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
/// Width of the text at the right of the cells, and the space before it.
constexpr float asideWidth = 116;
constexpr float asideGap = 14;

/// With the text above and below the cells, or at their right.
MatrixLayout layoutWith(const MatrixModel& model, int rows, int cols, const Rect& area,
                        bool aside) {
    MatrixLayout layout;
    layout.area = layout.text = area;
    layout.aside = aside;
    layout.legend = area.h > 120;
    const auto across = static_cast<float>(cols);
    const auto down = static_cast<float>(rows);
    const float head = aside ? 4 : titleHeight;
    const float foot = aside ? 0 : captionHeight + (layout.legend ? legendHeight : 0);
    const float height = std::max(area.h - head - foot, 8.0F);
    const float room = aside ? std::max(area.w - asideWidth - asideGap, 8.0F) : area.w;
    // With many tokens, some names stay.
    const bool labelled =
        std::min(room / across, height / down) >= 11 || (room > 180 && height > 150);
    if (labelled) {
        const float most = std::min(96.0F, area.w * 0.24F);
        layout.labelWidth =
            std::max(labelRoom(model.queryLabels, most), labelRoom(model.keyLabels, most));
    }
    const float left = layout.labelWidth > 0 ? layout.labelWidth + matrixLabelGap : 0;
    const float width = std::max(room - left, 8.0F);
    layout.levelKeys = std::min(width / across, height / down) >= layout.labelWidth + 6;
    const float below = columnLabelHeight(layout.labelWidth, layout.levelKeys);
    const float most = std::max(height - below, 8.0F);
    const float cell = std::min(width / across, most / down);
    const float plotWidth = std::clamp(cell * across, std::min(shortestSide, width), width);
    const float plotHeight = std::clamp(cell * down, std::min(shortestSide, most), most);
    layout.plot = {onPixel(area.x + left), onPixel(area.y + head), onPixel(plotWidth),
                   onPixel(plotHeight)};
    layout.titleMiddle = area.y + 10;
    layout.captionMiddle = layout.plot.bottom() + below + captionHeight / 2 + 2;
    layout.legendMiddle = layout.captionMiddle + captionHeight / 2 + legendHeight / 2 - 2;
    if (aside) {
        layout.text.x = layout.plot.right() + asideGap;
        layout.text.w = std::min(area.right() - layout.text.x, 2 * asideWidth);
    }
    return layout;
}

}  // namespace

MatrixLayout matrixLayout(const MatrixModel& model, int rows, int cols, const Rect& area,
                          bool low) {
    const MatrixLayout usual = layoutWith(model, rows, cols, area, false);
    if (!low) return usual;
    const MatrixLayout aside = layoutWith(model, rows, cols, area, true);
    const auto size = [](const MatrixLayout& layout) { return layout.plot.w * layout.plot.h; };
    return size(aside) > 1.2F * size(usual) ? aside : usual;
}

Rect matrixTitlePlace(const MatrixModel& model, const Rect& area, bool low) {
    const auto count = [](const std::vector<std::string>& labels) {
        return std::max(static_cast<int>(labels.size()), 1);
    };
    const MatrixLayout layout =
        matrixLayout(model, count(model.queryLabels), count(model.keyLabels), area, low);
    return {layout.text.x, area.y, layout.text.w, area.h};
}

}  // namespace hw
