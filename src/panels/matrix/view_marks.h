// SPDX-License-Identifier: MIT
// Marks over the cells of a matrix.
#pragma once

#include "panels/matrix/model.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Outlines of the outputs' rows, then the cursor that all matrices share, clipped to `plot`. O(outputs).
void drawMatrixMarks(const Pen& pen, const MatrixModel& model, const Rect& plot,
                     const MatrixAxis& rows, const MatrixAxis& cols);

}  // namespace hw
