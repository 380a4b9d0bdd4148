// SPDX-License-Identifier: MIT
// Dense row-major float32 matrices. Rows are queries, columns are keys, everywhere.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hw {

/// A matrix that somebody else owns. Valid as long as its owner.
struct MatrixView {
    const float* data = nullptr;
    int rows = 0;
    int cols = 0;

    float operator()(int row, int col) const {
        return data[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
                    static_cast<std::size_t>(col)];
    }
    std::span<const float> row(int index) const {
        return {data + static_cast<std::size_t>(index) * static_cast<std::size_t>(cols),
                static_cast<std::size_t>(cols)};
    }
    std::span<const float> values() const {
        return {data, static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)};
    }
};

/// A matrix that owns its values.
struct Matrix {
    int rows = 0;
    int cols = 0;
    std::vector<float> values;

    Matrix() = default;
    Matrix(int rowCount, int colCount)
        : rows(rowCount),
          cols(colCount),
          values(static_cast<std::size_t>(rowCount) * static_cast<std::size_t>(colCount)) {}

    float& operator()(int row, int col) {
        return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
                      static_cast<std::size_t>(col)];
    }
    float operator()(int row, int col) const { return view()(row, col); }
    std::span<float> row(int index) {
        return {values.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(cols),
                static_cast<std::size_t>(cols)};
    }
    std::span<const float> row(int index) const { return view().row(index); }
    MatrixView view() const { return {values.data(), rows, cols}; }
    operator MatrixView() const { return view(); }  // NOLINT: a matrix is a view of itself
    bool empty() const { return values.empty(); }
};

}  // namespace hw
