// SPDX-License-Identifier: MIT
#include "floor.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "model/weights/four.h"

namespace hw::bench {

namespace {

using model::Four;
using model::load;
using model::spread;
using model::store;

constexpr int depth = 512;
constexpr int blockTokens = 64;

template <int tokens>
[[gnu::always_inline]] inline void tile(int count, const float* x, std::ptrdiff_t xStride,
                                        const float* panel, float* y, std::ptrdiff_t yStride) {
    Four left[tokens] = {};
    Four right[tokens] = {};
    for (int k = 0; k < count; ++k) {
        const Four b0 = load(panel + 8 * k);
        const Four b1 = load(panel + 8 * k + 4);
        for (int t = 0; t < tokens; ++t) {
            const Four factor = spread(x[t * xStride + k]);
            left[t] += factor * b0;
            right[t] += factor * b1;
        }
    }
    for (int t = 0; t < tokens; ++t, y += yStride) {
        store(y, load(y) + left[t]);
        store(y + 4, load(y + 4) + right[t]);
    }
}

template <int rest>
void panel(int tokens, int count, const float* x, std::ptrdiff_t xStride, const float* w, float* y,
           std::ptrdiff_t yStride) {
    int t = 0;
    for (; t + 4 <= tokens; t += 4)
        tile<4>(count, x + t * xStride, xStride, w, y + t * yStride, yStride);
    if constexpr (rest > 0)
        tile<rest>(count, x + t * xStride, xStride, w, y + t * yStride, yStride);
}

// Called by a pointer, so that WebAssembly's engines can replace it with optimised code between calls.
using Panel = void (*)(int, int, const float*, std::ptrdiff_t, const float*, float*,
                       std::ptrdiff_t);
constexpr Panel panels[] = {panel<0>, panel<1>, panel<2>, panel<3>};

#if defined(__x86_64__)
using Eight = float __attribute__((vector_size(32)));

/// The same with a panel's eight rows in one register, eight tokens at most.
template <int tokens>
[[gnu::target("avx2")]] void wideTile(int count, const float* x, std::ptrdiff_t xStride,
                                      const float* panel, float* y, std::ptrdiff_t yStride) {
    Eight sums[tokens] = {};
    for (int k = 0; k < count; ++k) {
        Eight row;
        std::memcpy(&row, panel + 8 * k, sizeof row);
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            const float f = x[t * xStride + k];
            sums[t] += Eight{f, f, f, f, f, f, f, f} * row;
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t, y += yStride) {
        Eight before;
        std::memcpy(&before, y, sizeof before);
        before += sums[t];
        std::memcpy(y, &before, sizeof before);
    }
}

void widePanel(int tokens, int count, const float* x, std::ptrdiff_t xStride, const float* w,
               float* y, std::ptrdiff_t yStride) {
    using Tile = void (*)(int, const float*, std::ptrdiff_t, const float*, float*, std::ptrdiff_t);
    constexpr Tile rest[] = {nullptr,     wideTile<1>, wideTile<2>, wideTile<3>,
                             wideTile<4>, wideTile<5>, wideTile<6>, wideTile<7>};
    int t = 0;
    for (; t + 8 <= tokens; t += 8)
        wideTile<8>(count, x + t * xStride, xStride, w, y + t * yStride, yStride);
    if (t < tokens) rest[tokens - t](count, x + t * xStride, xStride, w, y + t * yStride, yStride);
}
#endif

Panel panelFor(int tokens) {
#if defined(__x86_64__)
    // The same as the products (model/kernel/tiles.cpp).
    if (__builtin_cpu_supports("avx2")) return widePanel;
#endif
    return panels[tokens % 4];
}

}  // namespace

std::vector<float> packPanels(const std::vector<float>& w, int rows, int columns) {
    std::vector<float> packed(w.size());
    for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < columns; ++k) {
            const std::size_t group = std::size_t{1} * (r - r % 8) * columns;
            packed[group + std::size_t{8} * k + r % 8] = w[std::size_t{1} * r * columns + k];
        }
    }
    return packed;
}

void floorProduct(const float* x, int tokens, const std::vector<float>& packed, int rows,
                  int columns, float* y) {
    std::fill_n(y, std::size_t{1} * tokens * rows, 0.0F);
    for (int first = 0; first < columns; first += depth) {
        const int count = std::min(depth, columns - first);
        for (int t = 0; t < tokens; t += blockTokens) {
            const int block = std::min(blockTokens, tokens - t);
            for (int r = 0; r < rows; r += 8) {
                panelFor(block)(
                    block, count, x + std::size_t{1} * t * columns + first, columns,
                    packed.data() + std::size_t{1} * r * columns + std::size_t{8} * first,
                    y + std::size_t{1} * t * rows + r, rows);
            }
        }
    }
}

}  // namespace hw::bench
