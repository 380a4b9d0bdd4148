// SPDX-License-Identifier: MIT
#include "render/extent_pyramid.h"
#include "core/matrix/matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/matrix/matrix.h"

using namespace hw;

namespace {

constexpr int noLimit = 1 << 20;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Values in [0, 1), some of them NaN on request. They are the same in every run.
Matrix zeros(int rows, int cols) { return Matrix::Zero(rows, cols); }

Matrix noise(int rows, int cols, bool negative, bool missing) {
    Matrix matrix(rows, cols);
    std::uint32_t state = 12345;
    for (float& value : valuesOf(matrix)) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<float>(state >> 8U) / 16777216.0F - (negative ? 0.5F : 0.0F);
        if (missing && (state >> 8U) % 3 == 0) value = nan;
    }
    return matrix;
}

struct Extent {
    float high = missingMaximum;
    float low = missingMinimum;
};

Extent extentOf(const Matrix& matrix, int row, int col, int size) {
    Extent extent;
    for (int r = row * size; r < std::min((row + 1) * size, static_cast<int>(matrix.rows())); ++r) {
        for (int c = col * size; c < std::min((col + 1) * size, static_cast<int>(matrix.cols()));
             ++c) {
            if (std::isnan(matrix(r, c))) continue;
            extent.high = std::max(extent.high, matrix(r, c));
            extent.low = std::min(extent.low, matrix(r, c));
        }
    }
    return extent;
}

/// Counts texels that differ from the extent over exactly the cells below them.
int wrongTexels(const ExtentPyramid& pyramid, const Matrix& matrix) {
    int wrong = 0;
    for (std::size_t i = 0; i < pyramid.levels.size(); ++i) {
        const PyramidLevel& level = pyramid.levels[i];
        const int size = 1 << (pyramid.firstLevel + static_cast<int>(i));
        const float* texel = level.texels.data();
        for (int row = 0; row < level.rows; ++row) {
            for (int col = 0; col < level.cols; ++col, texel += pyramid.channels) {
                const Extent wanted = extentOf(matrix, row, col, size);
                if (texel[0] != wanted.high) ++wrong;
                if (pyramid.channels == 2 && texel[1] != wanted.low) ++wrong;
            }
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("Every value of every level is the extent of exactly the cells below it") {
    const auto [rows, cols] = GENERATE(
        std::pair{1, 1}, std::pair{2, 2}, std::pair{11, 11}, std::pair{7, 64}, std::pair{65, 3},
        std::pair{1, 1000}, std::pair{1000, 1}, std::pair{197, 198}, std::pair{257, 129});
    const bool negative = GENERATE(false, true);
    const bool missing = GENERATE(false, true);
    const Matrix matrix = noise(rows, cols, negative, missing);
    const ExtentPyramid pyramid = extentPyramid(matrix, noLimit);

    CAPTURE(rows, cols, negative, missing);
    const bool anyNegative =
        std::ranges::any_of(valuesOf(matrix), [](float value) { return value < 0; });
    CHECK(pyramid.channels == (anyNegative ? 2 : 1));
    CHECK(pyramid.firstLevel == 0);
    CHECK(pyramid.levels.front().rows == rows);
    CHECK(pyramid.levels.front().cols == cols);
    for (std::size_t i = 0; i < pyramid.levels.size(); ++i) {
        const int size = 1 << i;
        CHECK(pyramid.levels[i].rows == (rows + size - 1) / size);
        CHECK(pyramid.levels[i].cols == (cols + size - 1) / size);
    }
    CHECK(wrongTexels(pyramid, matrix) == 0);
}

TEST_CASE("Halving ends at one value or at the deepest level") {
    CHECK(extentPyramid(zeros(1, 1), noLimit).levels.size() == 1);
    CHECK(extentPyramid(zeros(3, 2), noLimit).levels.size() == 3);
    CHECK(extentPyramid(zeros(1, 1000), noLimit).levels.size() == deepestLevel + 1);
    CHECK(extentPyramid(Matrix(), noLimit).levels.empty());
    CHECK(extentPyramid(Matrix(), noLimit).bytes() == 0);
    CHECK(extentPyramid(zeros(2, 2), noLimit).bytes() == (4 + 1) * sizeof(float));
}

TEST_CASE("A single peak among a million cells is in every level") {
    Matrix matrix = zeros(1000, 1000);
    matrix(617, 333) = 0.9F;
    for (const PyramidLevel& level : extentPyramid(matrix, noLimit).levels) {
        CHECK(std::ranges::count(level.texels, 0.9F) == 1);
    }
}

TEST_CASE("A matrix larger than a texture may be starts at a coarser level") {
    const Matrix matrix = noise(3, 200, true, true);
    const ExtentPyramid pyramid = extentPyramid(matrix, 60);
    CHECK(pyramid.firstLevel == 2);
    CHECK(pyramid.levels.front().cols == 50);
    CHECK(pyramid.levels.size() == deepestLevel + 1 - 2);
    CHECK(wrongTexels(pyramid, matrix) == 0);

    const ExtentPyramid tiny = extentPyramid(matrix, 1);
    CHECK(tiny.levels.size() == 1);
    CHECK(tiny.levels.front().texels.size() == 2);
    CHECK(wrongTexels(tiny, matrix) == 0);
}

TEST_CASE("A padded texture has room for every level of a pyramid") {
    for (int side = 1; side <= 1100; ++side) {
        const int levels = static_cast<int>(extentPyramid(zeros(1, side), noLimit).levels.size());
        for (const int count : {levels, deepestLevel + 1}) {
            const int padded = paddedSide(side, count);
            CAPTURE(side, count, padded);
            CHECK(padded >= side);
            CHECK(padded < side + (1 << deepestLevel));
            for (int level = 0; level < count; ++level) {
                const int size = 1 << level;
                CHECK(std::max(1, padded >> level) >= (side + size - 1) / size);
            }
        }
    }
    CHECK(paddedSide(1, 7) == 1);
    CHECK(paddedSide(11, 5) == 16);
    CHECK(paddedSide(513, 7) == 576);
}
