// SPDX-License-Identifier: MIT
#include "model/kernel/gather.h"

#include <algorithm>

#include "model/kernel/elementary.h"

namespace hw::model {

namespace {

/// Writes up to four sums of a row.
void putSums(const OutputMatrix& c, int row, int column, int count, Four sums) {
    float* to = c.data + row * c.stride + column;
    const auto some = static_cast<std::size_t>(count);
    if (c.add) sums += take(to, some);
    give(to, some, sums);
}

/// `count` rows of the result from i on, `width` columns from j on (8, or up to 4).
template <int count, bool wide>
void gatherTile(const Factors& a, const Rows& b, int i, int j, int width, float scale,
                const OutputMatrix& c) {
    Four left[count] = {};
    Four right[count] = {};
    const float* x = a.data + i * a.across;
    const float* row = b.data + j;
    for (int k = 0; k < a.inner; ++k, x += a.along, row += b.stride) {
        const Four first = wide ? load(row) : take(row, static_cast<std::size_t>(width));
        for (int n = 0; n < count; ++n) left[n] += spread(x[n * a.across]) * first;
        if constexpr (wide) {
            const Four second = load(row + 4);
            for (int n = 0; n < count; ++n) right[n] += spread(x[n * a.across]) * second;
        }
    }
    for (int n = 0; n < count; ++n) {
        putSums(c, i + n, j, wide ? 4 : width, spread(scale) * left[n]);
        if constexpr (wide) putSums(c, i + n, j + 4, 4, spread(scale) * right[n]);
    }
}

template <int count>
void gatherRows(const Factors& a, const Rows& b, int i, float scale, const OutputMatrix& c) {
    int j = 0;
    for (; j + 8 <= b.columns; j += 8) gatherTile<count, true>(a, b, i, j, 8, scale, c);
    for (; j < b.columns; j += 4) {
        gatherTile<count, false>(a, b, i, j, std::min(4, b.columns - j), scale, c);
    }
}

}  // namespace

void gatherPlainly(const Factors& a, const Rows& b, float scale, const OutputMatrix& c) {
    int i = 0;
    for (; i + 4 <= a.rows; i += 4) gatherRows<4>(a, b, i, scale, c);
    for (; i < a.rows; ++i) gatherRows<1>(a, b, i, scale, c);
}

}  // namespace hw::model
