// SPDX-License-Identifier: MIT
#include "panels/matrix/view_caption.h"

#include <cmath>

#include "core/tokens/token_text.h"
#include "view/matrix/color_legend.h"

namespace hw {
namespace {

std::string labelAt(const std::vector<std::string>& labels, int index) {
    const std::size_t place = index;
    return place < labels.size() ? labels[place] : std::to_string(index);
}

void drawPointed(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                 const MatrixLayout& layout) {
    const std::string number = exactText(pointed.value);
    ImFont* face = !std::isnan(pointed.value) ? fonts().mono : fonts().text;
    const float numberWidth = wordWidth(face, type::number, number);
    const std::string words = isolated(labelAt(model.queryLabels, pointed.query)) + " ← " +
                              isolated(labelAt(model.keyLabels, pointed.key));
    const Rect& area = layout.area;
    const float width =
        textLine(pen, fonts().text, type::small, area.x, layout.captionMiddle, pen.theme.ink,
                 elided(fonts().text, type::small, words, area.w - numberWidth - 10));
    textLine(pen, face, type::number, area.x + width + 10, layout.captionMiddle, pen.theme.ink,
             number);
}

}  // namespace

void drawMatrixCaption(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                       const MatrixLayout& layout) {
    if (pointed.there) {
        drawPointed(pen, model, pointed, layout);
        return;
    }
    // A number cut short would be another number.
    const bool whole = wordWidth(fonts().text, type::small, model.caption) <= layout.area.w;
    const std::string& text = model.standing.kind != Standing::Kind::there ? model.standing.words
                              : whole                                      ? model.caption
                                                                           : model.shortCaption;
    textLine(pen, fonts().text, type::small, layout.area.x, layout.captionMiddle, pen.theme.muted,
             elided(fonts().text, type::small, text, layout.area.w));
}

void drawMatrixLegend(const Pen& pen, const MatrixModel& model, Ramp ramp,
                      const PointedCell& pointed, const MatrixLayout& layout) {
    const float middle = layout.legendMiddle;
    const ColorLegend legend =
        drawColorLegend(pen, ramp, model.scale, layout.area.x, middle, layout.area.w,
                        {.unit = model.diverging ? "" : "in this layer"});
    if (!pointed.there || std::isnan(pointed.value) || model.scale <= 0) return;
    const float at =
        onPixel(legend.x + legend.rampWidth * rampPosition(ramp, pointed.value, model.scale, 1));
    pen.list->AddRectFilled({at - 1, middle - 6}, {at + 1, middle + 6}, pen.theme.ink);
}

}  // namespace hw
