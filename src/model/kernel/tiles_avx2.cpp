// SPDX-License-Identifier: MIT
// Registers of eight floats. Only the functions here that say so are compiled for AVX2, and none that a header shares, so that no other
// file gets code that its processor may lack. FMA is left out on purpose: it rounds once where all else rounds twice, and numbers would
// be this machine's own. A processor that adds beside its multipliers loses next to nothing by that (docs/performance.md).
#include "model/kernel/tiles_avx2.h"

#ifdef HW_TILES_AVX2
#include <immintrin.h>

#include <algorithm>

#define HW_FOR_AVX2 [[gnu::target("avx2")]]

namespace hw::model {

namespace {

constexpr int tilePairs =
    3;  // of tokens: twelve sums, two registers of weights, one of activations

/// Four floats twice.
HW_FOR_AVX2 inline __m256 twice(const float* from) {
    return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(from));
}

/// Of a token's sums, those of rows 0 and 1 and of rows 2 and 3: (0 + 2) and (1 + 3) of each of them, as sumsOf adds.
HW_FOR_AVX2 inline __m256 halfSums(__m256 lower, __m256 upper) {
    return _mm256_add_ps(_mm256_shuffle_ps(lower, upper, 0x44),
                         _mm256_shuffle_ps(lower, upper, 0xEE));
}

/// Adds the sums of two tokens to what they start with, and writes them.
HW_FOR_AVX2 inline void putPair(__m256 first, __m256 second, float* c, std::ptrdiff_t stride,
                                const float* start) {
    const __m256 sums = _mm256_add_ps(_mm256_shuffle_ps(first, second, 0x88),
                                      _mm256_shuffle_ps(first, second, 0xDD));
    const __m128 even = _mm256_castps256_ps128(sums);  // rows 0, 2 of the first, of the second
    const __m128 odd = _mm256_extractf128_ps(sums, 1);
    float* d = c + stride;
    const __m128 a = _mm_loadu_ps(start != nullptr ? start : c);
    const __m128 b = _mm_loadu_ps(start != nullptr ? start : d);
    _mm_storeu_ps(c, _mm_add_ps(a, _mm_unpacklo_ps(even, odd)));
    _mm_storeu_ps(d, _mm_add_ps(b, _mm_unpackhi_ps(even, odd)));
}

/// `pairs` pairs of tokens, four rows. `next`, if it is not null, is fetched.
template <int pairs>
HW_FOR_AVX2 void alongPairs(int inner, const float* x, const float* w, float* c,
                            std::ptrdiff_t stride, const float* start, const float* next) {
    __m256 lower[2 * pairs];
    __m256 upper[2 * pairs];
#pragma GCC unroll 6
    for (int t = 0; t < 2 * pairs; ++t) lower[t] = upper[t] = _mm256_setzero_ps();
    const std::ptrdiff_t step = std::ptrdiff_t{2} * inner;
    for (int k = 0; k < inner; k += 4, x += 8, w += 16) {
        if (next != nullptr) __builtin_prefetch(next + std::ptrdiff_t{4} * k);
        const __m256 rows01 = _mm256_loadu_ps(w);
        const __m256 rows23 = _mm256_loadu_ps(w + 8);
#pragma GCC unroll 6
        for (int t = 0; t < 2 * pairs; ++t) {
            const __m256 factor = twice(x + t / 2 * step + t % 2 * 4);
            lower[t] = _mm256_add_ps(lower[t], _mm256_mul_ps(factor, rows01));
            upper[t] = _mm256_add_ps(upper[t], _mm256_mul_ps(factor, rows23));
        }
    }
#pragma GCC unroll 3
    for (int t = 0; t < 2 * pairs; t += 2, c += 2 * stride)
        putPair(halfSums(lower[t], upper[t]), halfSums(lower[t + 1], upper[t + 1]), c, stride,
                start);
}

HW_FOR_AVX2 void alongLast(int inner, const float* x, const float* w, float* c,
                           const float* start) {
    __m256 lower = _mm256_setzero_ps();
    __m256 upper = _mm256_setzero_ps();
    for (int k = 0; k < inner; k += 4, x += 4, w += 16) {
        const __m256 factor = twice(x);
        lower = _mm256_add_ps(lower, _mm256_mul_ps(factor, _mm256_loadu_ps(w)));
        upper = _mm256_add_ps(upper, _mm256_mul_ps(factor, _mm256_loadu_ps(w + 8)));
    }
    const __m256 sums = halfSums(lower, upper);
    putPair(sums, sums, c, 0, start);
}

/// The share of four rows in the sums of `tokens` tokens, one or two.
template <int tokens>
HW_FOR_AVX2 void overTokens(int columns, const float* x, std::ptrdiff_t xStride, const float* w,
                            float* c, std::ptrdiff_t stride, const float* next) {
    __m256 factors[tokens][4];
    for (int t = 0; t < tokens; ++t)
        for (int r = 0; r < 4; ++r) factors[t][r] = _mm256_broadcast_ss(x + t * xStride + r);
    int k = 0;
    for (; k + 8 <= columns; k += 8, w += 32) {
        if (next != nullptr) {
            __builtin_prefetch(next + std::ptrdiff_t{4} * k);
            __builtin_prefetch(next + std::ptrdiff_t{4} * k + 16);
        }
        __m256 sums[tokens];
        for (int t = 0; t < tokens; ++t) sums[t] = _mm256_loadu_ps(c + t * stride + k);
        for (int r = 0; r < 4; ++r) {
            const __m256 row = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(w + 4 * r)),
                                                    _mm_loadu_ps(w + 16 + 4 * r), 1);
            for (int t = 0; t < tokens; ++t)
                sums[t] = _mm256_add_ps(sums[t], _mm256_mul_ps(factors[t][r], row));
        }
        for (int t = 0; t < tokens; ++t) _mm256_storeu_ps(c + t * stride + k, sums[t]);
    }
    if (k == columns) return;
    for (int t = 0; t < tokens; ++t) {
        __m128 sums = _mm_loadu_ps(c + t * stride + k);
        for (int r = 0; r < 4; ++r)
            sums = _mm_add_ps(
                sums, _mm_mul_ps(_mm256_castps256_ps128(factors[t][r]), _mm_loadu_ps(w + 4 * r)));
        _mm_storeu_ps(c + t * stride + k, sums);
    }
}

}  // namespace

void sumAlongAvx2(int tokens, int inner, const float* x, const float* w, float* c,
                  std::ptrdiff_t stride, const float* start, const float* next) {
    // The first tile brings its weights from memory; while the second one has them near, the next panel's are on their way.
    int tile = 0;
    for (int pairs = tokens / 2; pairs > 0; ++tile) {
        const int some = pairs == 4 ? 2 : std::min(pairs, tilePairs);
        const float* ahead = tile == 1 ? next : nullptr;
        (some == 3   ? alongPairs<3>
         : some == 2 ? alongPairs<2>
                     : alongPairs<1>)(inner, x, w, c, stride, start, ahead);
        pairs -= some;
        x += std::ptrdiff_t{2} * some * inner;
        c += 2 * some * stride;
    }
    if (tokens % 2 == 1) alongLast(inner, x, w, c, start);
}

void addOverAvx2(int tokens, int columns, const float* x, std::ptrdiff_t xStride, const float* w,
                 float* c, std::ptrdiff_t stride, const float* next) {
    int t = 0;
    for (; t + 2 <= tokens; t += 2)
        overTokens<2>(columns, x + t * xStride, xStride, w, c + t * stride, stride,
                      t == 2 ? next : nullptr);
    if (t < tokens)
        overTokens<1>(columns, x + t * xStride, xStride, w, c + t * stride, stride, nullptr);
}

}  // namespace hw::model
#endif
