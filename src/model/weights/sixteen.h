// SPDX-License-Identifier: MIT
// Converts sixteen small whole numbers at once to floats, to decode blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/weights/four.h"

namespace hw::model {

using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Eight = std::uint16_t __attribute__((vector_size(16)));
using FourWords = std::uint32_t __attribute__((vector_size(16)));

inline Sixteen loadBytes(const std::uint8_t* from) {
    Sixteen value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// (each byte >> shift) & mask; mask < 2^(8 - shift).
inline Sixteen bitsOf(Sixteen bytes, int shift, std::uint8_t mask) {
    // By pairs, because no machine shifts bytes. Bits from the neighbour are masked out.
    return reinterpret_cast<Sixteen>(reinterpret_cast<Eight>(bytes) >> shift) & (mask - Sixteen{});
}

/// Each byte, below 16, times 16.
inline Sixteen timesSixteen(Sixteen bytes) {
    return reinterpret_cast<Sixteen>(reinterpret_cast<Eight>(bytes) << 4);
}

/// `value` in each byte that has a bit of `bit`.
inline Sixteen where(Sixteen bytes, Sixteen bit, std::uint8_t value) {
    return reinterpret_cast<Sixteen>((bytes & bit) != 0) & (value - Sixteen{});
}

/// Each half of eight numbers of 16 bits, with zeros above.
inline FourWords lowWords(Eight v) {
    return reinterpret_cast<FourWords>(
        __builtin_shufflevector(v, Eight{}, 0, 8, 1, 9, 2, 10, 3, 11));
}
inline FourWords highWords(Eight v) {
    return reinterpret_cast<FourWords>(
        __builtin_shufflevector(v, Eight{}, 4, 12, 5, 13, 6, 14, 7, 15));
}

/// Destination of floats: groups of four, `apart` floats from one to the next. With 4 they are contiguous.
struct Fours {
    float* at;
    std::size_t apart;
    /// Element `count` of them, a multiple of four.
    Fours operator+(std::size_t count) const { return {at + count / 4 * apart, apart}; }
    void operator+=(std::size_t count) { at += count / 4 * apart; }
    void put(Four value) const { store(at, value); }
};

/// Sixteen numbers from 0 to 255 as floats, `make` of four of them at a time.
template <class Make>
void put(Sixteen v, Fours to, Make make) {
    const auto low = reinterpret_cast<Eight>(__builtin_shufflevector(
        v, Sixteen{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    const auto high = reinterpret_cast<Eight>(__builtin_shufflevector(
        v, Sixteen{}, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    const auto floats = [](FourWords words) {
        return __builtin_convertvector(reinterpret_cast<FourInts>(words), Four);
    };
    to.put(make(floats(lowWords(low))));
    (to + 4).put(make(floats(highWords(low))));
    (to + 8).put(make(floats(lowWords(high))));
    (to + 12).put(make(floats(highWords(high))));
}

/// (v + shift) * scale.
inline void putScaled(Sixteen v, float shift, float scale, Fours to) {
    put(v, to, [=](Four x) { return (x + spread(shift)) * spread(scale); });
}

/// v * scale + offset.
inline void putShifted(Sixteen v, float scale, float offset, Fours to) {
    put(v, to, [=](Four x) { return x * spread(scale) + spread(offset); });
}

/// Four halves, each with zeros above, as floats times 2^(scale - 112). `least` is the least normal half, 2^-14, so scaled.
/// No step has a float below the normal ones, which processors are slow at.
inline Four scaledHalves(FourWords words, std::uint32_t scale, float least) {
    const Four size = reinterpret_cast<Four>(((words & 0x7FFFU) << 13) + (scale << 23));
    // Below `least`, `size` is (1 + m / 1024) / 2 of it instead of m / 1024. Otherwise `below` is not less than `size`.
    const Four below = size + (size - spread(least));
    return reinterpret_cast<Four>(reinterpret_cast<FourWords>(size < below ? size : below) |
                                  (words & 0x8000U) << 16);
}

/// Four halves, each with zeros above, as floats. Exact.
inline Four halvesToFloats(FourWords words) {
    // The scale turns the exponent of infinity and NaN into that of a float.
    return scaledHalves(words, 224, 0x1p98F) * spread(0x1p-112F);
}

/// The same of halves that are finite, in fewer steps.
inline Four finiteHalves(FourWords words) { return scaledHalves(words, 112, 0x1p-14F); }
inline Four lowFiniteHalves(Eight v) { return finiteHalves(lowWords(v)); }
inline Four highFiniteHalves(Eight v) { return finiteHalves(highWords(v)); }

/// Each half of eight numbers in BF16, as floats.
inline Four lowBrains(Eight v) { return reinterpret_cast<Four>(lowWords(v) << 16); }
inline Four highBrains(Eight v) { return reinterpret_cast<Four>(highWords(v) << 16); }

}  // namespace hw::model
