// SPDX-License-Identifier: MIT
// Matrices to compute with: Eigen's. What only names them includes core/matrix/matrix_view.h.
#pragma once

#include <Eigen/Core>
#include <span>

#include "core/matrix/matrix_view.h"

namespace hw {

/// Values of any type in a row, for expressions coefficient by coefficient.
template <class Number>
using RowArray = Eigen::Array<Number, 1, Eigen::Dynamic>;

/// Double, of any size.
using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline MatrixView::MatrixView(const Matrix& matrix)
    : MatrixView(matrix.data(), static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())) {}

/// A view as an operand of expressions.
inline Eigen::Map<const Matrix> expressionOf(MatrixView view) {
    return {view.data, view.rows, view.cols};
}

/// Values that stand in a row, as an operand of expressions coefficient by coefficient.
template <class Number>
Eigen::Map<const RowArray<Number>> expressionOf(std::span<const Number> values) {
    return {values.data(), std::ssize(values)};
}
template <class Number>
Eigen::Map<RowArray<Number>> expressionOf(std::span<Number> values) {
    return {values.data(), std::ssize(values)};
}

/// All values of a matrix, row by row.
inline std::span<const float> valuesOf(const Matrix& matrix) { return MatrixView(matrix).values(); }
inline std::span<float> valuesOf(Matrix& matrix) {
    return {matrix.data(), matrix.data() + matrix.size()};
}
inline std::span<const float> rowOf(const Matrix& matrix, int row) {
    return MatrixView(matrix).row(row);
}
inline std::span<float> rowOf(Matrix& matrix, int row) {
    return {matrix.row(row).data(), matrix.row(row).data() + matrix.cols()};
}

}  // namespace hw
