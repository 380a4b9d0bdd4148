// SPDX-License-Identifier: MIT
// The lines below a matrix: what it shows or the pointed cell's number, and the scale.
#pragma once

#include "panels/matrix/model.h"
#include "panels/matrix/view_layout.h"
#include "render/colormap.h"

namespace hw {

/// A cell that the pointer is at, here or in a linked view.
struct PointedCell {
    bool there = false;
    int query = 0;
    int key = 0;
    float value = 0;  ///< exact; NaN: not computed yet
};

/// "[CLS] ← keys  0.1779432" for a pointed cell; else what the model says. Returns the height: of one line, or of as
/// many as the words take beside the cells.
float drawMatrixCaption(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                        const MatrixLayout& layout);

/// The ramp from 0 to the scale's end, with a mark at the pointed value.
void drawMatrixLegend(const Pen& pen, const MatrixModel& model, Ramp ramp,
                      const PointedCell& pointed, const MatrixLayout& layout);

}  // namespace hw
