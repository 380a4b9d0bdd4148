// SPDX-License-Identifier: MIT
// Compares numbers that are nearly equal, or missing.
#pragma once

#include <cmath>
#include <limits>

namespace hw::test {

inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

inline bool near(double a, double b, double tolerance = 1e-12) {
    return std::abs(a - b) < tolerance;
}

}  // namespace hw::test
