// SPDX-License-Identifier: MIT
// The uniform causal model of an example's size, by which its own values can be seen (core/model/over.h).
#pragma once

#include "core/methods/method_stack.h"

namespace hw {

/// The example with the part's weights replaced by W[i][j] = 1/(i+1) for j <= i, 0 above the diagonal, in one head a
/// layer; exact in double, and without memory for weights. Layers, tokens, words and fixed residual are the
/// example's; it has nothing else. Part::cross has no such model: the result has no part then. Cost O(tokens).
Example uniformCausal(const Example& example, Part part);

}  // namespace hw
