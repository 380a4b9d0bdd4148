// SPDX-License-Identifier: MIT
// One pass over a row of attention, for the checks on opening.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace hw {

struct RowTotals {
    double sum = 0;    ///< NaN or infinite if and only if a value is
    float lowest = 0;  ///< the smallest value, 0 if none is negative
};

/// Four of each are kept at once, so that the loop is not one long chain of additions: the sum may differ
/// from that of a plain loop in its last bits.
inline RowTotals rowTotals(std::span<const float> row) {
    constexpr std::size_t lanes = 4;
    std::array<double, lanes> sums{};
    std::array<float, lanes> lows{};
    const auto take = [&](std::size_t lane, float value) {
        sums[lane] += static_cast<double>(value);
        lows[lane] = value < lows[lane] ? value : lows[lane];
    };
    std::size_t i = 0;
    for (; i + lanes <= row.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, row[i + lane]);
    }
    for (; i < row.size(); ++i) take(0, row[i]);
    const float low = lows[0] < lows[1] ? lows[0] : lows[1];
    const float other = lows[2] < lows[3] ? lows[2] : lows[3];
    return {sums[0] + sums[1] + sums[2] + sums[3], low < other ? low : other};
}

}  // namespace hw
