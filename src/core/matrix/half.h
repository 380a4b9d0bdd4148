// SPDX-License-Identifier: MIT
// float16 (IEEE 754 binary16) and bfloat16 bits from and to float32.
#pragma once

#include <bit>
#include <cstdint>

namespace hw {

/// Exact.
inline float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t rest = bits & 0x7FFFU;
    if (rest >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F80'0000U | (rest & 0x3FFU) << 13);
    if (rest >= 0x0400U) return std::bit_cast<float>(sign | ((rest << 13) + 0x3800'0000U));
    const float subnormal = static_cast<float>(rest) * 0x1p-24F;
    return sign != 0 ? -subnormal : subnormal;
}

/// To the nearest, ties to even. Infinity beyond 65504. NaN stays NaN. From 6.1e-5 on the relative error is at most
/// 2^-11, below it the absolute error is at most 2^-25.
inline std::uint16_t floatToHalf(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000U;
    const std::uint32_t size = bits & 0x7FFF'FFFFU;
    std::uint32_t half = 0;
    if (size > 0x7F80'0000U) {
        half = 0x7E00U;  // NaN
    } else if (size >= 0x477F'F000U) {
        half = 0x7C00U;  // 65520 and more
    } else if (size >= 0x3880'0000U) {
        const std::uint32_t odd = size >> 13 & 1U;
        half = (size - 0x3800'0000U + 0x0FFFU + odd) >> 13;
    } else {
        // Adding 0.5 leaves the subnormal's bits, rounded by the machine, at the end of the mantissa.
        const float shifted = std::bit_cast<float>(size) + 0.5F;
        half = std::bit_cast<std::uint32_t>(shifted) - 0x3F00'0000U;
    }
    return static_cast<std::uint16_t>(sign | half);
}

/// Exact.
inline float bfloatToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace hw
