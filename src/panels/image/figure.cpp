// SPDX-License-Identifier: MIT
#include "panels/image/figure.h"

#include <algorithm>
#include <cmath>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/paper.h"
#include "panels/figures.h"

namespace hw::figure {
namespace {

/// A picture that lies in the file itself: nothing is fetched from elsewhere.
bool isEmbedded(std::string_view url) { return url.starts_with("data:image/"); }

/// Dim greys, as in panels/image/view_colours: the weights are luminance times 0.4.
constexpr std::string_view dimming =
    "<filter id=\"dim\" color-interpolation-filters=\"sRGB\"><feColorMatrix values=\"0.085 0.286 "
    "0.0289 0 0 0.085 0.286 0.0289 0 0 0.085 0.286 0.0289 0 0 0 0 0 1 0\"/></filter>\n";

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
    const bool pictured = isEmbedded(model.image->dataUrl);
    const auto embed = [&](const Box& at, std::string_view style) {
        svg.image(at.x, at.y, at.w, at.h, style, escaped(model.image->dataUrl));
    };
    if (pictured) embed(picture, "");
    const Box wanted{beside ? edge + width + gap : edge, beside ? top : top + height + 12,
                     picture.w, picture.h};
    const Box box = snapped(wanted, model.rows, model.cols);
    const Scale scale{.ramp = pictureRamp(ramp), .end = model.scale, .beyond = model.beyond};
    const auto opacity = static_cast<float>(pictured ? model.opacity : 1);
    if (pictured) {
        svg.raw(dimming);
        embed(box, "filter:url(#dim)");
    }
    svg.raw("<g opacity=\"" + shortNumber(opacity) + "\">\n");
    drawCells(svg, {model.values.data(), model.rows, model.cols}, box, scale,
              model.values.size() > mostVectorCells);
    svg.raw("</g>\n");
    const float cellWidth = box.w / static_cast<float>(model.cols);
    const float cellHeight = box.h / static_cast<float>(model.rows);
    const auto mark = [&](int patch, std::string_view colour, float thick) {
        svg.frame(box.x + cellWidth * static_cast<float>(patch % model.cols),
                  box.y + cellHeight * static_cast<float>(patch / model.cols), cellWidth,
                  cellHeight, colour, thick);
    };
    if (model.strongest >= 0) {
        mark(model.strongest, "#000000", 2.5F);
        mark(model.strongest, "#ffffff", 1);
    }
    for (std::size_t patch = 0; patch < model.isOutput.size(); ++patch) {
        if (model.isOutput[patch]) mark(static_cast<int>(patch), accent, 1.5F);
    }
    drawNoteMarks(svg, [&](const NoteMark& note) -> std::optional<NotePoint> {
        const auto patch = patchOf(model, note);
        if (!patch) return {};
        return NotePoint{box.x + cellWidth * static_cast<float>(*patch % model.cols),
                         box.y + cellHeight * static_cast<float>(*patch / model.cols)};
    });
    float end = box.bottom() + 14;
    std::string unit = model.unit;
    if (pictured && opacity < 1) {
        unit += "; colours " + std::to_string(std::lround(opacity * 100)) +
                " % opaque over the picture in grey";
    }
    drawLegend(svg, box.x, end, scale, unit);
    end += 16;
    end += svg.block(edge, end, inner * 0.88F, model.caption, {.size = 10.5F, .colour = muted});
    return end - top;
}

namespace {

constexpr FigureSpec rows[] = {{.name = "image",
                                .subject = FigureSubject::layer,
                                .queries = profileAlone,
                                .draw = [](Sheet& on) {
                                    const ImageModel model = imageModel(on.state, on.page.bars);
                                    on.heading(model.title);
                                    on.y += drawImageFigure(on.svg, model, on.ramp, on.y);
                                }}};

}  // namespace

constinit const FigureList imageFigures = rows;

}  // namespace hw::figure
