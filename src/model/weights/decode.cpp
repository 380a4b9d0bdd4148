// SPDX-License-Identifier: MIT
#include "model/weights/decode.h"

#include <bit>
#include <cstring>
#include <utility>

#include "core/matrix/half.h"
#include "model/weights/sixteen.h"

namespace hw::model {

namespace {

using Byte = std::uint8_t;

template <class Number>
Number read(const Byte* from) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
}

/// A single half is faster than one of four.
float half(const Byte* from) { return halfToFloat(read<std::uint16_t>(from)); }

/// Sixteen numbers from -128 to 127, times scale.
void putSigned(Sixteen v, float scale, Fours to) {
    putScaled(v ^ (Byte{0x80} - Sixteen{}), -128.0F, scale, to);
}

// One block each, of 32 elements.

void q8_0(const Byte* b, Fours y) {
    const float d = half(b);
    putSigned(loadBytes(b + 2), d, y);
    putSigned(loadBytes(b + 18), d, y + 16);
}

void q4_0(const Byte* b, Fours y) {
    const float d = half(b);
    const Sixteen q = loadBytes(b + 2);
    putScaled(bitsOf(q, 0, 15), -8.0F, d, y);
    putScaled(bitsOf(q, 4, 15), -8.0F, d, y + 16);
}

void q4_1(const Byte* b, Fours y) {
    const float d = half(b);
    const float m = half(b + 2);
    const Sixteen q = loadBytes(b + 4);
    putShifted(bitsOf(q, 0, 15), d, m, y);
    putShifted(bitsOf(q, 4, 15), d, m, y + 16);
}

/// 16 for each bit that is set in sixteen bits, the lowest first.
Sixteen fifthBits(const Byte* from) {
    const Byte a = from[0];
    const Byte b = from[1];
    const Sixteen bytes = {a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b};
    constexpr Sixteen bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return where(bytes, bits, 16);
}

void q5_0(const Byte* b, Fours y) {
    const float d = half(b);
    const Sixteen q = loadBytes(b + 6);
    putScaled(bitsOf(q, 0, 15) | fifthBits(b + 2), -16.0F, d, y);
    putScaled(bitsOf(q, 4, 15) | fifthBits(b + 4), -16.0F, d, y + 16);
}

void q5_1(const Byte* b, Fours y) {
    const float d = half(b);
    const float m = half(b + 2);
    const Sixteen q = loadBytes(b + 8);
    putShifted(bitsOf(q, 0, 15) | fifthBits(b + 4), d, m, y);
    putShifted(bitsOf(q, 4, 15) | fifthBits(b + 6), d, m, y + 16);
}

// One block each, of 256 elements.

void q2_k(const Byte* b, Fours y) {
    const Byte* scale = b;
    const float d = half(b + 80);
    const float dmin = half(b + 82);
    for (const Byte* q : {b + 16, b + 48}) {
        const Sixteen parts[] = {loadBytes(q), loadBytes(q + 16)};
        for (int shift = 0; shift < 8; shift += 2) {
            for (const Sixteen& part : parts) {
                const float step = d * static_cast<float>(*scale & 15);
                const float least = dmin * static_cast<float>(*scale >> 4);
                putShifted(bitsOf(part, shift, 3), step, -least, y);
                y += 16;
                ++scale;
            }
        }
    }
}

void q3_k(const Byte* b, Fours y) {
    const Byte* packed = b + 96;
    const float d = half(b + 108);
    const Sixteen masks[] = {loadBytes(b), loadBytes(b + 16)};
    int bit = 1;
    int k = 0;
    for (const Byte* q : {b + 32, b + 64}) {
        const Sixteen parts[] = {loadBytes(q), loadBytes(q + 16)};
        for (int shift = 0; shift < 8; shift += 2, bit *= 2) {
            for (int part = 0; part < 2; ++part, ++k, y += 16) {
                const int low = k < 8 ? packed[k] & 15 : packed[k - 8] >> 4;
                const int high = packed[8 + k % 4] >> (2 * (k / 4)) & 3;
                const float step = d * static_cast<float>((low | high << 4) - 32);
                const Sixteen up = where(masks[part], static_cast<Byte>(bit) - Sixteen{}, 4);
                putScaled(bitsOf(parts[part], shift, 3) | up, -4.0F, step, y);
            }
        }
    }
}

/// Scale and minimum j (0..7) of the twelve bytes of Q4_K and Q5_K.
std::pair<int, int> scaleAndMinimum(int j, const Byte* s) {
    if (j < 4) return {s[j] & 63, s[j + 4] & 63};
    return {(s[j + 4] & 15) | (s[j - 4] >> 6) << 4, (s[j + 4] >> 4) | (s[j] >> 6) << 4};
}

/// Q4_K, and with `high` (32 bytes of fifth bits) Q5_K.
void fourAndFive(const Byte* b, const Byte* high, const Byte* q, Fours y) {
    const float d = half(b);
    const float dmin = half(b + 2);
    for (int j = 0; j < 8; ++j) {
        const auto [scale, minimum] = scaleAndMinimum(j, b + 4);
        const float step = d * static_cast<float>(scale);
        const float least = dmin * static_cast<float>(minimum);
        for (int part = 0; part < 32; part += 16, y += 16) {
            Sixteen bits = bitsOf(loadBytes(q + j / 2 * 32 + part), j % 2 * 4, 15);
            if (high != nullptr) {
                bits |= where(loadBytes(high + part), static_cast<Byte>(1 << j) - Sixteen{}, 16);
            }
            putShifted(bits, step, -least, y);
        }
    }
}

void q4_k(const Byte* b, Fours y) { fourAndFive(b, nullptr, b + 16, y); }
void q5_k(const Byte* b, Fours y) { fourAndFive(b, b + 16, b + 48, y); }

void q6_k(const Byte* b, Fours y) {
    const Byte* low = b;
    const Byte* high = b + 128;
    const Byte* scale = b + 192;
    const float d = half(b + 208);
    for (int part = 0; part < 2; ++part, low += 64, high += 32, scale += 8) {
        for (int sixteenth = 0; sixteenth < 8; ++sixteenth, y += 16) {
            const int quarter = sixteenth / 2;
            const int at = sixteenth % 2 * 16;
            const auto s = static_cast<float>(static_cast<std::int8_t>(scale[sixteenth]));
            const Sixteen lowBits =
                bitsOf(loadBytes(low + quarter % 2 * 32 + at), quarter < 2 ? 0 : 4, 15);
            const Sixteen highBits = bitsOf(loadBytes(high + at), 2 * quarter, 3);
            putScaled(lowBits | timesSixteen(highBits), -32.0F, d * s, y);
        }
    }
}

/// 16-bit numbers, eight at a time.
template <auto low, auto high, auto one>
void sixteenBits(const Byte* from, std::size_t count, Fours out) {
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8, out += 8) {
        const auto eight = reinterpret_cast<Eight>(loadBytes(from + 2 * i));
        out.put(low(eight));
        (out + 4).put(high(eight));
    }
    for (int j = 0; i < count; ++i, ++j) {
        (out + static_cast<std::size_t>(j)).at[j % 4] = one(read<std::uint16_t>(from + 2 * i));
    }
}

Four lowHalves(Eight v) { return halvesToFloats(lowWords(v)); }
Four highHalves(Eight v) { return halvesToFloats(highWords(v)); }

void wholeNumbers(const Byte* from, std::size_t count, Fours out) {
    std::size_t i = 0;
    for (; i + 16 <= count; i += 16) putSigned(loadBytes(from + i), 1.0F, out + i);
    for (; i < count; ++i)
        (out + i).at[i % 4] = static_cast<float>(static_cast<std::int8_t>(from[i]));
}

void floats(const Byte* from, std::size_t count, Fours out) {
    if (out.apart == 4 && count > 0) return void(std::memcpy(out.at, from, 4 * count));
    for (std::size_t i = 0; i < count; ++i) (out + i).at[i % 4] = read<float>(from + 4 * i);
}

void doubles(const Byte* from, std::size_t count, Fours out) {
    for (std::size_t i = 0; i < count; ++i)
        (out + i).at[i % 4] = static_cast<float>(read<double>(from + 8 * i));
}

/// Not inlined for each type, because most models need none of them (tools/lib/split_by_run.mjs).
template <auto block>
[[gnu::noinline]] void each(const Byte* from, std::size_t count, Blocks blocks, Fours out) {
    for (std::size_t i = 0; i < count; i += blocks.elements, from += blocks.bytes) {
        block(from, out + i);
    }
}

}  // namespace

void decode(TensorType type, const std::byte* from, std::size_t count, float* to,
            std::size_t apart) {
    const Fours out{to, apart};
    const auto* b = reinterpret_cast<const Byte*>(from);
    const Blocks blocks = blocksOf(type);
    switch (type) {
        case TensorType::f32: floats(b, count, out); return;
        case TensorType::f16:
            sixteenBits<lowHalves, highHalves, halfToFloat>(b, count, out);
            return;
        case TensorType::bf16:
            sixteenBits<lowBrains, highBrains, bfloatToFloat>(b, count, out);
            return;
        case TensorType::i8: wholeNumbers(b, count, out); return;
        case TensorType::f64: doubles(b, count, out); return;
        case TensorType::q8_0: each<q8_0>(b, count, blocks, out); return;
        case TensorType::q4_0: each<q4_0>(b, count, blocks, out); return;
        case TensorType::q4_1: each<q4_1>(b, count, blocks, out); return;
        case TensorType::q5_0: each<q5_0>(b, count, blocks, out); return;
        case TensorType::q5_1: each<q5_1>(b, count, blocks, out); return;
        case TensorType::q2_k: each<q2_k>(b, count, blocks, out); return;
        case TensorType::q3_k: each<q3_k>(b, count, blocks, out); return;
        case TensorType::q4_k: each<q4_k>(b, count, blocks, out); return;
        case TensorType::q5_k: each<q5_k>(b, count, blocks, out); return;
        case TensorType::q6_k: each<q6_k>(b, count, blocks, out); return;
        case TensorType::other: break;
    }
    for (std::size_t i = 0; i < count; ++i) (out + i).at[i % 4] = 0;
}

bool allFinite(const float* values, std::size_t count) {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(values[i]);
        // The exponent's bits are all ones, so adding one at its end carries into the sign's bit.
        found |= (bits & 0x7FFF'FFFFU) + 0x0080'0000U;
    }
    return (found & 0x8000'0000U) == 0;
}

}  // namespace hw::model
