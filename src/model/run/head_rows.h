// SPDX-License-Identifier: MIT
// One head's columns of the rows of one text, among those of all heads side by side.
#pragma once

#include <cstddef>
#include <vector>

#include "model/kernel/products.h"

namespace hw::model {

inline Rows rowsOf(const std::vector<float>& values, int start, int length, int heads, int head,
                   int width) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * heads * width;
    return {values.data() + start * stride + std::ptrdiff_t{1} * head * width, stride, length,
            width};
}

inline Into intoOf(std::vector<float>& values, int start, int heads, int head, int width,
                   bool add = false) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * heads * width;
    return {values.data() + start * stride + std::ptrdiff_t{1} * head * width, stride, add};
}

}  // namespace hw::model
