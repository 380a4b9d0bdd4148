// SPDX-License-Identifier: MIT
#include "render/extent_pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace hw {
namespace {

std::size_t area(int rows, int cols) { return std::size_t{1} * rows * cols; }

int halved(int side) { return side / 2 + side % 2; }

bool hasNegative(MatrixView matrix) {
    return std::ranges::any_of(matrix.values(), [](float value) { return value < 0; });
}

PyramidLevel baseLevel(MatrixView matrix, int channels) {
    PyramidLevel level{matrix.rows, matrix.cols, {}};
    level.texels.reserve(area(matrix.rows, matrix.cols) * channels);
    for (const float value : matrix.values()) {
        const bool missing = std::isnan(value);
        level.texels.push_back(missing ? missingMaximum : value);
        if (channels == 2) level.texels.push_back(missing ? missingMinimum : value);
    }
    return level;
}

PyramidLevel coarser(const PyramidLevel& fine, int channels) {
    PyramidLevel level{halved(fine.rows), halved(fine.cols), {}};
    level.texels.resize(area(level.rows, level.cols) * channels);
    const std::size_t width = fine.cols;
    const std::size_t step = channels;
    float* out = level.texels.data();
    for (int row = 0; row < level.rows; ++row) {
        // The last row or column may have no partner, and is then its own.
        const float* upper = fine.texels.data() + area(2 * row, fine.cols) * step;
        const float* lower = 2 * row + 1 < fine.rows ? upper + width * step : upper;
        for (std::size_t col = 0; std::cmp_less(col, level.cols); ++col) {
            const std::size_t left = 2 * col * step;
            const std::size_t right = 2 * col + 1 < width ? left + step : left;
            *out++ =
                std::max(std::max(upper[left], upper[right]), std::max(lower[left], lower[right]));
            if (channels == 2) {
                *out++ = std::min(std::min(upper[left + 1], upper[right + 1]),
                                  std::min(lower[left + 1], lower[right + 1]));
            }
        }
    }
    return level;
}

}  // namespace

std::size_t ExtentPyramid::bytes() const {
    std::size_t floats = 0;
    for (const PyramidLevel& level : levels) floats += level.texels.size();
    return floats * sizeof(float);
}

ExtentPyramid extentPyramid(MatrixView matrix, int sizeLimit) {
    ExtentPyramid pyramid{matrix.rows, matrix.cols, 1, 0, {}};
    if (matrix.rows <= 0 || matrix.cols <= 0) return pyramid;
    pyramid.channels = hasNegative(matrix) ? 2 : 1;

    PyramidLevel level = baseLevel(matrix, pyramid.channels);
    while (std::max(level.rows, level.cols) > std::max(sizeLimit, 1)) {
        level = coarser(level, pyramid.channels);
        ++pyramid.firstLevel;
    }
    pyramid.levels.push_back(std::move(level));
    for (int depth = pyramid.firstLevel; depth < deepestLevel; ++depth) {
        const PyramidLevel& fine = pyramid.levels.back();
        if (fine.rows == 1 && fine.cols == 1) break;
        pyramid.levels.push_back(coarser(fine, pyramid.channels));
    }
    return pyramid;
}

int paddedSide(int side, int levels) {
    // From the level with only one value on, rounding down to at least 1 is enough.
    const auto whole = static_cast<unsigned>(std::max(side, 1));
    const int shift = std::min(levels - 1, static_cast<int>(std::bit_width(whole - 1U)));
    const int block = 1 << shift;
    return (side + block - 1) / block * block;
}

}  // namespace hw
