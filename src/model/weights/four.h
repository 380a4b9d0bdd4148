// SPDX-License-Identifier: MIT
// Four floats in a register, with a vector extension of GCC, Clang and Emscripten, so that a native build and
// WebAssembly add in the same order.
#pragma once

#include <cstdint>
#include <cstring>

namespace hw::model {

using Four = float __attribute__((vector_size(16)));
using FourInts = std::int32_t __attribute__((vector_size(16)));

inline Four load(const float* from) {
    Four value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

inline void store(float* to, Four value) { std::memcpy(to, &value, sizeof value); }

inline Four spread(float value) { return Four{value, value, value, value}; }

/// The sum of the four as (0 + 2) + (1 + 3).
inline float sumOf(Four v) { return (v[0] + v[2]) + (v[1] + v[3]); }

/// The sums of four registers, each added as sumOf does.
inline Four sumsOf(Four a, Four b, Four c, Four d) {
    const Four ab =
        __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four cd =
        __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// Four rows of four.
struct FourRows {
    Four rows[4];
};

/// The columns of a, b, c, d.
inline FourRows turnedOf(Four a, Four b, Four c, Four d) {
    const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Four abHigh = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four cdHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return {{__builtin_shufflevector(ab, cd, 0, 1, 4, 5),
             __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
             __builtin_shufflevector(abHigh, cdHigh, 0, 1, 4, 5),
             __builtin_shufflevector(abHigh, cdHigh, 2, 3, 6, 7)}};
}

}  // namespace hw::model
