// SPDX-License-Identifier: MIT
// Loops over whole numbers held as doubles. Internal to core.
//
// Every sum of them is exact in any order (attention_graph.h), so src/CMakeLists.txt lets the compiler reorder those of
// the files that include this: it then takes two tokens at a time.
#pragma once

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

// Before a loop whose arrays do not alias. Compilers would check that at run time, and give up beyond a few arrays.
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

/// minOf where one number is looked at after the other. WebAssembly has no such instruction for one number (its f64.min looks for
/// NaN and signed zeros), and V8 makes a branch of the comparison, which is often foretold wrongly; so two are compared there.
inline double lesser(double a, double b) {
#ifdef __wasm_simd128__
    return wasm_f64x2_extract_lane(wasm_f64x2_pmin(wasm_f64x2_splat(a), wasm_f64x2_splat(b)), 0);
#else
    return minOf(a, b);
#endif
}

}  // namespace hw
