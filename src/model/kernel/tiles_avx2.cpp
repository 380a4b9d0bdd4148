// SPDX-License-Identifier: MIT
// Registers of eight floats. Only the marked functions here are compiled for AVX2, and none that a header shares, so
// that no other file gets code that its processor may lack. FMA is not used, because it rounds once instead of twice,
// and the numbers would differ from other machines'. A processor that adds in parallel to its multipliers loses almost
// nothing (docs/performance.md).
#include "model/kernel/tiles_avx2.h"

#ifdef HW_TILES_AVX2
#include <immintrin.h>

#include <algorithm>

namespace hw::model {

namespace {

constexpr int tilePairs =
    3;  // pairs of tokens: twelve sums, two registers of weights, one of activations

/// The same four floats twice.
HW_FOR_AVX2 inline __m256 twice(const float* from) {
    return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(from));
}

/// Of a token's sums, those of rows 0 and 1 and of rows 2 and 3: (0 + 2) and (1 + 3) of each of them, in sumsOf's
/// order.
HW_FOR_AVX2 inline __m256 halfSums(__m256 lower, __m256 upper) {
    return _mm256_add_ps(_mm256_shuffle_ps(lower, upper, 0x44),
                         _mm256_shuffle_ps(lower, upper, 0xEE));
}

/// Adds the sums of two tokens to their start values, and writes them.
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

/// Eight columns of a row, from two groups of four.
HW_FOR_AVX2 inline __m256 eightOf(const float* row) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row)), _mm_loadu_ps(row + 16),
                                1);
}

constexpr int stripe = 16;  // columns at a time

template <int tokens>
HW_FOR_AVX2 inline void addRow(const float* const* factors, std::ptrdiff_t row, __m256 first,
                               __m256 second, __m256* left, __m256* right) {
#pragma GCC unroll 6
    for (int t = 0; t < tokens; ++t) {
        const __m256 factor = _mm256_broadcast_ss(factors[t] + row);
        left[t] = _mm256_add_ps(left[t], _mm256_mul_ps(factor, first));
        right[t] = _mm256_add_ps(right[t], _mm256_mul_ps(factor, second));
    }
}

/// Sixteen columns of the rows' share in the sums of `tokens` tokens. The sums stay in registers from the first row to
/// the last. The first tile copies the rows to `near`, [rows][16], where the others read them contiguously.
template <int tokens, bool isFirst>
HW_FOR_AVX2 void overStripe(const float* x, std::ptrdiff_t xStride, const Quads& rows,
                            const float* w, float* near, float* c, std::ptrdiff_t stride) {
    __m256 left[tokens];
    __m256 right[tokens];
    const float* factors[tokens];
#pragma GCC unroll 6
    for (int t = 0; t < tokens; ++t) {
        left[t] = _mm256_loadu_ps(c + t * stride);
        right[t] = _mm256_loadu_ps(c + t * stride + 8);
        factors[t] = x + t * xStride;
    }
    const std::ptrdiff_t count = std::ptrdiff_t{quadRows} * rows.count;
    if constexpr (isFirst) {
        for (std::ptrdiff_t four = 0; four < count; four += quadRows, w += rows.apart)
#pragma GCC unroll 1  // all four at once would need more registers than there are
            for (int r = 0; r < quadRows; ++r) {
                const __m256 first = eightOf(w + 4 * r);
                const __m256 second = eightOf(w + 32 + 4 * r);
                _mm256_storeu_ps(near + stripe * (four + r), first);
                _mm256_storeu_ps(near + stripe * (four + r) + 8, second);
                addRow<tokens>(factors, four + r, first, second, left, right);
            }
    } else {
#pragma GCC unroll 1
        for (std::ptrdiff_t row = 0; row < count; ++row)
            addRow<tokens>(factors, row, _mm256_loadu_ps(near + stripe * row),
                           _mm256_loadu_ps(near + stripe * row + 8), left, right);
    }
#pragma GCC unroll 6
    for (int t = 0; t < tokens; ++t) {
        _mm256_storeu_ps(c + t * stride, left[t]);
        _mm256_storeu_ps(c + t * stride + 8, right[t]);
    }
}

/// Four columns for one token.
HW_FOR_AVX2 void overFour(const float* x, const Quads& rows, const float* w, float* c) {
    __m128 sums = _mm_loadu_ps(c);
    for (int four = 0; four < rows.count; ++four, w += rows.apart, x += quadRows)
        for (int r = 0; r < quadRows; ++r)
            sums = _mm_add_ps(sums, _mm_mul_ps(_mm_broadcast_ss(x + r), _mm_loadu_ps(w + 4 * r)));
    _mm_storeu_ps(c, sums);
}

using OverStripe = void(const float* x, std::ptrdiff_t xStride, const Quads& rows, const float* w,
                        float* near, float* c, std::ptrdiff_t stride);
template <bool isFirst>
constexpr OverStripe* overStripeOf[] = {nullptr,
                                        overStripe<1, isFirst>,
                                        overStripe<2, isFirst>,
                                        overStripe<3, isFirst>,
                                        overStripe<4, isFirst>,
                                        overStripe<5, isFirst>,
                                        overStripe<6, isFirst>};
constexpr int mostTokens = 6;  // twelve sums, two registers of weights, one of activations

/// Prefetches sixteen columns of the next rows.
inline void fetch(const Quads& rows, int column) {
    if (rows.next == nullptr) return;
    const float* next = rows.next + std::ptrdiff_t{4} * column;
    for (int four = 0; four < rows.count; ++four, next += rows.apart)
        for (int line = 0; line < 64; line += 16) __builtin_prefetch(next + line);
}

}  // namespace

void sumAlongAvx2(int tokens, int inner, const float* x, const float* w, float* c,
                  std::ptrdiff_t stride, const float* start, const float* next) {
    // The first tile loads its weights from memory. While the second one reads them from the cache, the next panel is
    // prefetched.
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

void addOverAvx2(int tokens, int columns, const float* x, std::ptrdiff_t xStride, const Quads& rows,
                 float* c, std::ptrdiff_t stride) {
    alignas(32) float near[stripe * quadRows * mostQuads];
    const int tiles = (tokens + mostTokens - 1) / mostTokens;
    int k = 0;
    for (; k + stripe <= columns; k += stripe) {
        int t = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            const int some = (tokens - t) / (tiles - tile);  // sizes as equal as possible
            (tile == 0 ? overStripeOf<true> : overStripeOf<false>)[some](
                x + t * xStride, xStride, rows, rows.first + std::ptrdiff_t{4} * k, near,
                c + t * stride + k, stride);
            t += some;
            if (tile == 0) fetch(rows, k);  // while the other tiles read from `near`
        }
    }
    for (; k < columns; k += 4)
        for (int t = 0; t < tokens; ++t)
            overFour(x + t * xStride, rows, rows.first + std::ptrdiff_t{4} * k, c + t * stride + k);
}

}  // namespace hw::model
#endif
