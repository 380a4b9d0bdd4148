// SPDX-License-Identifier: MIT
// The mean over heads, if the user chose it when opening.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "core/matrix/half.h"

namespace hw::io {

inline double asDouble(float value) { return static_cast<double>(value); }
inline double asDouble(std::uint16_t half) { return static_cast<double>(halfToFloat(half)); }

/// Replaces the first of `heads` matrices, consecutive in `values`, by the mean of all, summed in double.
/// A value that is missing in one head is missing in the mean. `values` are float32 or 16-bit numbers.
template <class T>
void averageOver(std::span<T> values, std::size_t heads) {
    if (heads == 0) return;
    const std::size_t matrix = values.size() / heads;
    for (std::size_t i = 0; i < matrix; ++i) {
        double sum = 0;
        for (std::size_t head = 0; head < heads; ++head) sum += asDouble(values[head * matrix + i]);
        const auto mean = static_cast<float>(sum / static_cast<double>(heads));
        if constexpr (std::same_as<T, float>) {
            values[i] = mean;
        } else {
            values[i] = floatToHalf(mean);
        }
    }
}

}  // namespace hw::io
