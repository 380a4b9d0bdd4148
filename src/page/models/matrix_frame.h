// SPDX-License-Identifier: MIT
// What every matrix on the screen has, whichever view shows it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "page/models/layer_blend.h"
#include "page/state/app_state.h"
#include "page/state/units.h"
#include "protocol/query.h"

namespace hw {

/// Names and tokens of the rows (outputs) and columns (inputs), and what is marked among them.
struct MatrixFrame {
    std::vector<std::string> queryLabels;
    std::vector<std::string> keyLabels;
    std::vector<int> queryTokens;  ///< token of each row (the first of a word); none: row by row
    std::vector<int> keyTokens;    ///< the same for columns
    std::vector<int> outputs;      ///< rows of the chosen outputs, which are marked
    Hover hover;                   ///< row and column
};

/// `outputs` and `hover` are of tokens; those that the axes leave out are not marked. O(units).
void fillFrame(MatrixFrame& frame, const Axis& queries, const Axis& keys,
               const std::vector<int>& outputs, const Hover& hover);
/// The same for the state's chosen outputs, none for the mean and the maximum, and its pointer.
void fillFrame(MatrixFrame& frame, const AppState& state, const Axis& queries, const Axis& keys);

/// A matrix between two layers, as two of them and how far the picture has moved.
struct MatrixBlend {
    const Answer* from = nullptr;  ///< null until it has arrived
    const Answer* to = nullptr;
    double t = 0;     ///< 0 = at `from`, 1 = at `to`
    float scale = 1;  ///< value at the ramp's end
};

/// Takes from `after(layer)`, an answer or null, what lies between the two layers of a blend.
template <class After>
MatrixBlend matrixBlend(const LayerBlend& blend, After after) {
    MatrixBlend matrix;
    matrix.from = after(blend.from);
    matrix.to = blend.to == blend.from ? matrix.from : after(blend.to);
    matrix.t = blend.t;
    const float first = matrix.from != nullptr ? matrix.from->largest : 0;
    matrix.scale = blend.between(first, matrix.to != nullptr ? matrix.to->largest : first);
    return matrix;
}

/// Width over height of a matrix's box: square cells, but no thread of a long, narrow matrix.
inline float matrixAspect(int rows, int cols) {
    return std::clamp(static_cast<float>(std::max(cols, 1)) / static_cast<float>(std::max(rows, 1)),
                      0.4F, 2.5F);
}

}  // namespace hw
