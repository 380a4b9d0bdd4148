// SPDX-License-Identifier: MIT
// The lines below a matrix, its caption or the hovered cell's number, and the scale.
#pragma once

#include "page/state/command.h"
#include "panels/matrix/model.h"
#include "panels/matrix/view_layout.h"
#include "render/colormap.h"

namespace hw {

/// The hovered cell, here or in a linked view.
struct PointedCell {
    bool there = false;
    int query = 0;
    int key = 0;
    float value = 0;  ///< exact, NaN if not computed yet
};

/// "keys → [CLS] 0.1779432" for a hovered cell, else the model's caption. Returns the height, which is one line, or as
/// many as the text needs next to the cells.
float drawMatrixCaption(const Pen& pen, const MatrixModel& model, const PointedCell& pointed,
                        const MatrixLayout& layout);

/// The ramp from 0 to the end of the scale, with a mark at the hovered value, and the switch that shows values beyond
/// it.
void drawMatrixLegend(const Pen& pen, const MatrixModel& model, Ramp ramp,
                      const PointedCell& pointed, const MatrixLayout& layout, Commands& commands);

}  // namespace hw
