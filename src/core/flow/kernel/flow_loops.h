// SPDX-License-Identifier: MIT
// Loops over whole numbers held as doubles. Internal to core.
//
// Every sum of them is exact in any order (attention_graph.h), so src/CMakeLists.txt lets the compiler reorder those of
// the files that include this. It then takes two tokens at a time.
#pragma once

#include <cstdint>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// Goes before a loop whose arrays do not alias. Compilers would check that at run time, and give up beyond a few
// arrays.
#ifdef __clang__
#define HW_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define HW_APART _Pragma("GCC ivdep")
#endif

namespace hw {

template <class Number>
constexpr Number minOf(Number a, Number b) {
    return b < a ? b : a;
}

template <class Number>
constexpr Number maxOf(Number a, Number b) {
    return a < b ? b : a;
}

/// minOf for loops in which each comparison needs the result of the one before. WebAssembly has no scalar instruction
/// for it (f64.min also handles NaN and signed zeros), so V8 emits a branch, which processors often mispredict. The
/// vector instruction f64x2.pmin needs no branch.
inline double lesser(double a, double b) {
#ifdef __wasm_simd128__
    return wasm_f64x2_extract_lane(wasm_f64x2_pmin(wasm_f64x2_splat(a), wasm_f64x2_splat(b)), 0);
#else
    return minOf(a, b);
#endif
}

/// The set of those above 0 among up to 64 numbers.
inline std::uint64_t aboveZero(const double* values, int count) {
    std::uint64_t set = 0;
    int i = 0;
#if defined(__wasm_simd128__)
    for (; i + 1 < count; i += 2) {
        const v128_t above = wasm_f64x2_gt(wasm_v128_load(values + i), wasm_f64x2_splat(0.0));
        set |= std::uint64_t{wasm_i64x2_bitmask(above)} << i;
    }
#elif defined(__SSE2__)
    for (; i + 1 < count; i += 2) {
        const int above = _mm_movemask_pd(_mm_cmpgt_pd(_mm_loadu_pd(values + i), _mm_setzero_pd()));
        set |= static_cast<std::uint64_t>(above) << i;
    }
#endif
    for (; i < count; ++i) set |= std::uint64_t{values[i] > 0.0} << i;
    return set;
}

/// The set of the first `count` of 64.
inline std::uint64_t firstOf(int count) {
    return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace hw
