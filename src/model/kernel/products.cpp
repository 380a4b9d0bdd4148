// SPDX-License-Identifier: MIT
#include "model/kernel/products.h"

#include <algorithm>

#include "model/kernel/elementary.h"

namespace hw::model {

namespace {

/// Writes up to four sums of a row.
void putSums(const Into& c, int row, int column, int count, Four sums) {
    float* to = c.data + row * c.stride + column;
    const auto some = static_cast<std::size_t>(count);
    if (c.add) sums += take(to, some);
    give(to, some, sums);
}

/// Rows i (and, with `pair`, i + 1) of a with up to four rows of b, along k.
template <bool pair>
void scoreTile(const Rows& a, const Rows& b, int i, int j, float scale, const Into& c) {
    const float* x = a.data + i * a.stride;
    const float* y = pair ? x + a.stride : x;
    const int columns = std::min(4, b.rows - j);
    const float* rows[4];
    for (int n = 0; n < 4; ++n) rows[n] = b.data + (j + std::min(n, columns - 1)) * b.stride;
    Four a0 = {}, a1 = {}, a2 = {}, a3 = {};
    Four b0 = {}, b1 = {}, b2 = {}, b3 = {};
    inFours(a.columns, [&](std::size_t k, std::size_t some) {
        const Four xa = take(x + k, some);
        const Four xb = take(y + k, some);
        Four row = take(rows[0] + k, some);
        a0 += xa * row;
        if constexpr (pair) b0 += xb * row;
        row = take(rows[1] + k, some);
        a1 += xa * row;
        if constexpr (pair) b1 += xb * row;
        row = take(rows[2] + k, some);
        a2 += xa * row;
        if constexpr (pair) b2 += xb * row;
        row = take(rows[3] + k, some);
        a3 += xa * row;
        if constexpr (pair) b3 += xb * row;
    });
    putSums(c, i, j, columns, spread(scale) * sumsOf(a0, a1, a2, a3));
    if constexpr (pair) putSums(c, i + 1, j, columns, spread(scale) * sumsOf(b0, b1, b2, b3));
}

/// Where the factors of row i stand: a's row, or with a^T its column.
struct Factors {
    const float* data;
    std::ptrdiff_t along;   // from one k to the next
    std::ptrdiff_t across;  // from one row of the result to the next
    int rows;
    int inner;
};

/// `count` rows of the result from i on, `width` columns from j on (8, or up to 4).
template <int count, bool wide>
void gatherTile(const Factors& a, const Rows& b, int i, int j, int width, float scale,
                const Into& c) {
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
void gatherRows(const Factors& a, const Rows& b, int i, float scale, const Into& c) {
    int j = 0;
    for (; j + 8 <= b.columns; j += 8) gatherTile<count, true>(a, b, i, j, 8, scale, c);
    for (; j < b.columns; j += 4) {
        gatherTile<count, false>(a, b, i, j, std::min(4, b.columns - j), scale, c);
    }
}

void gather(const Factors& a, const Rows& b, float scale, const Into& c) {
    int i = 0;
    for (; i + 4 <= a.rows; i += 4) gatherRows<4>(a, b, i, scale, c);
    for (; i < a.rows; ++i) gatherRows<1>(a, b, i, scale, c);
}

}  // namespace

void productTransposed(const Rows& a, const Rows& b, float scale, const Into& c) {
    int i = 0;
    for (; i + 2 <= a.rows; i += 2) {
        for (int j = 0; j < b.rows; j += 4) scoreTile<true>(a, b, i, j, scale, c);
    }
    for (; i < a.rows; ++i) {
        for (int j = 0; j < b.rows; j += 4) scoreTile<false>(a, b, i, j, scale, c);
    }
}

void product(const Rows& a, const Rows& b, float scale, const Into& c) {
    gather({a.data, 1, a.stride, a.rows, a.columns}, b, scale, c);
}

void transposedProduct(const Rows& a, const Rows& b, float scale, const Into& c) {
    gather({a.data, a.stride, 1, a.columns, a.rows}, b, scale, c);
}

}  // namespace hw::model
