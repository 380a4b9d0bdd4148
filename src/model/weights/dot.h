// SPDX-License-Identifier: MIT
// A stored row times a vector, without unpacking the row: what a product of one token spends its time on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/files/stored_tensor.h"

namespace hw::model {

/// Elements of x in each of the sums that dotStored takes.
constexpr int dotBlock = 32;

/// Sum over k of x[k] times the decoded element k of `count`, a whole number of blocks. `sums`: of each 32 of x their sum. Sums of
/// blocks are added in float32, four side by side. Cost O(count).
float dotStored(Stored type, const std::byte* from, std::size_t count, const float* x,
                const float* sums);

/// A vector rounded to 16 bits: each 32 elements have a scale, their largest by 32767.
struct RoundedVector {
    const std::int16_t* values = nullptr;
    const float* scales = nullptr;
    const float* sums = nullptr;  ///< of the exact elements
};
/// Whether dotRounded knows the type.
bool hasRoundedDot(Stored type);
/// Rounds 32 elements; gives their scale. Cost O(32).
float roundBlock(const float* x, std::int16_t* to);
/// As dotStored, of whole numbers, whose sums within a block are exact.
float dotRounded(Stored type, const std::byte* from, std::size_t count, const RoundedVector& x);

}  // namespace hw::model
