// SPDX-License-Identifier: MIT
// float16 and bfloat16 bits as float32. Both conversions are exact.
#pragma once

#include <bit>
#include <cstdint>

namespace hw::io {

inline float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t rest = bits & 0x7FFFU;
    if (rest >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F80'0000U | (rest & 0x3FFU) << 13);
    if (rest >= 0x0400U) return std::bit_cast<float>(sign | ((rest << 13) + 0x3800'0000U));
    const float subnormal = static_cast<float>(rest) * 0x1p-24F;
    return sign != 0 ? -subnormal : subnormal;
}

inline float bfloatToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace hw::io
