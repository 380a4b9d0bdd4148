// SPDX-License-Identifier: MIT
#pragma once

namespace hw {

/// What the matrices of a stack are.
enum class MatrixKind {
    attention,  ///< weights, which residual, discard and division turn into effective attention
    contributions,  ///< of each token to each, by one layer, residual connection included: used as they are
    globalContributions,  ///< the same from the input up to this layer: nothing is left to multiply
};

}  // namespace hw
