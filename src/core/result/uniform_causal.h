// SPDX-License-Identifier: MIT
// The uniform causal model of an example's size, to compare its own values with (core/model/divisor.h).
#pragma once

#include "core/methods/method_stack.h"

namespace hw {

/// The example with the part's weights replaced by W[i][j] = 1/(i+1) for j <= i, 0 above the diagonal, in one head per
/// layer. Exact in double, and without memory for weights. Layers, tokens, words and fixed residual are the example's.
/// Everything else is empty. Part::cross has no such model, so the result then lacks the part. Cost O(tokens).
Example uniformCausal(const Example& example, Part part);

}  // namespace hw
