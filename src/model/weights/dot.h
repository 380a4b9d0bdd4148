// SPDX-License-Identifier: MIT
// A stored row times a vector, without unpacking the row: what a product of one token spends its time on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/files/stored_tensor.h"

namespace hw::model {

/// Elements that have a scale of their own, in blocks of 4 and 8 bits and in WholeVector.
constexpr int dotBlock = 32;

/// A vector in whole numbers: element k is scales[k / 32] (high[k] + low[k] / 32768), within 2^-31 of its block's largest.
struct WholeVector {
    const std::int16_t* high = nullptr;
    const std::int16_t* low = nullptr;
    const float* scales = nullptr;
    const float* sums = nullptr;  ///< of each block, of the elements as they were
};
/// Takes 32 elements apart; gives their scale: 0 where they are too small for one, NaN where one is no finite number. Cost O(32).
float takeWhole(const float* x, std::int16_t* high, std::int16_t* low);

/// Whether dotWhole knows the type: blocks of 32 elements.
bool hasDotWhole(Stored type);
/// Sum over k of element k of x times the decoded element k of `count`, a whole number of blocks. Sums within a block are exact,
/// blocks are added in float32, four side by side. Cost O(count).
float dotWhole(Stored type, const std::byte* from, std::size_t count, const WholeVector& x);
/// The same of any type and of floats, decoded some blocks at a time.
float dotDecoded(Stored type, const std::byte* from, std::size_t count, const float* x);

}  // namespace hw::model
