// SPDX-License-Identifier: MIT
// A stored row times a vector, without unpacking the row, which takes most of the time of a product with one token.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/files/stored_tensor.h"

namespace hw::model {

/// Elements that share a scale, in blocks of 4 and 8 bits and in QuantisedVector.
constexpr int dotBlock = 32;

/// A vector in whole numbers. Element k is scales[k / 32] (high[k] + low[k] / 32768), within 2^-31 of its block's
/// largest.
struct QuantisedVector {
    const std::int16_t* high = nullptr;
    const std::int16_t* low = nullptr;
    const float* scales = nullptr;
    const float* sums = nullptr;  ///< for each block, the sum of the original elements
};
/// Splits 32 elements and returns their scale. It is 0 if they are too small for one, NaN if one is not finite. Cost:
/// O(32).
float quantiseBlock(const float* x, std::int16_t* high, std::int16_t* low);

/// Whether dotWhole supports the type, which needs blocks of 32 elements.
bool hasDotWhole(TensorType type);
/// Sum over k of element k of x times the decoded element k of `count`, a whole number of blocks. Sums within a block
/// are exact. Blocks are added in float32, in four lanes. Cost: O(count).
float dotWhole(TensorType type, const std::byte* from, std::size_t count, const QuantisedVector& x);
/// The same for any type and a vector of floats, decoded a few blocks at a time.
float dotDecoded(TensorType type, const std::byte* from, std::size_t count, const float* x);

/// Whether dotSixteenBits supports the type: F16 and BF16.
bool hasDotSixteenBits(TensorType type);
constexpr int rowsOfSixteenBits = 4;
/// dotDecoded of rowsOfSixteenBits rows of finite numbers, `rowBytes` from one to the next, with the same bits. Cost:
/// O(4 count), about that of float32.
void dotSixteenBits(TensorType type, const std::byte* from, std::size_t rowBytes, std::size_t count,
                    const float* x, float* sums);

}  // namespace hw::model
