// SPDX-License-Identifier: MIT
// Weights as integer parts of a row, and back.
#pragma once

#include <optional>

#include "core/model/attention_model.h"
#include "io/packed/grid_coder.h"

namespace hw::io {

/// Each weight as a number of parts of 1/whole. The parts of a row add up to its rounded sum, so rows that sum to 1
/// still do. Each weight is off by less than one part, and most by less than half a part. Nullopt if a row adds up to
/// 64 or more. Cost: O(values), plus a sort of each row's remainders.
std::optional<Grid> quantise(const AttentionTensor& tensor, int whole);

/// The inverse, parts / whole as float32, rounded once. Gaps are NaN. O(values).
std::vector<float> weightsOf(const Grid& grid);

}  // namespace hw::io
