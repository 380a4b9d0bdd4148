// SPDX-License-Identifier: MIT
#pragma once

namespace hw {

/// The meaning of the matrices of a stack.
enum class MatrixKind {
    attention,  ///< weights, which residual, discard and division turn into effective attention
    contributions,  ///< of each token to each, by one layer, residual connection included; used unchanged
    globalContributions,  ///< the same from the input up to this layer, so nothing is left to multiply
};

}  // namespace hw
