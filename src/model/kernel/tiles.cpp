// SPDX-License-Identifier: MIT
#include "model/kernel/tiles.h"

#include <algorithm>

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

// Called by a pointer, so that it stays a function of its own: WebAssembly's engines exchange quickly compiled code for fast
// code between calls, and this is called hundreds of times a product.
using AlongAll = void (*)(int, int, const float*, const float*, float*, std::ptrdiff_t,
                          const float*);
constexpr AlongAll alongAlls[] = {alongAll<false>, alongAll<true>};

/// Four tokens, eight columns.
void overFour(int rows, const float* x, const float* w, float* c, std::ptrdiff_t stride) {
    Four l0 = {}, l1 = {}, l2 = {}, l3 = {};
    Four r0 = {}, r1 = {}, r2 = {}, r3 = {};
    for (int r = 0; r < rows; ++r, x += 4, w += 8) {
        const Four left = load(w);
        const Four right = load(w + 4);
        Four factor = spread(x[0]);
        l0 += factor * left;
        r0 += factor * right;
        factor = spread(x[1]);
        l1 += factor * left;
        r1 += factor * right;
        factor = spread(x[2]);
        l2 += factor * left;
        r2 += factor * right;
        factor = spread(x[3]);
        l3 += factor * left;
        r3 += factor * right;
    }
    const Four sums[] = {l0, r0, l1, r1, l2, r2, l3, r3};
    for (int t = 0; t < 4; ++t, c += stride) {
        store(c, load(c) + sums[2 * t]);
        store(c + 4, load(c + 4) + sums[2 * t + 1]);
    }
}

/// Four rows of four to four columns.
void turn(const float* from, std::ptrdiff_t stride, float* to) {
    const Four a = load(from);
    const Four b = load(from + stride);
    const Four c = load(from + 2 * stride);
    const Four d = load(from + 3 * stride);
    const Four lowAb = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Four lowCd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Four highAb = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four highCd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    store(to, __builtin_shufflevector(lowAb, lowCd, 0, 1, 4, 5));
    store(to + 4, __builtin_shufflevector(lowAb, lowCd, 2, 3, 6, 7));
    store(to + 8, __builtin_shufflevector(highAb, highCd, 0, 1, 4, 5));
    store(to + 12, __builtin_shufflevector(highAb, highCd, 2, 3, 6, 7));
}

}  // namespace

void sumAlong(int tokens, int inner, const float* x, const float* w, float* c,
              std::ptrdiff_t stride, const float* start) {
    alongAlls[tokens % 2](tokens, inner, x, w, c, stride, start);
}

[[gnu::noinline]] void sumOver(int fours, int rows, const float* x, const float* w, float* c,
                               std::ptrdiff_t stride) {
    for (int f = 0; f < fours; ++f) {
        overFour(rows, x + std::ptrdiff_t{4} * f * rows, w, c + 4 * f * stride, stride);
    }
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

void packFours(const float* x, std::ptrdiff_t stride, int tokens, int count, float* to) {
    int t = 0;
    for (; t + 4 <= tokens; t += 4, x += 4 * stride) {
        int k = 0;
        for (; k + 4 <= count; k += 4, to += 16) turn(x + k, stride, to);
        for (; k < count; ++k, to += 4) {
            for (int i = 0; i < 4; ++i) to[i] = x[i * stride + k];
        }
    }
    if (t == tokens) return;
    for (int k = 0; k < count; ++k, to += 4) {
        for (int i = 0; i < 4; ++i) to[i] = t + i < tokens ? x[i * stride + k] : 0.0F;
    }
}

}  // namespace hw::model
