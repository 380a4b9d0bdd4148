// SPDX-License-Identifier: MIT
// Sums of floating-point numbers in an order that is written down. Eigen's own sums add in the order that the
// registers of a machine suggest, so that the page and the command line would differ in their last digits.
#pragma once

#include <Eigen/Core>

namespace hw {

/// `start` and the coefficients of an expression, one after the other.
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
