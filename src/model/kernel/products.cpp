// SPDX-License-Identifier: MIT
#include "model/kernel/products.h"

#include <algorithm>

#include "model/kernel/elementary.h"
#include "model/kernel/tiles.h"

namespace hw::model {

namespace {

/// The only row of a with up to four rows of b, along k.
void scoreTile(const Rows& a, const Rows& b, int j, float scale, const OutputMatrix& c) {
    const int columns = std::min(4, b.rows - j);
    const float* rows[4];
    for (int n = 0; n < 4; ++n) rows[n] = b.data + (j + std::min(n, columns - 1)) * b.stride;
    Four s0 = {}, s1 = {}, s2 = {}, s3 = {};
    inFours(a.columns, [&](std::size_t k, std::size_t some) {
        const Four x = take(a.data + k, some);
        s0 += x * take(rows[0] + k, some);
        s1 += x * take(rows[1] + k, some);
        s2 += x * take(rows[2] + k, some);
        s3 += x * take(rows[3] + k, some);
    });
    float* to = c.data + j;
    const auto some = static_cast<std::size_t>(columns);
    const Four sums = spread(scale) * sumsOf(s0, s1, s2, s3);
    give(to, some, c.add ? sums + take(to, some) : sums);
}

// Part of b^T at a time: eight of its columns, and this many of its rows; 4 KB.
constexpr int panelColumns = 8;
constexpr int panelDepth = 128;

/// b's rows [j, j + 8), columns [first, first + count) as [count][8], with zeros for rows that b does not have.
void turn(const Rows& b, int j, int first, int count, float* panel) {
    for (int half = 0; half < panelColumns; half += 4) {
        const int rows = std::clamp(b.rows - j - half, 0, 4);
        const float* from = b.data + (j + half) * b.stride + first;
        const auto row = [&](int n, std::size_t k, std::size_t some) {
            return n < rows ? take(from + n * b.stride + k, some) : Four{};
        };
        inFours(count, [&](std::size_t k, std::size_t some) {
            const auto turned =
                turnedOf(row(0, k, some), row(1, k, some), row(2, k, some), row(3, k, some));
            for (std::size_t n = 0; n < some; ++n)
                store(panel + panelColumns * (k + n) + half, turned.rows[n]);
        });
    }
}

}  // namespace

void productTransposed(const Rows& a, const Rows& b, float scale, const OutputMatrix& c) {
    if (a.rows == 1) {  // a panel would be used only once
        for (int j = 0; j < b.rows; j += 4) scoreTile(a, b, j, scale, c);
        return;
    }
    float panel[panelColumns * panelDepth];
    for (int first = 0; first < a.columns; first += panelDepth) {
        const int count = std::min(panelDepth, a.columns - first);
        for (int j = 0; j < b.rows; j += panelColumns) {
            turn(b, j, first, count, panel);
            gather({a.data + first, 1, a.stride, a.rows, count},
                   {panel, panelColumns, count, std::min(panelColumns, b.rows - j)}, scale,
                   {c.data + j, c.stride, c.add || first > 0});
        }
    }
}

void product(const Rows& a, const Rows& b, float scale, const OutputMatrix& c) {
    gather({a.data, 1, a.stride, a.rows, a.columns}, b, scale, c);
}

void transposedProduct(const Rows& a, const Rows& b, float scale, const OutputMatrix& c) {
    gather({a.data, a.stride, 1, a.columns, a.rows}, b, scale, c);
}

}  // namespace hw::model
