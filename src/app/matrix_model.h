// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"

namespace hw {

/// A method's matrix where the views stand. `queries` and `keys` are what is shown of the tokens.
/// O(tokens), and O(values) the first time for relative flow.
MatrixModel matrixModel(const AppState& state, ResultStore& results, Method method,
                        const Axis& queries, const Axis& keys);

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

}  // namespace hw
