// SPDX-License-Identifier: MIT
#pragma once

namespace hw {

/// What a stack's matrices say of a query and a key.
enum class MatrixKind {
    attention,  ///< weights, of which residual, discard and division make effective attention
    contributions,  ///< what a layer takes from each token, its residual connection included: used as they are
    globalContributions,  ///< the same of the input, up to this layer: there is nothing left to multiply
};

}  // namespace hw
