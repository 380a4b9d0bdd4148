// SPDX-License-Identifier: MIT
#include "panels/matrix/figure.h"

#include <algorithm>
#include <cmath>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "page/answers/questions.h"
#include "page/models/matrix_frame.h"
#include "panels/figures.h"

namespace hw::figure {
namespace {

/// What numbers and words of a legend leave to its colours.
float legendWidth(const Svg& svg, float room) {
    return svg.isPrint() ? std::clamp(room - 190, 40.0F, 120.0F) : 120.0F;
}

/// A matrix with its names; returns the height.
float drawMatrix(Svg& svg, const MatrixModel& model, Ramp ramp, float x, float top, float room) {
    const TextStyle heading{.size = 12, .strong = true};
    svg.text(x, top + 7, svg.cut(model.title, room, heading), heading);
    const Answer* answer = model.to;
    if (answer == nullptr || answer->values.empty()) {
        const std::string why = answer != nullptr && answer->problem
                                    ? answer->problem->finding
                                    : std::string("not computed"_tr);
        return 24 + svg.block(x, top + 20, room, why, {.size = 10.5F, .colour = muted});
    }
    const float left = roomAtLeft(svg, model.queryLabels);
    // The last of the slanted names reaches a little beyond its column.
    const float widest = room - left - (svg.isPrint() ? 4.0F : 0.0F);
    const float aspect = matrixAspect(answer->rows, answer->cols);
    const float width = std::min({widest, 460.0F, 44.0F * static_cast<float>(answer->cols)});
    const Box box =
        snapped({x + left, top + 24, width, width / aspect}, answer->rows, answer->cols);
    const Scale scale{.ramp = rampOf(model.form, ramp),
                      .end = model.scale > 0 ? model.scale : 1,
                      .beyond = model.beyond};
    drawCells(svg, {answer->values.data(), answer->rows, answer->cols}, box, scale,
              answer->values.size() > mostVectorCells / 2);
    drawNamesAtLeft(svg, box, model.queryLabels, model.outputs);
    drawMatrixNotes(svg, box, answer->rows, answer->cols);
    const float below = drawNamesBelow(svg, box, model.keyLabels);
    const float legend = svg.isPrint() ? x : box.x;
    const float more = drawLegend(svg, legend, box.bottom() + below + 14, scale, "in this layer"_tr,
                                  legendWidth(svg, room));
    return box.bottom() + below + 28 + more - top;
}

}  // namespace

float drawMatrixFigure(Svg& svg, const MatrixModel& raw, const MatrixModel* result, Ramp ramp,
                       float top) {
    const bool beside = result != nullptr && !svg.isNarrow();
    const float room = beside ? (svg.inner() - 24) / 2 : svg.inner();
    const float height = drawMatrix(svg, raw, ramp, svg.edge(), top, room);
    if (result == nullptr) return height;
    if (beside)
        return std::max(height, drawMatrix(svg, *result, ramp, svg.edge() + room + 24, top, room));
    return height + 10 + drawMatrix(svg, *result, ramp, svg.edge(), top + height + 10, room);
}

namespace {

std::vector<Query> matrices(const AppState& state, ResultStore&) {
    const ViewState& view = state.view;
    return {matrixQuery(state, Method::raw, view.layer),
            matrixQuery(state, view.method, view.layer)};
}

constexpr FigureSpec rows[] = {
    {.name = "matrix", .subject = FigureSubject::layer, .queries = matrices, .draw = [](Sheet& on) {
         const bool alone = on.page.controls.method == Method::raw;
         on.title = on.page.result.title;  // each matrix has its own above it
         on.y += drawMatrixFigure(on.svg, on.page.raw, alone ? nullptr : &on.page.result, on.ramp,
                                  on.y);
     }}};

}  // namespace

constinit const FigureList matrixFigures = rows;

}  // namespace hw::figure
