// SPDX-License-Identifier: MIT
#include "model/weights/decode.h"

#include <bit>
#include <cstring>
#include <utility>

#include "core/matrix/half.h"

namespace hw::model {

namespace {

using Byte = std::uint8_t;

template <class Number>
Number read(const Byte* from) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
}

float half(const Byte* from) { return halfToFloat(read<std::uint16_t>(from)); }

// One block each, of 32 elements.

void q8_0(const Byte* b, float* y) {
    const float d = half(b);
    for (int j = 0; j < 32; ++j) y[j] = d * static_cast<float>(static_cast<std::int8_t>(b[2 + j]));
}

void q4_0(const Byte* b, float* y) {
    const float d = half(b);
    for (int j = 0; j < 16; ++j) {
        y[j] = d * static_cast<float>((b[2 + j] & 15) - 8);
        y[j + 16] = d * static_cast<float>((b[2 + j] >> 4) - 8);
    }
}

void q4_1(const Byte* b, float* y) {
    const float d = half(b);
    const float m = half(b + 2);
    for (int j = 0; j < 16; ++j) {
        y[j] = d * static_cast<float>(b[4 + j] & 15) + m;
        y[j + 16] = d * static_cast<float>(b[4 + j] >> 4) + m;
    }
}

/// The five bits of elements j and j + 16.
std::pair<int, int> five(const Byte* qs, std::uint32_t high, int j) {
    return {(qs[j] & 15) | static_cast<int>(high >> j & 1) << 4,
            (qs[j] >> 4) | static_cast<int>(high >> (j + 16) & 1) << 4};
}

void q5_0(const Byte* b, float* y) {
    const float d = half(b);
    const auto high = read<std::uint32_t>(b + 2);
    for (int j = 0; j < 16; ++j) {
        const auto [low, up] = five(b + 6, high, j);
        y[j] = d * static_cast<float>(low - 16);
        y[j + 16] = d * static_cast<float>(up - 16);
    }
}

void q5_1(const Byte* b, float* y) {
    const float d = half(b);
    const float m = half(b + 2);
    const auto high = read<std::uint32_t>(b + 4);
    for (int j = 0; j < 16; ++j) {
        const auto [low, up] = five(b + 8, high, j);
        y[j] = d * static_cast<float>(low) + m;
        y[j + 16] = d * static_cast<float>(up) + m;
    }
}

// One block each, of 256 elements.

void q2_k(const Byte* b, float* y) {
    const Byte* scale = b;
    const float d = half(b + 80);
    const float dmin = half(b + 82);
    for (const Byte* q : {b + 16, b + 48}) {
        for (int shift = 0; shift < 8; shift += 2) {
            for (int part = 0; part < 32; part += 16, ++scale) {
                const float step = d * static_cast<float>(*scale & 15);
                const float least = dmin * static_cast<float>(*scale >> 4);
                for (int l = 0; l < 16; ++l) {
                    *y++ = step * static_cast<float>(q[part + l] >> shift & 3) - least;
                }
            }
        }
    }
}

void q3_k(const Byte* b, float* y) {
    const Byte* mask = b;
    const Byte* packed = b + 96;
    const float d = half(b + 108);
    int bit = 1;
    int k = 0;
    for (const Byte* q : {b + 32, b + 64}) {
        for (int shift = 0; shift < 8; shift += 2, bit *= 2) {
            for (int part = 0; part < 32; part += 16, ++k) {
                const int low = k < 8 ? packed[k] & 15 : packed[k - 8] >> 4;
                const int high = packed[8 + k % 4] >> (2 * (k / 4)) & 3;
                const float step = d * static_cast<float>((low | high << 4) - 32);
                for (int l = part; l < part + 16; ++l) {
                    const int value = (q[l] >> shift & 3) - ((mask[l] & bit) != 0 ? 0 : 4);
                    *y++ = step * static_cast<float>(value);
                }
            }
        }
    }
}

/// Scale and minimum j (0..7) of the twelve bytes of Q4_K and Q5_K.
std::pair<int, int> scaleAndMinimum(int j, const Byte* s) {
    if (j < 4) return {s[j] & 63, s[j + 4] & 63};
    return {(s[j + 4] & 15) | (s[j - 4] >> 6) << 4, (s[j + 4] >> 4) | (s[j] >> 6) << 4};
}

void q4_k(const Byte* b, float* y) {
    const float d = half(b);
    const float dmin = half(b + 2);
    const Byte* q = b + 16;
    for (int j = 0; j < 8; ++j) {
        const auto [scale, minimum] = scaleAndMinimum(j, b + 4);
        const float step = d * static_cast<float>(scale);
        const float least = dmin * static_cast<float>(minimum);
        const int shift = j % 2 == 0 ? 0 : 4;
        for (int l = 0; l < 32; ++l) *y++ = step * static_cast<float>(q[l] >> shift & 15) - least;
        if (shift == 4) q += 32;
    }
}

void q5_k(const Byte* b, float* y) {
    const float d = half(b);
    const float dmin = half(b + 2);
    const Byte* high = b + 16;
    const Byte* q = b + 48;
    for (int j = 0; j < 8; ++j) {
        const auto [scale, minimum] = scaleAndMinimum(j, b + 4);
        const float step = d * static_cast<float>(scale);
        const float least = dmin * static_cast<float>(minimum);
        const int shift = j % 2 == 0 ? 0 : 4;
        for (int l = 0; l < 32; ++l) {
            const int value = (q[l] >> shift & 15) | (high[l] >> j & 1) << 4;
            *y++ = step * static_cast<float>(value) - least;
        }
        if (shift == 4) q += 32;
    }
}

void q6_k(const Byte* b, float* y) {
    const Byte* low = b;
    const Byte* high = b + 128;
    const Byte* scale = b + 192;
    const float d = half(b + 208);
    for (int part = 0; part < 2; ++part, low += 64, high += 32, scale += 8) {
        for (int quarter = 0; quarter < 4; ++quarter) {
            const Byte* from = low + (quarter % 2) * 32;
            const int shift = quarter < 2 ? 0 : 4;
            for (int l = 0; l < 32; ++l) {
                const auto s = static_cast<std::int8_t>(scale[2 * quarter + l / 16]);
                const int value =
                    ((from[l] >> shift & 15) | (high[l] >> (2 * quarter) & 3) << 4) - 32;
                *y++ = d * static_cast<float>(s) * static_cast<float>(value);
            }
        }
    }
}

template <auto block>
void each(const Byte* from, std::size_t count, Blocks blocks, float* out) {
    for (std::size_t i = 0; i < count; i += blocks.elements, from += blocks.bytes) {
        block(from, out + i);
    }
}

}  // namespace

void decode(Stored type, const std::byte* from, std::size_t count, float* out) {
    const auto* b = reinterpret_cast<const Byte*>(from);
    const Blocks blocks = blocksOf(type);
    switch (type) {
        case Stored::f32: std::memcpy(out, b, 4 * count); return;
        case Stored::f16:
            for (std::size_t i = 0; i < count; ++i) out[i] = half(b + 2 * i);
            return;
        case Stored::bf16:
            for (std::size_t i = 0; i < count; ++i) {
                out[i] = bfloatToFloat(read<std::uint16_t>(b + 2 * i));
            }
            return;
        case Stored::i8:
            for (std::size_t i = 0; i < count; ++i) {
                out[i] = static_cast<float>(static_cast<std::int8_t>(b[i]));
            }
            return;
        case Stored::q8_0: each<q8_0>(b, count, blocks, out); return;
        case Stored::q4_0: each<q4_0>(b, count, blocks, out); return;
        case Stored::q4_1: each<q4_1>(b, count, blocks, out); return;
        case Stored::q5_0: each<q5_0>(b, count, blocks, out); return;
        case Stored::q5_1: each<q5_1>(b, count, blocks, out); return;
        case Stored::q2_k: each<q2_k>(b, count, blocks, out); return;
        case Stored::q3_k: each<q3_k>(b, count, blocks, out); return;
        case Stored::q4_k: each<q4_k>(b, count, blocks, out); return;
        case Stored::q5_k: each<q5_k>(b, count, blocks, out); return;
        case Stored::q6_k: each<q6_k>(b, count, blocks, out); return;
        case Stored::other: break;
    }
    std::memset(out, 0, 4 * count);
}

bool allFinite(const float* values, std::size_t count) {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(values[i]);
        // The exponent's bits are all ones: adding one at its end carries into the sign's place.
        found |= (bits & 0x7FFF'FFFFU) + 0x0080'0000U;
    }
    return (found & 0x8000'0000U) == 0;
}

}  // namespace hw::model
