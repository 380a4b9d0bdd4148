// SPDX-License-Identifier: MIT
#include "model/weights/dot.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/matrix/half.h"
#include "model/weights/decode.h"
#include "model/weights/sixteen.h"

namespace hw::model {

namespace {

using Byte = std::uint8_t;
using SignedEight = std::int8_t __attribute__((vector_size(8)));
using EightShorts = std::int16_t __attribute__((vector_size(16)));
using FourShorts = std::int16_t __attribute__((vector_size(8)));

float halfAt(const Byte* from) {
    std::uint16_t bits;
    std::memcpy(&bits, from, sizeof bits);
    return halvesToFloats(FourWords{bits, 0, 0, 0})[0];
}

/// Sixteen numbers from 0 to 255 times x.
Four timesBytes(Sixteen v, const float* x) {
    float floats[16];
    put(v, floats, [](Four four) { return four; });
    return (load(floats) * load(x) + load(floats + 4) * load(x + 4)) +
           (load(floats + 8) * load(x + 8) + load(floats + 12) * load(x + 12));
}

Four floatsOf(FourShorts v) {
    return __builtin_convertvector(__builtin_convertvector(v, FourInts), Four);
}

/// Eight numbers from -128 to 127 times x.
Four timesSigned(const Byte* from, const float* x) {
    SignedEight bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    const auto shorts = __builtin_convertvector(bytes, EightShorts);
    const Four low = floatsOf(__builtin_shufflevector(shorts, shorts, 0, 1, 2, 3));
    const Four high = floatsOf(__builtin_shufflevector(shorts, shorts, 4, 5, 6, 7));
    return low * load(x) + high * load(x + 4);
}

// One block of 32 elements each: its sum, four side by side; `offset` gets what all its elements have in common.

Four eightZero(const Byte* b, const float* x, float, float&) {
    const Four sum = (timesSigned(b + 2, x) + timesSigned(b + 10, x + 8)) +
                     (timesSigned(b + 18, x + 16) + timesSigned(b + 26, x + 24));
    return spread(halfAt(b)) * sum;
}

Four fourBits(const Byte* from, const float* x) {
    const Sixteen q = loadBytes(from);
    return timesBytes(bitsOf(q, 0, 15), x) + timesBytes(bitsOf(q, 4, 15), x + 16);
}

Four fourZero(const Byte* b, const float* x, float sum, float& offset) {
    const float d = halfAt(b);
    offset -= 8 * d * sum;
    return spread(d) * fourBits(b + 2, x);
}

Four fourOne(const Byte* b, const float* x, float sum, float& offset) {
    offset += halfAt(b + 2) * sum;
    return spread(halfAt(b)) * fourBits(b + 4, x);
}

template <auto block>
float eachBlock(const Byte* from, std::size_t count, int bytes, const float* x, const float* sums) {
    Four total = {};
    float offset = 0;
    for (std::size_t i = 0; i < count; i += dotBlock, from += bytes)
        total += block(from, x + i, sums[i / dotBlock], offset);
    return sumOf(total) + offset;
}

/// Of any type: decoded some blocks at a time.
float decoded(Stored type, const Byte* from, std::size_t count, Blocks blocks, const float* x) {
    float values[256];
    Four total = {};
    float rest = 0;
    const std::size_t atOnce = std::max<std::size_t>(256 / blocks.elements, 1) * blocks.elements;
    for (std::size_t at = 0; at < count; at += atOnce) {
        const std::size_t some = std::min(atOnce, count - at);
        decode(type, reinterpret_cast<const std::byte*>(from) + at / blocks.elements * blocks.bytes,
               some, values);
        std::size_t k = 0;
        for (; k + 4 <= some; k += 4) total += load(values + k) * load(x + at + k);
        for (; k < some; ++k) rest += values[k] * x[at + k];
    }
    return sumOf(total) + rest;
}

}  // namespace

float dotStored(Stored type, const std::byte* from, std::size_t count, const float* x,
                const float* sums) {
    const auto* b = reinterpret_cast<const Byte*>(from);
    const Blocks blocks = blocksOf(type);
    switch (type) {
        case Stored::q8_0: return eachBlock<eightZero>(b, count, blocks.bytes, x, sums);
        case Stored::q4_0: return eachBlock<fourZero>(b, count, blocks.bytes, x, sums);
        case Stored::q4_1: return eachBlock<fourOne>(b, count, blocks.bytes, x, sums);
        default: return decoded(type, b, count, blocks, x);
    }
}

}  // namespace hw::model
