// SPDX-License-Identifier: MIT
// Rows of blocks times a vector of whole numbers: eight products at once, where floats take two steps of four and a conversion.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "model/weights/dot.h"
#include "model/weights/sixteen.h"

namespace hw::model {

namespace {

using Byte = std::uint8_t;
using Shorts = std::int16_t __attribute__((vector_size(16)));
using EightBytes = std::uint8_t __attribute__((vector_size(8)));
using EightSigned = std::int8_t __attribute__((vector_size(8)));

template <class Vector>
Vector loadAs(const void* from) {
    Vector value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// a[0] b[0] + a[1] b[1], and so on.
FourInts pairSums(Shorts a, Shorts b) {
#if defined(__wasm_simd128__)
    return reinterpret_cast<FourInts>(__builtin_wasm_dot_s_i32x4_i16x8(a, b));
#elif defined(__SSE2__)
    return reinterpret_cast<FourInts>(__builtin_ia32_pmaddwd128(a, b));
#else
    FourInts sums;
    for (int i = 0; i < 4; ++i)
        sums[i] = int{a[2 * i]} * b[2 * i] + int{a[2 * i + 1]} * b[2 * i + 1];
    return sums;
#endif
}

/// Sixteen numbers from 0 to 255.
FourInts sumBytes(Sixteen v, const std::int16_t* x) {
    const auto low = reinterpret_cast<Shorts>(__builtin_shufflevector(
        v, Sixteen{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    const auto high = reinterpret_cast<Shorts>(__builtin_shufflevector(
        v, Sixteen{}, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    return pairSums(low, loadAs<Shorts>(x)) + pairSums(high, loadAs<Shorts>(x + 8));
}

FourInts sumNibbles(const Byte* from, const std::int16_t* x) {
    const Sixteen q = loadBytes(from);
    return sumBytes(bitsOf(q, 0, 15), x) + sumBytes(bitsOf(q, 4, 15), x + 16);
}

FourInts sumSigned(const Byte* from, const std::int16_t* x) {
    FourInts sums = {};
    for (int i = 0; i < 32; i += 8)
        sums += pairSums(__builtin_convertvector(loadAs<EightSigned>(from + i), Shorts),
                         loadAs<Shorts>(x + i));
    return sums;
}

float scaleAt(const Byte* from) {
    return halvesToFloats(FourWords{loadAs<std::uint16_t>(from), 0, 0, 0})[0];
}

/// Blocks whose numbers begin behind `head` bytes; `offset` is what all of a block's elements have in common, times its scale
/// (Q4_0), or stands behind its scale (Q4_1).
enum class Offset : std::uint8_t { none, eight, stored };

template <auto sumOfBlock, int head, Offset offset>
float blocksSum(const Byte* from, std::size_t count, const RoundedVector& x) {
    constexpr int bytes = head + (offset == Offset::none ? 32 : 16);
    Four total = {};
    float common = 0;
    for (std::size_t block = 0; block < count / dotBlock; ++block, from += bytes) {
        const float d = scaleAt(from);
        if constexpr (offset == Offset::eight) common -= 8 * d * x.sums[block];
        if constexpr (offset == Offset::stored) common += scaleAt(from + 2) * x.sums[block];
        const FourInts sums = sumOfBlock(from + head, x.values + block * dotBlock);
        total += spread(d * x.scales[block]) * __builtin_convertvector(sums, Four);
    }
    return sumOf(total) + common;
}

}  // namespace

bool hasRoundedDot(Stored type) {
    return type == Stored::q8_0 || type == Stored::q4_0 || type == Stored::q4_1;
}

float roundBlock(const float* x, std::int16_t* to) {
    constexpr float most = 32767;
    float largest = 0;
    for (int i = 0; i < dotBlock; ++i) largest = std::max(largest, std::abs(x[i]));
    const float scale = largest / most;
    // Of values too small for a scale nothing is left.
    const float factor = scale > 0 && std::isfinite(1 / scale) ? 1 / scale : 0;
    for (int i = 0; i < dotBlock; ++i) {
        const float value = std::clamp(x[i] * factor, -most, most);
        to[i] = static_cast<std::int16_t>(static_cast<int>(value + (value < 0 ? -0.5F : 0.5F)));
    }
    return scale;
}

float dotRounded(Stored type, const std::byte* from, std::size_t count, const RoundedVector& x) {
    const auto* b = reinterpret_cast<const Byte*>(from);
    if (type == Stored::q8_0) return blocksSum<sumSigned, 2, Offset::none>(b, count, x);
    if (type == Stored::q4_0) return blocksSum<sumNibbles, 2, Offset::eight>(b, count, x);
    return blocksSum<sumNibbles, 4, Offset::stored>(b, count, x);
}

}  // namespace hw::model
