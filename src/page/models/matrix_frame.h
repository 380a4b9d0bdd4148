// SPDX-License-Identifier: MIT
// The parts that every matrix on the screen has, in any view.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/statistics/scale_end.h"
#include "page/models/layer_blend.h"
#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// Labels and tokens of the rows (outputs) and columns (inputs), and the marked ones.
struct MatrixFrame {
    std::vector<std::string> queryLabels;
    std::vector<std::string> keyLabels;
    std::vector<int> queryTokens;  ///< token of each row (first of a word); its index if empty
    std::vector<int> keyTokens;    ///< the same for columns
    std::vector<int> outputs;      ///< rows of the chosen outputs, which are marked
    Hover hover;                   ///< row and column
};

/// `outputs` and `hover` are tokens; those not on the axes are not marked. O(units).
void fillFrame(MatrixFrame& frame, const Axis& queries, const Axis& keys,
               const std::vector<int>& outputs, const Hover& hover);
/// The same with the state's pointer and chosen outputs (none for the mean and the maximum).
void fillFrame(MatrixFrame& frame, const AppState& state, const Axis& queries, const Axis& keys);

/// A matrix between two layers, with both and the position between them.
struct MatrixBlend {
    const Answer* from = nullptr;  ///< null until it has arrived
    const Answer* to = nullptr;
    double t = 0;         ///< 0 = at `from`, 1 = at `to`
    float scale = 1;      ///< value at the end of the ramp
    bool beyond = false;  ///< some value exceeds it
    ScaleFit fit;
};

/// The value at the end of an answer's colours.
inline float scaleEnd(const Answer& answer, bool whole) {
    return whole ? answer.largest : answer.readable;
}

/// The blend of the matrices at its two layers. `after(layer)` returns an answer or null. `whole` scales to the largest
/// value.
template <class After>
MatrixBlend matrixBlend(const LayerBlend& blend, bool whole, After after) {
    MatrixBlend matrix;
    matrix.from = after(blend.from);
    matrix.to = blend.to == blend.from ? matrix.from : after(blend.to);
    matrix.t = blend.t;
    const float first = matrix.from != nullptr ? scaleEnd(*matrix.from, whole) : 0;
    matrix.scale = blend.between(first, matrix.to != nullptr ? scaleEnd(*matrix.to, whole) : first);
    matrix.fit.whole = whole;
    for (const Answer* answer : {matrix.from, matrix.to}) {
        if (answer == nullptr) continue;
        matrix.fit.can = matrix.fit.can || answer->readable < answer->largest;
        matrix.beyond = matrix.beyond || answer->largest > matrix.scale;
    }
    return matrix;
}

/// Width over height of a matrix's box. Cells are square, but a long, narrow matrix does not become a thin strip.
inline float matrixAspect(int rows, int cols) {
    return std::clamp(static_cast<float>(std::max(cols, 1)) / static_cast<float>(std::max(rows, 1)),
                      0.4F, 2.5F);
}

}  // namespace hw
