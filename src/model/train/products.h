// SPDX-License-Identifier: MIT
// Products of small matrices, and the sums and functions of rows that the trainer uses. An element of a product is
// ((0 + a0·b0) + a1·b1) + ... in ascending order, so that tiles and registers change nothing. Sums along a row use four
// lanes, added as (0 + 2) + (1 + 3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/weights/four.h"

namespace hw::train {

using model::Four;
using model::FourInts;

/// A matrix whose element (i, k) is at data[i · rowStep + k · columnStep].
struct Left {
    const float* data = nullptr;
    std::ptrdiff_t rowStep = 0;
    std::ptrdiff_t columnStep = 1;
};
/// A matrix of contiguous rows. `step` is the distance of two rows.
struct Right {
    const float* data = nullptr;
    std::ptrdiff_t step = 0;
};
struct Target {
    float* data = nullptr;
    std::ptrdiff_t step = 0;
};

/// to[rows][columns] = left[rows][depth] · right[depth][columns].
void product(Target to, Left left, Right right, int rows, int columns, int depth);

/// to[columns][rows] = from[rows][columns], with rows of `step` numbers in `to`.
void transpose(float* to, std::ptrdiff_t step, const float* from, std::ptrdiff_t fromStep, int rows,
               int columns);

/// `count` rounded up to fours.
constexpr int inFours(int count) { return (count + 3) / 4 * 4; }

/// e^x. 0 below -87.3, and finite above 88.
Four expOf(Four x);

// Scalars in float64, whose bits must not depend on a library.
/// The natural logarithm of x > 0, within 1e-15 (relative to 1 + |log x|).
double logOf(double x);
/// e^x for |x| < 700.
double expOf(double x);
struct Turn {
    double cosine = 1;
    double sine = 0;
};
/// Of an angle from 0 to 10,000 radians, within 1e-12.
Turn turnOf(double angle);

}  // namespace hw::train
