// SPDX-License-Identifier: MIT
#include "panels/matrix/view_caption.h"

#include <cmath>

#include "core/tokens/token_text.h"
#include "view/matrix/color_legend.h"

namespace hw {
namespace {

std::string labelAt(const std::vector<std::string>& labels, int index) {
    const std::size_t place = index;
    return place < labels.size() ? labels[place] : std::to_string(index + 1);
}

constexpr float lineHeight = 20;

std::string describePointed(const MatrixModel& model, const PointedCell& pointed) {
    return isolated(labelAt(model.keyLabels, pointed.key)) + " → " +
           isolated(labelAt(model.queryLabels, pointed.query));
}

/// Text on as many lines as it needs, below `captionMiddle`.
float drawAside(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                const MatrixLayout& layout) {
    const bool there = model.standing.kind == Standing::Kind::there;
    const std::string text = pointed.there ? describePointed(model, pointed)
                             : there       ? model.caption
                                           : model.standing.text;
    const Rect& area = layout.text;
    const float top = layout.captionMiddle - lineHeight / 2;
    const ImU32 ink = pointed.there ? pen.theme.ink : pen.theme.muted;
    float height = textBlock(pen, fonts().text, type::small, {area.x, top, area.w, 0}, ink, text);
    if (pointed.there) {
        ImFont* face = !std::isnan(pointed.value) ? fonts().mono : fonts().text;
        textLine(pen, face, type::number, area.x, top + height + lineHeight / 2, ink,
                 exactText(pointed.value));
        height += lineHeight;
    }
    return height;
}

void drawPointed(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                 const MatrixLayout& layout) {
    const std::string number = exactText(pointed.value);
    ImFont* face = !std::isnan(pointed.value) ? fonts().mono : fonts().text;
    const float numberWidth = wordWidth(face, type::number, number);
    const std::string words = describePointed(model, pointed);
    const Rect& area = layout.text;
    const float width =
        textLine(pen, fonts().text, type::small, area.x, layout.captionMiddle, pen.theme.ink,
                 elided(fonts().text, type::small, words, area.w - numberWidth - 10));
    textLine(pen, face, type::number, area.x + width + 10, layout.captionMiddle, pen.theme.ink,
             number);
}

}  // namespace

float drawMatrixCaption(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                        const MatrixLayout& layout) {
    if (layout.aside) return drawAside(pen, model, pointed, layout);
    if (pointed.there) {
        drawPointed(pen, model, pointed, layout);
        return lineHeight;
    }
    // A number that is cut off would be another number.
    const bool whole = wordWidth(fonts().text, type::small, model.caption) <= layout.text.w;
    const std::string& text = model.standing.kind != Standing::Kind::there ? model.standing.text
                              : whole                                      ? model.caption
                                                                           : model.shortCaption;
    textLine(pen, fonts().text, type::small, layout.text.x, layout.captionMiddle, pen.theme.muted,
             elided(fonts().text, type::small, text, layout.text.w));
    return lineHeight;
}

void drawMatrixLegend(const Pen& pen, const MatrixModel& model, Ramp ramp,
                      const PointedCell& pointed, const MatrixLayout& layout, Commands& commands) {
    const float middle = layout.legendMiddle;
    const ColorLegend legend =
        drawColorLegend(pen, ramp, model.scale, layout.text.x, middle, layout.text.w,
                        {.unit = model.unit, .beyond = model.beyond});
    drawScaleSwitch(pen, model.fit, layout.text.x, middle, layout.text.right(), legend, commands);
    if (!pointed.there || std::isnan(pointed.value) || model.scale <= 0) return;
    const float at =
        onPixel(legend.x + legend.rampWidth * rampPosition(ramp, pointed.value, model.scale, 1));
    pen.list->AddRectFilled({at - 1, middle - 6}, {at + 1, middle + 6}, pen.theme.ink);
}

}  // namespace hw
