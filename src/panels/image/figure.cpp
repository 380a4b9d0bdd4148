// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <span>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "figure/svg.h"
#include "panels/evolution/multiples_grid.h"
#include "panels/figures.h"
#include "panels/image/model.h"
#include "render/colormap.h"

namespace hw::figure {
namespace {

/// True if the file itself contains the picture, so that nothing is fetched.
bool isEmbedded(std::string_view url) { return url.starts_with("data:image/"); }

/// Dim greys, as in panels/image/view_colours: the weights are luminance times 0.4.
constexpr std::string_view dimming =
    "<filter id=\"dim\" color-interpolation-filters=\"sRGB\"><feColorMatrix values=\"0.085 0.286 "
    "0.0289 0 0 0.085 0.286 0.0289 0 0 0.085 0.286 0.0289 0 0 0 0 0 1 0\"/></filter>\n"
    "<filter id=\"grey\" color-interpolation-filters=\"sRGB\"><feColorMatrix type=\"saturate\" "
    "values=\"0\"/></filter>\n";

void embed(Svg& svg, const ImageRegion& region, const Box& at, std::string_view style) {
    svg.image(at.x, at.y, at.w, at.h, style, escaped(region.dataUrl));
}

/// The picture in dim greys under the colours of its patches.
void drawOverlay(Svg& svg, const ImageModel& model, const ImageRegion& region,
                 std::span<const float> values, const Box& box, const Scale& scale,
                 bool asPicture) {
    const bool pictured = isEmbedded(region.dataUrl);
    const auto opacity = static_cast<float>(pictured ? model.opacity : 1);
    if (pictured) embed(svg, region, box, "filter:url(#dim)");
    svg.raw("<g opacity=\"" + shortNumber(opacity) + "\">\n");
    drawCells(svg, {values.data(), region.rows, region.cols}, box, scale, asPicture);
    svg.raw("</g>\n");
}

/// The strongest patch, outputs and notes of the patches from `first` on.
void drawMarks(Svg& svg, const ImageModel& model, const ImageRegion& region, int first,
               const Box& box, bool withStrongest) {
    const float width = box.w / static_cast<float>(region.cols);
    const float height = box.h / static_cast<float>(region.rows);
    const int count = region.rows * region.cols;
    const auto x = [&](int patch) {
        return box.x + width * static_cast<float>((patch - first) % region.cols);
    };
    const auto y = [&](int patch) {
        return box.y + height * static_cast<float>((patch - first) / region.cols);
    };
    const auto mark = [&](int patch, std::string_view colour, float thick) {
        svg.frame(x(patch), y(patch), width, height, colour, thick);
    };
    const auto isHere = [&](int patch) { return patch >= first && patch < first + count; };
    if (withStrongest && model.strongest >= 0 && isHere(model.strongest)) {
        mark(model.strongest, "#000000", 2.5F);
        mark(model.strongest, "#ffffff", 1);
    }
    for (int patch = first; patch < first + count; ++patch) {
        if (patch < std::ssize(model.isOutput) && model.isOutput[patch]) mark(patch, accent, 1.5F);
    }
    drawNoteMarks(svg, [&](const NoteMark& note) -> std::optional<NotePoint> {
        const auto patch = patchOf(model, note);
        if (!patch || !isHere(*patch)) return {};
        return NotePoint{x(*patch), y(*patch)};
    });
}

std::string unitOf(const ImageModel& model, bool pictured) {
    if (!pictured || model.opacity >= 1) return model.unit;
    return formatText("{}, colours {} % opaque over the grey picture"_tr,
                      {model.unit, std::lround(model.opacity * 100)});
}

/// Legend and caption below. Returns where they end.
float drawCaptions(Svg& svg, const ImageModel& model, float end, const Scale& scale,
                   bool pictured) {
    end += drawLegend(svg, svg.edge(), end, scale, unitOf(model, pictured));
    end += 16;
    return end + svg.block(svg.edge(), end, svg.column(), model.caption,
                           {.size = 10.5F, .colour = muted});
}

/// Several pictures, or every layer's values over them, in rows.
float drawTileFigure(Svg& svg, const ImageModel& model, const Scale& scale, float top) {
    float aspect = 0.2F;
    bool pictured = false;
    for (int i = 0; i < model.image->regions(); ++i) {
        const ImageRegion& region = model.image->region(i);
        aspect =
            std::max(aspect, static_cast<float>(region.cols) / static_cast<float>(region.rows));
        pictured |= isEmbedded(region.dataUrl);
    }
    const int count = static_cast<int>(model.tiles.size());
    const MultiplesGrid grid =
        multiplesGrid(count, svg.inner(), 620, aspect, svg.isNarrow() ? 120.0F : 220.0F, 84);
    if (pictured) svg.raw(dimming);
    const std::size_t cells = model.values.size() * model.tiles.size() / model.image->regions();
    for (int index = 0; index < count; ++index) {
        const ImageTile& tile = model.tiles[index];
        const ImageRegion& region = model.image->region(tile.region);
        const float own = static_cast<float>(region.cols) / static_cast<float>(region.rows);
        const float w = std::min(grid.width, grid.height * own);
        const Box box = snapped({svg.edge() + grid.x(index), top + grid.y(index), w, w / own},
                                region.rows, region.cols);
        const bool isHere = tile.layer >= 0 && tile.layer == model.layer;
        svg.text(box.x, box.y - 7, tile.name, {.size = 9.5F, .colour = isHere ? ink : muted});
        drawOverlay(svg, model, region, tile.values, box, scale, cells > mostVectorCells);
        drawMarks(svg, model, region, model.firstOf(tile.region), box, tile.layer < 0);
    }
    return drawCaptions(svg, model, top + grid.totalHeight(count) + 8, scale, pictured) - top;
}

/// The file's picture, drawn below `top`, and next to it the patches as cells, with a frame around outputs. Returns the
/// height. O(patches + bytes of the picture).
float drawImageFigure(Svg& svg, const ImageModel& model, Ramp ramp, float top) {
    if (!model.ready || model.values.empty()) {
        const std::string why = model.standing.why();
        return svg.block(svg.edge(), top, svg.inner(), why, {.size = 10.5F, .colour = muted});
    }
    const Scale scale{.ramp = rampOf(model.valueForm, pictureRamp(ramp)),
                      .end = model.scale,
                      .beyond = model.beyond};
    if (!model.tiles.empty()) return drawTileFigure(svg, model, scale, top);
    const float gap = svg.isNarrow() ? 10 : 24;
    const float aspect = static_cast<float>(model.cols) / static_cast<float>(model.rows);
    // A line of columns (text in a picture) is below its picture, a square grid next to it.
    const bool beside = aspect < 2.5F;
    const float width = beside ? (svg.inner() - gap) / 2 : svg.inner();
    const float height = std::min(width / aspect, 360.0F);
    const bool pictured = isEmbedded(model.image->dataUrl);
    // Both have the same size, for which cells are whole.
    const Box picture = snapped({svg.edge(), top, std::min(width, height * aspect), height},
                                model.rows, model.cols);
    if (pictured) {
        svg.raw(dimming);
        embed(svg, *model.image, picture,
              svg.palette() == Palette::grey ? "filter:url(#grey)" : "");
    }
    const Box box{beside && pictured ? picture.right() + gap : picture.x,
                  beside || !pictured ? picture.y : picture.bottom() + 12, picture.w, picture.h};
    drawOverlay(svg, model, *model.image, model.values, box, scale,
                model.values.size() > mostVectorCells);
    drawMarks(svg, model, *model.image, 0, box, true);
    return drawCaptions(svg, model, box.bottom() + 14, scale, pictured) - top;
}

constexpr FigureSpec rows[] = {{.name = "image",
                                .subject = FigureSubject::layer,
                                .queries = profileAlone,
                                .draw = [](Sheet& on) {
                                    const ImageModel model =
                                        imageModel(on.state, on.page.bars, on.page.evolution);
                                    on.heading(model.title);
                                    on.y += drawImageFigure(on.svg, model, on.ramp, on.y);
                                }}};

}  // namespace

constinit const FigureList imageFigures = rows;

}  // namespace hw::figure
