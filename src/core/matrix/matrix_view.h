// SPDX-License-Identifier: MIT
// Dense row-major float32 matrices, passed between parts of the program. Rows are queries, columns are keys,
// everywhere.
//
// Matrices are Eigen's, but including Eigen costs about a second of compile time per file. Code that only names a
// matrix or reads values includes this header, and code that computes includes core/matrix/matrix.h.
#pragma once

#include <cstddef>
#include <span>

namespace Eigen {
template <class Scalar, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
class Matrix;
}

namespace hw {

/// A matrix that owns its values. Eigen's, row-major, of any size. Complete in core/matrix/matrix.h.
using Matrix = Eigen::Matrix<float, -1, -1, 1, -1, -1>;

/// A non-owning view of a matrix. Valid as long as its owner.
struct MatrixView {
    const float* data = nullptr;
    int rows = 0;
    int cols = 0;

    MatrixView() = default;
    MatrixView(const float* values, int rowCount, int colCount)
        : data(values), rows(rowCount), cols(colCount) {}
    MatrixView(
        const Matrix& matrix);  // NOLINT: a matrix is a view of itself (core/matrix/matrix.h)

    float operator()(int row, int col) const { return data[start(row) + col]; }
    std::span<const float> row(int index) const { return values().subspan(start(index), cols); }
    std::span<const float> values() const { return {data, data + start(rows)}; }

private:
    std::ptrdiff_t start(int row) const { return std::ptrdiff_t{row} * cols; }
};

}  // namespace hw
