// SPDX-License-Identifier: MIT
#include "panels/compared/figure_columns.h"

#include <algorithm>
#include <vector>

#include "figure/cells.h"
#include "figure/ramp_of.h"

namespace hw::figure {
namespace {

struct ColumnMatrix {
    const Answer* answer = nullptr;
    const Axis* queries = nullptr;
    const Axis* keys = nullptr;
    std::vector<int> outputs;
    Scale scale;
};

/// A matrix in a column. Returns where it ends.
float drawMatrix(Svg& svg, const ColumnMatrix& shown, float x, float top, float width) {
    const Answer& answer = *shown.answer;
    const float left = roomAtLeft(svg, shown.queries->labels);
    const float room = width - left;
    const float aspect = matrixAspect(answer.rows, answer.cols);
    const Box box = snapped({x + left, top, room, room / aspect}, answer.rows, answer.cols);
    drawCells(svg, {answer.values.data(), answer.rows, answer.cols}, box, shown.scale,
              answer.values.size() > mostVectorCells / 4);
    drawNamesAtLeft(svg, box, shown.queries->labels, shown.queries->placesOf(shown.outputs));
    const float below = drawNamesBelow(svg, box, shown.keys->labels);
    const float beside = isDiverging(shown.scale.ramp) ? 110.0F : 70.0F;
    drawLegend(svg, x, box.bottom() + below + 14, shown.scale, "",
               std::min(width - beside, 120.0F));
    return box.bottom() + below + 24;
}

bool hasValues(const Answer* answer) { return answer != nullptr && !answer->values.empty(); }

float drawMatrixBand(Svg& svg, const CompareModel& model, Ramp ramp, const ComparedBand& columns,
                     float top) {
    drawColumnHeads(svg, model, columns, top);
    const float begin = top + columnHead;
    float end = begin;
    for (std::size_t i = 0; i < model.columns.size(); ++i) {
        if (!columns.has(i)) continue;
        const CompareColumn& column = model.columns[i];
        if (!hasValues(column.matrix.to)) {
            svg.block(columns.at(i), begin, columns.width, column.standing.why(),
                      {.size = 10, .colour = muted});
            continue;
        }
        const bool own = column.elsewhere;
        const ColumnMatrix shown{column.matrix.to,
                                 own ? &column.queryAxis : &model.queryAxis,
                                 &column.keysOf(model.keyAxis),
                                 own ? column.outputs : model.outputs,
                                 {.ramp = rampOf(column.form, ramp),
                                  .end = column.matrix.scale > 0 ? column.matrix.scale : 1,
                                  .beyond = column.matrix.beyond}};
        end = std::max(end, drawMatrix(svg, shown, columns.at(i), begin, columns.width));
    }
    if (model.of >= 0 && columns.has(model.columns.size()) && hasValues(&model.differenceMatrix)) {
        const float largest = model.differenceMatrix.largest;
        const float scale = scaleEnd(model.differenceMatrix, model.wholeScale);
        const ColumnMatrix shown{
            &model.differenceMatrix,
            &model.queryAxis,
            &model.columns[model.of].keysOf(model.keyAxis),
            model.outputs,
            {.ramp = Ramp::diverging, .end = scale > 0 ? scale : 1, .beyond = largest > scale}};
        end = std::max(
            end, drawMatrix(svg, shown, columns.at(model.columns.size()), begin, columns.width));
    }
    return end - top;
}

}  // namespace

float drawComparedMatrices(Svg& svg, const CompareModel& model, Ramp ramp, float top) {
    float y = top;
    for (const ComparedBand& band : bandsOf(svg, model, svg.edge(), svg.isPrint() ? 140.0F : 24.0F))
        y += drawMatrixBand(svg, model, ramp, band, y) + 12;
    return y - 12 - top;
}

}  // namespace hw::figure
