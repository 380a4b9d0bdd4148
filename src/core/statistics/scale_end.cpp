// SPDX-License-Identifier: MIT
#include "core/statistics/scale_end.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace hw {

int flattening(std::span<const float> falling, int most, float least) {
    const int last = std::min(most, static_cast<int>(falling.size()) - 1);
    for (int count = last; count > 0; --count) {
        const float next = falling[count];
        if (next > 0 && next < falling[count - 1] * least) return count;
    }
    return 0;
}

float endForLayers(std::span<const float> ends, bool evens) {
    if (ends.empty()) return 0;
    constexpr float deep = 30;
    const float largest = std::ranges::max(ends);
    const float last = ends.back();
    const float end = endForLast(largest, last, evens);
    if (!evens || !(last > 0) || largest <= last * deep) return end;
    std::vector<float> sorted(ends.begin(), ends.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return std::max(end, *middle);
}

float readableEnd(std::span<const float> values, int rows, float largest, bool ownOne) {
    if (rows <= 0 || values.empty()) return largest;
    const bool isLong = values.size() > std::size_t{mostShortTokens} * rows;
    if (!isLong && !ownOne) return largest;
    std::vector<float> sizes;
    for (const float value : values) {
        const float size = std::abs(value);
        if (size > 0) sizes.push_back(size);  // false for NaN
    }
    const int count = static_cast<int>(sizes.size());
    if (!isLong) {
        std::ranges::sort(sizes, std::greater{});
        return sizes.empty() ? largest : sizes[flattening(sizes, rows, leastReadable(false))];
    }
    const int left = rows + count / 100;
    if (count <= 2 * left) return largest;
    std::ranges::nth_element(sizes, sizes.begin() + left, std::greater{});
    return sizes[left] < largest * leastReadable(true) ? sizes[left] : largest;
}

}  // namespace hw
