// SPDX-License-Identifier: MIT
// Loops over whole numbers held as doubles. Internal to core.
//
// Every sum of them is exact in any order (attention_graph.h), so src/CMakeLists.txt lets the compiler reorder those of
// the files that include this: it then takes two tokens at a time.
#pragma once

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

}  // namespace hw
