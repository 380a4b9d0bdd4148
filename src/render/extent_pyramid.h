// SPDX-License-Identifier: MIT
// A matrix at halved sizes, for drawing it small. Every value of a level is the maximum (and, if the matrix has
// negative values, also the minimum) of the cells it covers. Averages would hide the thin peaks that matter in
// attention.
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix/matrix_view.h"

namespace hw {

/// Represents "not computed yet" (NaN in the matrix) on the GPU, where NaN is unreliable. As a maximum it is below any
/// attention, as a minimum above any.
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
    int firstLevel = 0;  ///< finer levels are omitted because they exceed the size limit
    std::vector<PyramidLevel> levels;  ///< levels[i] is level firstLevel + i

    std::size_t bytes() const;
};

/// Deeper levels would save nothing, because from 64 cells per pixel on, a pixel reads several values.
inline constexpr int deepestLevel = 6;

/// Level 0 is the matrix itself, each further one half the size rounded up, down to 1 x 1 or `deepestLevel`. Levels
/// wider or higher than `sizeLimit` are omitted (the finest one kept may then be deeper than `deepestLevel`). NaN is
/// skipped, and a value is missing only if all its cells are. An empty matrix gives no levels. O(rows * cols).
ExtentPyramid extentPyramid(MatrixView matrix, int sizeLimit);

/// The side of a texture with levels 0..`levels`-1 in which every level can contain a pyramid's level. GL halves sizes
/// rounding down, to at least 1, but the pyramid rounds up. `side` >= 1, `levels` >= 1.
int paddedSide(int side, int levels);

}  // namespace hw
