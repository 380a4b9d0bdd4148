// SPDX-License-Identifier: MIT
// Products of two activations, for one head at a time: scores, the weighted sums of values, and their gradients. Rows
// are `stride` floats apart, so that a head is a range of columns and nothing is copied.
#pragma once

#include <cstddef>

namespace hw::model {

/// An input matrix. Row r begins at data + r * stride.
struct Rows {
    const float* data = nullptr;
    std::ptrdiff_t stride = 0;
    int rows = 0;
    int columns = 0;
};

/// An output matrix. Its sizes follow from the factors.
struct OutputMatrix {
    float* data = nullptr;
    std::ptrdiff_t stride = 0;
    bool add = false;  ///< adds to the old values
};

/// c = scale a b^T; a [m][k], b [n][k], c [m][n]. Scores of a head have a = q, b = k; dA has a = gradient of the head's
/// output, b = v. No result may overlap a factor, here and below. Cost: 2 m n k.
void productTransposed(const Rows& a, const Rows& b, float scale, const OutputMatrix& c);

/// c = scale a b; a [m][k], b [k][n], c [m][n]. For A v and dq = s dS k.
void product(const Rows& a, const Rows& b, float scale, const OutputMatrix& c);

/// c = scale a^T b; a [k][m], b [k][n], c [m][n]. For dv = A^T g and dk = s dS^T q.
void transposedProduct(const Rows& a, const Rows& b, float scale, const OutputMatrix& c);

}  // namespace hw::model
