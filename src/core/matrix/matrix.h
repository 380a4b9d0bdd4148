// SPDX-License-Identifier: MIT
// Eigen matrices, for code that computes. To name a matrix, core/matrix/matrix_view.h is enough.
#pragma once

#include <Eigen/Core>
#include <span>

#include "core/matrix/matrix_view.h"

namespace hw {

/// A row of values of any type, for coefficient-wise expressions.
template <class Number>
using RowArray = Eigen::Array<Number, 1, Eigen::Dynamic>;

/// A double matrix of any size.
using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline MatrixView::MatrixView(const Matrix& matrix)
    : MatrixView(matrix.data(), static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())) {}

/// A view as an operand of expressions.
inline Eigen::Map<const Matrix> expressionOf(MatrixView view) {
    return {view.data, view.rows, view.cols};
}

/// A contiguous range of values, as an operand of coefficient-wise expressions.
template <class Number>
Eigen::Map<const RowArray<Number>> expressionOf(std::span<const Number> values) {
    return {values.data(), std::ssize(values)};
}
template <class Number>
Eigen::Map<RowArray<Number>> expressionOf(std::span<Number> values) {
    return {values.data(), std::ssize(values)};
}

/// All values of a matrix, in row-major order.
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
