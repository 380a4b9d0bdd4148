// SPDX-License-Identifier: MIT
#include "model/kernel/tiles.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>

#include "model/kernel/gather.h"
#include "model/kernel/tiles_avx2.h"
#include "model/weights/four.h"

namespace hw::model {

namespace {

/// Two tokens, four rows.
void alongPair(int inner, const float* x, const float* w, float* c, std::ptrdiff_t stride,
               Four first, Four second) {
    Four a0 = {}, a1 = {}, a2 = {}, a3 = {};
    Four b0 = {}, b1 = {}, b2 = {}, b3 = {};
    for (int k = 0; k < inner; k += 4, x += 8, w += 16) {
        const Four xa = load(x);
        const Four xb = load(x + 4);
        Four row = load(w);
        a0 += xa * row;
        b0 += xb * row;
        row = load(w + 4);
        a1 += xa * row;
        b1 += xb * row;
        row = load(w + 8);
        a2 += xa * row;
        b2 += xb * row;
        row = load(w + 12);
        a3 += xa * row;
        b3 += xb * row;
    }
    store(c, first + sumsOf(a0, a1, a2, a3));
    store(c + stride, second + sumsOf(b0, b1, b2, b3));
}

void alongOne(int inner, const float* x, const float* w, float* c, Four start) {
    Four a0 = {}, a1 = {}, a2 = {}, a3 = {};
    for (int k = 0; k < inner; k += 4, x += 4, w += 16) {
        const Four xa = load(x);
        a0 += xa * load(w);
        a1 += xa * load(w + 4);
        a2 += xa * load(w + 8);
        a3 += xa * load(w + 12);
    }
    store(c, start + sumsOf(a0, a1, a2, a3));
}

template <bool odd>
void alongAll(int tokens, int inner, const float* x, const float* w, float* c,
              std::ptrdiff_t stride, const float* start) {
    for (int t = 0; t + 2 <= tokens; t += 2, c += 2 * stride, x += std::ptrdiff_t{2} * inner) {
        if (start != nullptr) {
            alongPair(inner, x, w, c, stride, load(start), load(start));
        } else {
            alongPair(inner, x, w, c, stride, load(c), load(c + stride));
        }
    }
    if constexpr (odd) alongOne(inner, x, w, c, start != nullptr ? load(start) : load(c));
}

// Called by pointer, so that it is not inlined. WebAssembly's engines replace quickly compiled code by fast code
// between calls, and this is called hundreds of times per product.
using AlongAll = void (*)(int, int, const float*, const float*, float*, std::ptrdiff_t,
                          const float*);
constexpr AlongAll alongAlls[] = {alongAll<false>, alongAll<true>};

/// The share of four rows in the sums of one token, and with `pair` of the next one, too.
template <bool pair>
void overRowsOf(int columns, const float* x, std::ptrdiff_t xStride, const float* w, float* c,
                std::ptrdiff_t stride) {
    const float* y = pair ? x + xStride : x;
    float* d = pair ? c + stride : c;
    const Four a0 = spread(x[0]), a1 = spread(x[1]), a2 = spread(x[2]), a3 = spread(x[3]);
    const Four b0 = spread(y[0]), b1 = spread(y[1]), b2 = spread(y[2]), b3 = spread(y[3]);
    for (int k = 0; k < columns; k += 4, w += 16) {
        Four left = load(c + k);
        Four right = pair ? load(d + k) : Four{};
        Four row = load(w);
        left += a0 * row;
        if constexpr (pair) right += b0 * row;
        row = load(w + 4);
        left += a1 * row;
        if constexpr (pair) right += b1 * row;
        row = load(w + 8);
        left += a2 * row;
        if constexpr (pair) right += b2 * row;
        row = load(w + 12);
        left += a3 * row;
        if constexpr (pair) right += b3 * row;
        store(c + k, left);
        if constexpr (pair) store(d + k, right);
    }
}

void sumAlongPlainly(int tokens, int inner, const float* x, const float* w, float* c,
                     std::ptrdiff_t stride, const float* start, const float* /*next*/) {
    alongAlls[tokens % 2](tokens, inner, x, w, c, stride, start);
}

[[gnu::noinline]] void addFourPlainly(int tokens, int columns, const float* x,
                                      std::ptrdiff_t xStride, const float* w, float* c,
                                      std::ptrdiff_t stride) {
    int t = 0;
    for (; t + 2 <= tokens; t += 2)
        overRowsOf<true>(columns, x + t * xStride, xStride, w, c + t * stride, stride);
    if (t < tokens) overRowsOf<false>(columns, x + t * xStride, xStride, w, c + t * stride, stride);
}

void addOverPlainly(int tokens, int columns, const float* x, std::ptrdiff_t xStride,
                    const Quads& rows, float* c, std::ptrdiff_t stride) {
    for (int four = 0; four < rows.count; ++four)
        addFourPlainly(tokens, columns, x + quadRows * four, xStride,
                       rows.first + four * rows.apart, c, stride);
}

constexpr Tiles kinds[] = {
    {"plain", sumAlongPlainly, addOverPlainly, 1, 64, gatherPlainly},
#ifdef HW_TILES_AVX2
    {"AVX2", sumAlongAvx2, addOverAvx2, 8, std::numeric_limits<int>::max(), gatherAvx2},
#endif
};

std::size_t kindsHere() {
#ifdef HW_TILES_AVX2
    return __builtin_cpu_supports("avx2") ? 2 : 1;
#else
    return 1;
#endif
}

std::atomic<const Tiles*>& chosen() {
    static std::atomic<const Tiles*> tiles = &tilesHere().back();
    return tiles;
}

const Tiles& tilesInUse() {
    if constexpr (std::size(kinds) == 1)
        return kinds[0];
    else
        return *chosen().load(std::memory_order_relaxed);
}

}  // namespace

std::span<const Tiles> tilesHere() { return {kinds, kindsHere()}; }

void useTiles(const Tiles& tiles) { chosen() = &tiles; }

void sumAlong(int tokens, int inner, const float* x, const float* w, float* c,
              std::ptrdiff_t stride, const float* start, const float* next) {
    tilesInUse().sumAlong(tokens, inner, x, w, c, stride, start, next);
}

void addOver(int tokens, int columns, const float* x, std::ptrdiff_t xStride, const Quads& rows,
             float* c, std::ptrdiff_t stride) {
    tilesInUse().addOver(tokens, columns, x, xStride, rows, c, stride);
}

int quadsAtOnce() { return tilesInUse().quads; }
int fewestForTurning() { return tilesInUse().fewestForTurning; }

void gather(const Factors& a, const Rows& b, float scale, const OutputMatrix& c) {
    tilesInUse().gather(a, b, scale, c);
}

void packPairs(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to) {
    const int padded = roundUp(count, 4);
    for (int t = 0; t < tokens; ++t) {
        const bool paired = t % 2 == 1 || t + 1 < tokens;
        const int step = paired ? 8 : 4;
        float* place = to + std::ptrdiff_t{1} * (t - t % 2) * padded + t % 2 * 4;
        const float* from = x + t * stride;
        int k = 0;
        for (; k + 4 <= count; k += 4, place += step) store(place, load(from + k));
        if (k < count) {
            store(place, Four{});
            std::copy_n(from + k, count - k, place);
        }
    }
}

}  // namespace hw::model
