// SPDX-License-Identifier: MIT
// Gathering with registers of eight floats. The rules of tiles_avx2.cpp apply here, too.
#include "model/kernel/gather.h"
#include "model/kernel/tiles_avx2.h"

#ifdef HW_TILES_AVX2
#include <immintrin.h>

#include <algorithm>

namespace hw::model {

namespace {

constexpr int mostRows = 6;

HW_FOR_AVX2 inline void put(float* to, bool add, __m256 sums) {
    _mm256_storeu_ps(to, add ? _mm256_add_ps(sums, _mm256_loadu_ps(to)) : sums);
}

/// `count` rows of the result from row i on, 8 or 16 columns from j on.
template <int count, bool wide>
HW_FOR_AVX2 void gatherTile(const Factors& a, const Rows& b, int i, int j, float scale,
                            const OutputMatrix& c) {
    __m256 left[count];
    __m256 right[count];
    const float* factors[count];
#pragma GCC unroll 6
    for (int n = 0; n < count; ++n) {
        left[n] = right[n] = _mm256_setzero_ps();
        factors[n] = a.data + (i + n) * a.across;
    }
    const float* row = b.data + j;
    std::ptrdiff_t at = 0;
#pragma GCC unroll 1  // all rows at once would need more registers than there are
    for (int k = 0; k < a.inner; ++k, at += a.along, row += b.stride) {
        const __m256 first = _mm256_loadu_ps(row);
        const __m256 second = wide ? _mm256_loadu_ps(row + 8) : first;
#pragma GCC unroll 6
        for (int n = 0; n < count; ++n) {
            const __m256 factor = _mm256_broadcast_ss(factors[n] + at);
            left[n] = _mm256_add_ps(left[n], _mm256_mul_ps(factor, first));
            if constexpr (wide) right[n] = _mm256_add_ps(right[n], _mm256_mul_ps(factor, second));
        }
    }
    const __m256 scales = _mm256_set1_ps(scale);
    float* to = c.data + i * c.stride + j;
#pragma GCC unroll 6
    for (int n = 0; n < count; ++n, to += c.stride) {
        put(to, c.add, _mm256_mul_ps(scales, left[n]));
        if constexpr (wide) put(to + 8, c.add, _mm256_mul_ps(scales, right[n]));
    }
}

using Tile = void(const Factors& a, const Rows& b, int i, int j, float scale,
                  const OutputMatrix& c);
template <bool wide>
constexpr Tile* tileOf[] = {nullptr,
                            gatherTile<1, wide>,
                            gatherTile<2, wide>,
                            gatherTile<3, wide>,
                            gatherTile<4, wide>,
                            gatherTile<5, wide>,
                            gatherTile<6, wide>};

}  // namespace

void gatherAvx2(const Factors& a, const Rows& b, float scale, const OutputMatrix& c) {
    const int whole = b.columns / 8 * 8;
    const int tiles = (a.rows + mostRows - 1) / mostRows;
    for (int tile = 0, i = 0; whole > 0 && tile < tiles; ++tile) {
        const int some = (a.rows - i) / (tiles - tile);  // sizes as equal as possible
        int j = 0;
        for (; j + 16 <= whole; j += 16) tileOf<true>[some](a, b, i, j, scale, c);
        if (j < whole) tileOf<false>[some](a, b, i, j, scale, c);
        i += some;
    }
    if (whole < b.columns)
        gatherPlainly(a, {b.data + whole, b.stride, b.rows, b.columns - whole}, scale,
                      {c.data + whole, c.stride, c.add});
}

}  // namespace hw::model
#endif
