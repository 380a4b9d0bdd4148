// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "figure/svg.h"
#include "page/answers/questions.h"
#include "page/models/matrix_frame.h"
#include "page/models/number_phrases.h"
#include "panels/figures.h"
#include "panels/matrix/model.h"
#include "render/colormap.h"

namespace hw::figure {
namespace {

/// The width of a legend's colours, without its numbers and words.
float legendWidth(const Svg& svg, float room) {
    return svg.isPrint() ? std::clamp(room - 190, 40.0F, 120.0F) : 120.0F;
}

const TextStyle heading{.size = 12, .strong = true};

Scale scaleOf(const MatrixModel& model, Ramp ramp) {
    return {.ramp = rampOf(model.form, ramp),
            .end = model.scale > 0 ? model.scale : 1,
            .beyond = model.beyond};
}

bool hasValues(const MatrixModel& model) {
    return model.to != nullptr && !model.to->values.empty();
}

void drawCellsOf(Svg& svg, const MatrixModel& model, const Box& box, const Scale& scale) {
    const Answer& answer = *model.to;
    drawCells(svg, {answer.values.data(), answer.rows, answer.cols}, box, scale,
              answer.values.size() > mostVectorCells / 2);
    drawMatrixNotes(svg, box, answer.rows, answer.cols);
}

/// A matrix with its names. Returns the height.
float drawMatrix(Svg& svg, const MatrixModel& model, Ramp ramp, float x, float top, float room) {
    svg.text(x, top + 7, svg.cut(model.title, room, heading), heading);
    const Answer* answer = model.to;
    if (!hasValues(model)) {
        const std::string why = answer != nullptr && answer->problem
                                    ? answer->problem->finding
                                    : std::string("not computed"_tr);
        return 24 + svg.block(x, top + 20, room, why, {.size = 10.5F, .colour = muted});
    }
    const float left = roomAtLeft(svg, model.queryLabels);
    // The last of the slanted names ends slightly beyond its column.
    const float widest = room - left - (svg.isPrint() ? 4.0F : 0.0F);
    const float aspect = matrixAspect(answer->rows, answer->cols);
    const float width = std::min({widest, 460.0F, 44.0F * static_cast<float>(answer->cols)});
    const Box box =
        snapped({x + left, top + 24, width, width / aspect}, answer->rows, answer->cols);
    const Scale scale = scaleOf(model, ramp);
    drawCellsOf(svg, model, box, scale);
    drawNamesAtLeft(svg, box, model.queryLabels, model.outputs);
    const float below = drawNamesBelow(svg, box, model.keyLabels);
    const float legend = svg.isPrint() ? x : box.x;
    const float more = drawLegend(svg, legend, box.bottom() + below + 14, scale, model.unit,
                                  legendWidth(svg, room));
    return box.bottom() + below + 28 + more - top;
}

/// Both side by side on a sheet of one column. They have the same height, and only the first has the outputs' names at
/// its left.
float drawNarrowPair(Svg& svg, const MatrixModel* const (&pair)[2], Ramp ramp, float top) {
    constexpr float between = 14;
    const float left = svg.edge() + roomAtLeft(svg, pair[0]->queryLabels);
    const auto aspect = [](const MatrixModel& one) {
        return matrixAspect(one.to->rows, one.to->cols);
    };
    // The last of the slanted names ends slightly beyond its column.
    const float height = (svg.right() - left - between - 4) / (aspect(*pair[0]) + aspect(*pair[1]));
    Box boxes[2];
    float x = left;
    float heads = 0;
    for (int i = 0; i < 2; ++i) {
        const MatrixModel& model = *pair[i];
        boxes[i] = {x, 0, height * aspect(model), height};
        const float from = i == 0 ? svg.edge() : x;
        heads =
            std::max(heads, svg.block(from, top, boxes[i].right() - from, model.title, heading));
        x = boxes[i].right() + between;
    }
    float below = 0;
    for (int i = 0; i < 2; ++i) {
        boxes[i].y = top + heads + 5;
        boxes[i] = snapped(boxes[i], pair[i]->to->rows, pair[i]->to->cols);
        drawCellsOf(svg, *pair[i], boxes[i], scaleOf(*pair[i], ramp));
        below = std::max(below, drawNamesBelow(svg, boxes[i], pair[i]->keyLabels));
    }
    drawNamesAtLeft(svg, boxes[0], pair[0]->queryLabels, pair[0]->outputs);
    const float legends = boxes[0].bottom() + below + 14;
    float more = 0;
    for (int i = 0; i < 2; ++i) {
        const Scale scale = scaleOf(*pair[i], ramp);
        // The number at the ramp's end is the widest part.
        const TextStyle number{.size = 10, .mono = true};
        const std::string end = "≥ " + shownNumber(static_cast<double>(scale.end));
        const float room = boxes[i].w - numberWidth(svg, end, number) - 24;
        more = std::max(more, drawLegend(svg, boxes[i].x, legends, scale, pair[i]->unit,
                                         std::clamp(room, 16.0F, 120.0F), boxes[i].right()));
    }
    return legends + 14 + more - top;
}

/// Raw attention, drawn below `top`, and next to it the method's `result` (null for only raw attention), each with
/// names, legend and its own title. Returns the height. O(values).
float drawMatrixFigure(Svg& svg, const MatrixModel& raw, const MatrixModel* result, Ramp ramp,
                       float top) {
    if (result != nullptr && svg.isNarrow() && hasValues(raw) && hasValues(*result) &&
        raw.queryLabels == result->queryLabels)
        return drawNarrowPair(svg, {&raw, result}, ramp, top);
    const bool beside = result != nullptr && !svg.isNarrow();
    const float room = beside ? (svg.inner() - 24) / 2 : svg.inner();
    const float height = drawMatrix(svg, raw, ramp, svg.edge(), top, room);
    if (result == nullptr) return height;
    if (beside)
        return std::max(height, drawMatrix(svg, *result, ramp, svg.edge() + room + 24, top, room));
    return height + 10 + drawMatrix(svg, *result, ramp, svg.edge(), top + height + 10, room);
}

std::vector<Query> matrices(const AppState& state, ResultStore&) {
    const ViewState& view = state.view;
    return {matrixQuery(state, Method::raw, view.layer),
            matrixQuery(state, view.method, view.layer)};
}

constexpr FigureSpec rows[] = {
    {.name = "matrix", .subject = FigureSubject::layer, .queries = matrices, .draw = [](Sheet& on) {
         const bool alone = !specOf(on.page.controls.method).overLayers;
         on.title = on.page.result.title;  // each matrix has its own above it
         on.y += drawMatrixFigure(on.svg, on.page.raw, alone ? nullptr : &on.page.result, on.ramp,
                                  on.y);
     }}};

}  // namespace

constinit const FigureList matrixFigures = rows;

}  // namespace hw::figure
