// SPDX-License-Identifier: MIT
// Sums of floating-point numbers in a fixed order. Eigen's own reductions add in an order that depends on the machine's
// vector registers, so the page and the command line would differ in their last digits.
#pragma once

#include <Eigen/Core>

namespace hw {

/// `start` plus all coefficients of an expression, one after the other, row by row.
template <class Expression>
double sumInOrder(const Eigen::DenseBase<Expression>& values, double start = 0.0) {
    double sum = start;
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
        for (Eigen::Index col = 0; col < values.cols(); ++col)
            sum += static_cast<double>(values.derived().coeff(row, col));
    }
    return sum;
}

}  // namespace hw
