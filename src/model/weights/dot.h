// SPDX-License-Identifier: MIT
// A stored row times a vector, without unpacking the row: what a product of one token spends its time on.
#pragma once

#include <cstddef>

#include "model/files/stored_tensor.h"

namespace hw::model {

/// Elements of x in each of the sums that dotStored takes.
constexpr int dotBlock = 32;

/// Sum over k of x[k] times the decoded element k of `count`, a whole number of blocks. `sums`: of each 32 of x their sum. Sums of
/// blocks are added in float32, four side by side. Cost O(count).
float dotStored(Stored type, const std::byte* from, std::size_t count, const float* x,
                const float* sums);

}  // namespace hw::model
