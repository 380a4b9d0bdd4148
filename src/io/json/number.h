// SPDX-License-Identifier: MIT
// Decimal text to binary floating point, correctly rounded, without the C library (whose locale sets the decimal point)
// and without std::from_chars for floating point (not in every standard library yet).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace hw::io {

/// A number as written: mantissa * 10^exponent, with sign.
struct Decimal {
    std::uint64_t mantissa = 0;  ///< at most 19 significant digits
    std::int64_t exponent = 0;
    bool negative = false;
    bool complete = true;  ///< false if digits beyond the 19th were dropped, not all of them 0
};

/// Reads `text` by the grammar of RFC 8259 (no plus sign, no leading zero, a digit after the point).
/// False if the text is anything else. Cost: one pass.
bool readDecimal(std::string_view text, Decimal& out);

/// The binary32 nearest to the number, ties to even. It equals strtof in the C locale, bit for bit. `text` is the
/// source of `decimal`, and is read again only when 64 bits cannot decide. Beyond the largest float32 the result is an
/// infinity.
float toFloat(const Decimal& decimal, std::string_view text);

/// The same for binary64.
double toDouble(const Decimal& decimal, std::string_view text);

namespace detail {

constexpr int lowestPower = -65;  // 10^19 * 10^-66 is less than half of the smallest float32
constexpr int highestPower = 38;  // 10^39 is beyond the largest

/// 10^lowestPower ... 10^highestPower, each correctly rounded to binary64.
extern const std::array<double, highestPower - lowestPower + 1> powersOfTen;

float toFloatOutOfLine(const Decimal& decimal, std::string_view text);

/// The common case of toFloat, small enough to be inlined into a loop over a row of numbers.
///
/// x = mantissa * 10^exponent in binary64 is rounded three times (mantissa, power, product), so it lies within 3 units
/// in the last place of the true value. Rounding x to 24 bits drops its last 29 bits. That gives the right float32
/// unless those bits are within 4 of the halfway pattern. Then, and for numbers outside the normal range, the function
/// returns false and toFloat decides exactly.
inline bool quickFloat(std::uint64_t mantissa, std::int64_t exponent, float& out) {
    if (exponent < lowestPower || exponent > highestPower || mantissa >> 63 != 0) return false;
    const double x = static_cast<double>(static_cast<std::int64_t>(mantissa)) *
                     powersOfTen[exponent - lowestPower];
    constexpr std::uint64_t half = std::uint64_t{1} << 28;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t dropped = bits & (2 * half - 1);
    if (dropped - (half - 4) <= 8) return false;
    // Exponent field between those of 2^-126 and 2^127, or the number zero.
    const std::uint64_t field = bits >> 52;
    if (field - 897 >= 253) {
        out = 0.0F;
        return mantissa == 0;
    }
    out = static_cast<float>(x);
    return true;
}

/// The float32 nearest to mantissa * scale, where scale is a power of ten as in powersOfTen, mantissa < 10^17, and
/// `more` means that unread digits follow. False if that cannot decide it, or if the result is outside the normal
/// range. Then toFloat has to read the text.
///
/// x in binary64 is rounded three times, as above. Unread digits add less than one to the mantissa. Half of it is
/// added, and at most half of it is wrong, which for a mantissa >= 2^33 is at most 2^-34 of x, or 2^19 units in its
/// last place. The window around halfway grows by that, so 1 number in 500 falls into it.
inline bool quickFloat(std::uint64_t mantissa, double scale, bool more, float& out) {
    const double x =
        (static_cast<double>(static_cast<std::int64_t>(mantissa)) + (more ? 0.5 : 0.0)) * scale;
    constexpr std::uint64_t half = std::uint64_t{1} << 28;
    const std::uint64_t window = more ? (std::uint64_t{1} << 19) + 8 : 5;
    const std::uint64_t dropped = std::bit_cast<std::uint64_t>(x) & (2 * half - 1);
    out = static_cast<float>(x);
    return dropped - (half - window) > 2 * window && (!more || mantissa >> 33 != 0) &&
           (x > 1.2e-38 || mantissa == 0);
}

}  // namespace detail
}  // namespace hw::io
