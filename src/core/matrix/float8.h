// SPDX-License-Identifier: MIT
// Numbers of 8 bits as models and their files have them, by ml_dtypes' names. The formats are those of Micikevicius et
// al. 2022 (FP8 Formats for Deep Learning) and of Noune et al. 2022 (without infinities and negative zero, "fnuz").
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace hw {

struct Float8 {
    enum class Special : std::uint8_t {
        infinities,  ///< as IEEE, where the highest exponent is infinity and NaN
        onlyNaN,     ///< fn, where all ones are NaN
        minusZero,   ///< fnuz, where -0 is NaN
    };
    std::string_view name;
    int mantissaBits = 3;
    int bias = 7;
    Special special = Special::onlyNaN;

    /// Exact.
    float value(std::uint8_t bits) const {
        const int mantissa = bits & ((1 << mantissaBits) - 1);
        const int exponent = (bits & 0x7F) >> mantissaBits;
        const int highest = 0x7F >> mantissaBits;
        const float sign = (bits & 0x80) != 0 ? -1.0F : 1.0F;
        if (special == Special::minusZero && bits == 0x80)
            return std::numeric_limits<float>::quiet_NaN();
        if (special == Special::onlyNaN && (bits & 0x7F) == 0x7F)
            return std::numeric_limits<float>::quiet_NaN();
        if (special == Special::infinities && exponent == highest) {
            return mantissa == 0 ? sign * std::numeric_limits<float>::infinity()
                                 : std::numeric_limits<float>::quiet_NaN();
        }
        const int whole = exponent == 0 ? mantissa : mantissa + (1 << mantissaBits);
        const int scale = (exponent == 0 ? 1 : exponent) - bias - mantissaBits;
        return sign * std::ldexp(static_cast<float>(whole), scale);
    }

    std::array<float, 256> table() const {
        std::array<float, 256> values{};
        for (int bits = 0; bits < 256; ++bits)
            values[static_cast<std::size_t>(bits)] = value(static_cast<std::uint8_t>(bits));
        return values;
    }
};

/// The most common first.
inline constexpr std::array<Float8, 7> float8Formats{{
    {"float8_e4m3fn", 3, 7, Float8::Special::onlyNaN},
    {"float8_e5m2", 2, 15, Float8::Special::infinities},
    {"float8_e4m3fnuz", 3, 8, Float8::Special::minusZero},
    {"float8_e5m2fnuz", 2, 16, Float8::Special::minusZero},
    {"float8_e4m3b11fnuz", 3, 11, Float8::Special::minusZero},
    {"float8_e4m3", 3, 7, Float8::Special::infinities},
    {"float8_e3m4", 4, 3, Float8::Special::infinities},
}};

/// The format of a name, or null.
inline const Float8* float8Named(std::string_view name) {
    for (const Float8& format : float8Formats) {
        if (format.name == name) return &format;
    }
    return nullptr;
}

}  // namespace hw
