// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/matrix/model.h"
#include "render/colormap.h"

namespace hw::figure {

/// Raw attention, drawn below `top`, and next to it the method's `result` (null: raw attention alone), each
/// with names, legend and its own title. Returns the height. O(values).
float drawMatrixFigure(Svg& svg, const MatrixModel& raw, const MatrixModel* result, Ramp ramp,
                       float top);

}  // namespace hw::figure
