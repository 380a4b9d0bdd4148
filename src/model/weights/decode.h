// SPDX-License-Identifier: MIT
// Converts stored numbers to float32. Block layouts as in llama.cpp (ggml-common.h, ggml-quants.c: dequantize_row_*).
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/files/stored_tensor.h"

namespace hw::model {

/// Decodes `count` elements, a whole number of blocks, to `out`. I8 gives the whole numbers without their scale. `from`
/// needs no alignment. `apart` is the distance of groups of four in `out`. Exact up to the one rounding of each product
/// and sum. Cost: O(count).
void decode(TensorType type, const std::byte* from, std::size_t count, float* out,
            std::size_t apart = 4);

/// True if no value is infinite or NaN. Cost: O(count).
bool allFinite(const float* values, std::size_t count);

}  // namespace hw::model
