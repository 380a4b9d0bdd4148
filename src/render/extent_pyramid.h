// SPDX-License-Identifier: MIT
// A matrix at halved sizes for drawing it small: every value of a level is the largest (and, where
// the matrix has negative values, also the smallest) of the cells below it. Averages would hide the
// thin peaks that attention is about.
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix/matrix_view.h"

namespace hw {

/// Stands for "not computed yet" (NaN in the matrix) on the GPU, where NaN is not dependable:
/// below any attention as a maximum, above any as a minimum.
inline constexpr float missingMaximum = -3.0e38F;
inline constexpr float missingMinimum = 3.0e38F;

/// Value i of a level of size n covers the cells [i * 2^level, (i + 1) * 2^level) that exist.
struct PyramidLevel {
    int rows = 0;
    int cols = 0;
    std::vector<float> texels;  ///< row-major; `channels` floats each: maximum, then minimum
};

struct ExtentPyramid {
    int rows = 0;
    int cols = 0;
    int channels = 1;    ///< 2 when a value is negative
    int firstLevel = 0;  ///< finer levels were left out because they exceed the size limit
    std::vector<PyramidLevel> levels;  ///< levels[i] is level firstLevel + i

    std::size_t bytes() const;
};

/// Levels beyond this one save nothing: 64 cells in a pixel, more are read side by side.
inline constexpr int deepestLevel = 6;

/// Level 0 holds the matrix itself, each further one half the size rounded up, until 1 x 1 or
/// `deepestLevel`. Levels wider or higher than `sizeLimit` are left out (the finest kept may then
/// be deeper than `deepestLevel`). NaN is skipped; a value is missing only if all cells below it are.
/// An empty matrix gives no levels. O(rows * cols).
ExtentPyramid extentPyramid(MatrixView matrix, int sizeLimit);

/// The side of a texture with levels 0..`levels`-1 whose every level, as GL halves it (rounding
/// down, at least 1), has room for a pyramid's (which rounds up). `side` >= 1, `levels` >= 1.
int paddedSide(int side, int levels);

}  // namespace hw
