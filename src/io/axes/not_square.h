// SPDX-License-Identifier: MIT
// Self-attention whose matrices have other numbers of rows than of columns: what it is, and what can be made of it.
#pragma once

#include <vector>

#include "io/axes/weights.h"

namespace hw::io {

/// A cache of fixed length without its unused columns, or local attention unrolled (io/axes/band.h), with a note of
/// that. Errors: badShape, by what it seems to be: one row, hidden states, a band, the last rows, cross-attention. O(values).
Result<Weights> madeSquare(const Tree& tree, Weights weights, const Weights* global,
                           std::vector<Problem>& notes);

}  // namespace hw::io
