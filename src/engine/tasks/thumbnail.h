// SPDX-License-Identifier: MIT
// A matrix with few cells. Internal to engine/tasks.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/matrix/matrix_view.h"

namespace hw {

inline constexpr int mostCells = 64;  ///< of a thumbnail's rows, and of its columns

/// The value farthest from 0 in each of rows x cols boxes. NaN if a box has no value.
inline void putThumbnail(MatrixView matrix, int rows, int cols, std::span<float> out) {
    std::fill(out.begin(), out.end(), std::numeric_limits<float>::quiet_NaN());
    for (int q = 0; q < matrix.rows; ++q) {
        const int row = static_cast<int>(static_cast<long long>(q) * rows / matrix.rows);
        for (int k = 0; k < matrix.cols; ++k) {
            const int col = static_cast<int>(static_cast<long long>(k) * cols / matrix.cols);
            float& box = out[row * cols + col];
            if (std::abs(matrix(q, k)) > std::abs(box) || std::isnan(box)) box = matrix(q, k);
        }
    }
}

}  // namespace hw
