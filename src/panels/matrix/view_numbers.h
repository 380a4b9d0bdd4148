// SPDX-License-Identifier: MIT
// Numbers in the cells of a matrix.
#pragma once

#include "core/matrix/matrix_view.h"
#include "render/colormap.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The mapping from values to the colours under the numbers.
struct CellColours {
    Ramp ramp = Ramp::blues;
    float scale = 1;  ///< value at the end of the ramp
};

/// The number of each visible cell in its middle, in ink that is readable on the cell's colour. Missing values have
/// none. If the widest number does not fit its cell, there are no numbers at all. O(visible cells).
void drawCellNumbers(const Pen& pen, MatrixView values, const CellColours& colours,
                     const Rect& plot, const MatrixAxis& rows, const MatrixAxis& cols);

}  // namespace hw
