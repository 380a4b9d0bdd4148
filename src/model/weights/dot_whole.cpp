// SPDX-License-Identifier: MIT
// Rows of blocks times a vector of whole numbers: eight products at once, where floats take two steps of four and a
// conversion.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/matrix/half.h"
#include "model/weights/dot.h"
#include "model/weights/sixteen.h"

namespace hw::model {

namespace {

using Byte = std::uint8_t;
using Shorts = std::int16_t __attribute__((vector_size(16)));
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

/// The sums of a block's products with both parts of x.
struct BothSums {
    FourInts high = {};
    FourInts low = {};
    void add(Shorts weights, const std::int16_t* highs, const std::int16_t* lows) {
        high += pairSums(weights, loadAs<Shorts>(highs));
        low += pairSums(weights, loadAs<Shorts>(lows));
    }
};

/// Sixteen numbers from 0 to 255.
void addBytes(BothSums& sums, Sixteen v, const std::int16_t* high, const std::int16_t* low) {
    sums.add(reinterpret_cast<Shorts>(__builtin_shufflevector(v, Sixteen{}, 0, 16, 1, 17, 2, 18, 3,
                                                              19, 4, 20, 5, 21, 6, 22, 7, 23)),
             high, low);
    sums.add(reinterpret_cast<Shorts>(__builtin_shufflevector(
                 v, Sixteen{}, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)),
             high + 8, low + 8);
}

BothSums nibbles(const Byte* from, const std::int16_t* high, const std::int16_t* low) {
    BothSums sums;
    const Sixteen q = loadBytes(from);
    addBytes(sums, bitsOf(q, 0, 15), high, low);
    addBytes(sums, bitsOf(q, 4, 15), high + 16, low + 16);
    return sums;
}

BothSums signedBytes(const Byte* from, const std::int16_t* high, const std::int16_t* low) {
    BothSums sums;
    for (int i = 0; i < dotBlock; i += 8)
        sums.add(__builtin_convertvector(loadAs<EightSigned>(from + i), Shorts), high + i, low + i);
    return sums;
}

float scaleAt(const Byte* from) { return halfToFloat(loadAs<std::uint16_t>(from)); }

/// Blocks whose numbers begin after `head` bytes. `offset` is the common offset of a block's elements, times its scale
/// (Q4_0), or stored after its scale (Q4_1).
enum class Offset : std::uint8_t { none, eight, stored };

template <auto sumsOfBlock, int head, Offset offset>
float blocksSum(const Byte* from, std::size_t count, const QuantisedVector& x) {
    constexpr int bytes = head + (offset == Offset::none ? 32 : 16);
    constexpr float unit = 1.0F / 32768;
    Four total = {};
    float common = 0;
    for (std::size_t block = 0; block < count / dotBlock; ++block, from += bytes) {
        const float d = scaleAt(from);
        if constexpr (offset == Offset::eight) common -= 8 * d * x.sums[block];
        if constexpr (offset == Offset::stored) common += scaleAt(from + 2) * x.sums[block];
        const BothSums sums =
            sumsOfBlock(from + head, x.high + block * dotBlock, x.low + block * dotBlock);
        total +=
            spread(d * x.scales[block]) * (__builtin_convertvector(sums.high, Four) +
                                           spread(unit) * __builtin_convertvector(sums.low, Four));
    }
    return sumOf(total) + common;
}

int nearest(float value) { return static_cast<int>(value + (value < 0 ? -0.5F : 0.5F)); }

}  // namespace

bool hasDotWhole(TensorType type) {
    return type == TensorType::q8_0 || type == TensorType::q4_0 || type == TensorType::q4_1;
}

float quantiseBlock(const float* x, std::int16_t* high, std::int16_t* low) {
    constexpr float most = 32767;
    float largest = 0;
    bool isFinite = true;
    for (int i = 0; i < dotBlock; ++i) {
        largest = std::max(largest, std::abs(x[i]));
        isFinite = isFinite && std::isfinite(x[i]);
    }
    const float scale = largest / most;
    const bool isSmall = !isFinite || !(scale > 0) || !std::isfinite(1 / scale);
    for (int i = 0; i < dotBlock; ++i) {
        const float value = isSmall ? 0 : std::clamp(x[i] / scale, -most, most);
        const int whole = nearest(value);
        high[i] = static_cast<std::int16_t>(whole);
        low[i] = static_cast<std::int16_t>(nearest((value - static_cast<float>(whole)) * 32768));
    }
    if (!isFinite) return std::numeric_limits<float>::quiet_NaN();
    return isSmall ? 0 : scale;
}

float dotWhole(TensorType type, const std::byte* from, std::size_t count,
               const QuantisedVector& x) {
    const auto* b = reinterpret_cast<const Byte*>(from);
    if (type == TensorType::q8_0) return blocksSum<signedBytes, 2, Offset::none>(b, count, x);
    if (type == TensorType::q4_0) return blocksSum<nibbles, 2, Offset::eight>(b, count, x);
    return blocksSum<nibbles, 4, Offset::stored>(b, count, x);
}

}  // namespace hw::model
