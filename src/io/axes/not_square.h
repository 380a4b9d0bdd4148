// SPDX-License-Identifier: MIT
// Explains self-attention whose matrices are not square, and makes it square if possible.
#pragma once

#include <vector>

#include "io/axes/weights.h"

namespace hw::io {

/// A cache of fixed length without its unused columns, or local attention unrolled (io/axes/band.h), with a note about
/// that. Errors: badShape, by the likely cause, which is one row, hidden states, a band, the last rows, or
/// cross-attention. O(values).
Result<Weights> madeSquare(const Tree& tree, Weights weights, const Weights* global,
                           std::vector<Problem>& notes);

}  // namespace hw::io
