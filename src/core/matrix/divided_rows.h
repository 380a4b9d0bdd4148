// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace hw {

/// Divides each row of `columns` values by its sum, which is computed in double and in order, as Abnar & Zuidema 2020
/// plot flow. A row of zeros stays. A row with a missing value becomes missing as a whole.
template <class Number>
void divideRows(std::span<Number> values, int columns) {
    const std::size_t width = columns;
    for (std::size_t start = 0; start + width <= values.size() && width > 0; start += width) {
        const std::span<Number> row = values.subspan(start, width);
        double sum = 0;
        for (const Number value : row) sum += static_cast<double>(value);
        if (sum == 0) continue;
        for (Number& value : row) value = static_cast<Number>(static_cast<double>(value) / sum);
    }
}

}  // namespace hw
