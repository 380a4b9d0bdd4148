// SPDX-License-Identifier: MIT
// Sums of a row of attention in four lanes, so that an addition need not wait for the previous one. Lane i has values
// i, i + 4, i + 8 ..., and lane 0 also the last one to three. Not Eigen's sum(), whose order depends on the machine, so
// that the page and the command line would differ in their last digits.
#pragma once

#include <algorithm>
#include <span>

#include "core/matrix/matrix.h"

namespace hw {

struct LaneTotals {
    Eigen::Array4d sums = Eigen::Array4d::Zero();
    Eigen::Array4f lows = Eigen::Array4f::Zero();  ///< min of each lane, 0 if none is negative
};

inline LaneTotals laneTotals(std::span<const float> row) {
    LaneTotals lanes;
    const Eigen::Index count = std::ssize(row);
    Eigen::Index i = 0;
    for (; i + 4 <= count; i += 4) {
        const Eigen::Map<const Eigen::Array4f> four(row.data() + i);
        lanes.sums += four.cast<double>();
        lanes.lows = lanes.lows.min(four);
    }
    for (; i < count; ++i) {
        lanes.sums[0] += static_cast<double>(row[i]);
        lanes.lows[0] = std::min(lanes.lows[0], row[i]);
    }
    return lanes;
}

struct RowTotals {
    double sum = 0;    ///< NaN or infinite if and only if a value is
    float lowest = 0;  ///< min of the row, 0 if none is negative
};

/// One pass over a row, for the checks on opening.
inline RowTotals rowTotals(std::span<const float> row) {
    const LaneTotals lanes = laneTotals(row);
    return {lanes.sums[0] + lanes.sums[1] + lanes.sums[2] + lanes.sums[3], lanes.lows.minCoeff()};
}

}  // namespace hw
