// SPDX-License-Identifier: MIT
#include "figure/image_figure.h"

#include <algorithm>

#include "figure/cells.h"
#include "figure/paper.h"

namespace hw::figure {
namespace {

/// A picture that lies in the file itself: nothing is fetched from elsewhere.
bool isEmbedded(std::string_view url) { return url.starts_with("data:image/"); }

}  // namespace

float drawImageFigure(Svg& svg, const ImageModel& model, Ramp ramp, float top) {
    if (!model.ready || model.values.empty()) {
        const std::string why = model.standing.why();
        return svg.block(edge, top, inner, why, {.size = 10.5F, .colour = muted});
    }
    constexpr float gap = 24;
    const float aspect = static_cast<float>(model.cols) / static_cast<float>(model.rows);
    // A line of columns (text to be read) stands below its picture, a square one beside it.
    const bool beside = aspect < 2.5F;
    const float width = beside ? (inner - gap) / 2 : inner;
    const float height = std::min(width / aspect, 360.0F);
    const Box picture{edge, top, std::min(width, height * aspect), height};
    if (isEmbedded(model.image->dataUrl)) {
        svg.image(picture.x, picture.y, picture.w, picture.h, "", escaped(model.image->dataUrl));
    }
    const Box wanted{beside ? edge + width + gap : edge, beside ? top : top + height + 12,
                     picture.w, picture.h};
    const Box box = snapped(wanted, model.rows, model.cols);
    const Scale scale{ramp, model.scale};
    drawCells(svg, {model.values.data(), model.rows, model.cols}, box, scale,
              model.values.size() > mostVectorCells);
    const float cellWidth = box.w / static_cast<float>(model.cols);
    const float cellHeight = box.h / static_cast<float>(model.rows);
    for (std::size_t patch = 0; patch < model.isOutput.size(); ++patch) {
        if (!model.isOutput[patch]) continue;
        const auto row = static_cast<float>(static_cast<int>(patch) / model.cols);
        const auto col = static_cast<float>(static_cast<int>(patch) % model.cols);
        svg.frame(box.x + cellWidth * col, box.y + cellHeight * row, cellWidth, cellHeight, accent,
                  1.5F);
    }
    float end = box.bottom() + 14;
    drawLegend(svg, box.x, end, scale, "");
    end += 16;
    end += svg.block(edge, end, inner * 0.88F, model.caption, {.size = 10.5F, .colour = muted});
    return end - top;
}

}  // namespace hw::figure
