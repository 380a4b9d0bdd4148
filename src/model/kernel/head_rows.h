// SPDX-License-Identifier: MIT
// A head's columns in the queries, keys or values of all heads.
#pragma once

#include <cstddef>
#include <vector>

#include "model/kernel/products.h"

namespace hw::model {

/// A head's columns in the rows of one text.
inline Rows rowsOf(const std::vector<float>& values, int start, int length, int heads, int head,
                   int width) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * heads * width;
    return {values.data() + start * stride + std::ptrdiff_t{1} * head * width, stride, length,
            width};
}

inline OutputMatrix outputMatrixOf(std::vector<float>& values, int start, int heads, int head,
                                   int width, bool add = false) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * heads * width;
    return {values.data() + start * stride + std::ptrdiff_t{1} * head * width, stride, add};
}

}  // namespace hw::model
