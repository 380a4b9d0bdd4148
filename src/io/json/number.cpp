// SPDX-License-Identifier: MIT
#include "io/json/number.h"

#include <algorithm>
#include <limits>

#include "io/json/big_number.h"

namespace hw::io {

namespace detail {

const std::array<double, highestPower - lowestPower + 1> powersOfTen = {
    1e-65, 1e-64, 1e-63, 1e-62, 1e-61, 1e-60, 1e-59, 1e-58, 1e-57, 1e-56, 1e-55, 1e-54, 1e-53,
    1e-52, 1e-51, 1e-50, 1e-49, 1e-48, 1e-47, 1e-46, 1e-45, 1e-44, 1e-43, 1e-42, 1e-41, 1e-40,
    1e-39, 1e-38, 1e-37, 1e-36, 1e-35, 1e-34, 1e-33, 1e-32, 1e-31, 1e-30, 1e-29, 1e-28, 1e-27,
    1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14,
    1e-13, 1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,
    1e0,   1e1,   1e2,   1e3,   1e4,   1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,
    1e13,  1e14,  1e15,  1e16,  1e17,  1e18,  1e19,  1e20,  1e21,  1e22,  1e23,  1e24,  1e25,
    1e26,  1e27,  1e28,  1e29,  1e30,  1e31,  1e32,  1e33,  1e34,  1e35,  1e36,  1e37,  1e38,
};

}  // namespace detail

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Differences between binary32 and binary64.
struct Binary32 {
    static constexpr int precision = 24;
    static constexpr int lowestExponent = -149;  // of the last place
    static constexpr int highestExponent = 104;
};
struct Binary64 {
    static constexpr int precision = 53;
    static constexpr int lowestExponent = -1074;
    static constexpr int highestExponent = 971;
};

// significand * 2^exponent. Normal numbers have `precision` bits, others the lowest exponent.
struct Candidate {
    std::uint64_t significand = 0;
    int exponent = 0;
};

template <class Format>
Candidate above(Candidate c) {
    if (++c.significand == std::uint64_t{1} << Format::precision)
        return {c.significand / 2, c.exponent + 1};
    return c;
}

template <class Format>
Candidate below(Candidate c) {
    const std::uint64_t lowestNormal = std::uint64_t{1} << (Format::precision - 1);
    if (c.significand == lowestNormal && c.exponent > Format::lowestExponent) {
        return {2 * lowestNormal - 1, c.exponent - 1};
    }
    return {c.significand - 1, c.exponent};
}

template <class Format>
Candidate candidateNear(double x) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    const int field = static_cast<int>(bits >> 52);
    std::uint64_t significand = bits & ((std::uint64_t{1} << 52) - 1);
    int exponent = -1074;
    if (field > 0) {
        significand |= std::uint64_t{1} << 52;
        exponent = field - 1075;
    }
    int drop = 53 - Format::precision;
    drop = std::max(drop, Format::lowestExponent - exponent);
    if (drop > 63) return {0, Format::lowestExponent};
    return {significand >> drop, exponent + drop};
}

// The candidate nearest to the text, starting from one that is a few steps away at most. Each step compares
// the text with the point halfway between two neighbours, in whole numbers, so the end is exact.
template <class Format>
Candidate nearest(Candidate c, std::string_view text) {
    const DecimalDigits digits(text);
    for (;;) {
        const int up = digits.compare(2 * c.significand + 1, c.exponent - 1);
        if (up > 0 || (up == 0 && c.significand % 2 == 1)) {
            c = above<Format>(c);
            if (c.exponent > Format::highestExponent) return c;
            continue;
        }
        if (c.significand == 0) return c;
        const Candidate lower = below<Format>(c);
        const int down = digits.compare(2 * lower.significand + 1, lower.exponent - 1);
        if (down > 0 || (down == 0 && lower.significand % 2 == 1)) return c;
        if (down == 0 && c.significand % 2 == 0) return c;
        c = lower;
    }
}

// 10^power for approximations. Overflows to infinity and underflows to 0 in steps.
double scaled(double x, std::int64_t power) {
    for (; power > 30; power -= 30) x *= 1e30;
    for (; power < -30; power += 30) x *= 1e-30;
    return x * detail::powersOfTen[power - detail::lowestPower];
}

}  // namespace

bool readDecimal(std::string_view text, Decimal& out) {
    out = {};
    const char* p = text.data();
    const char* const end = p + text.size();
    int significant = 0;
    const auto take = [&](char c, bool fraction) {
        const auto digit = static_cast<unsigned>(c - '0');
        if (significant == 0 && digit == 0) {
            if (fraction) --out.exponent;
        } else if (significant < 19) {
            out.mantissa = out.mantissa * 10 + digit;
            ++significant;
            if (fraction) --out.exponent;
        } else {
            if (digit != 0) out.complete = false;
            if (!fraction) ++out.exponent;
        }
    };
    if (p != end && *p == '-') {
        out.negative = true;
        ++p;
    }
    if (p == end || !isDigit(*p)) return false;
    if (*p == '0' && p + 1 != end && isDigit(p[1])) return false;
    for (; p != end && isDigit(*p); ++p) take(*p, false);
    if (p != end && *p == '.') {
        ++p;
        if (p == end || !isDigit(*p)) return false;
        for (; p != end && isDigit(*p); ++p) take(*p, true);
    }
    if (p != end && (*p == 'e' || *p == 'E')) {
        ++p;
        bool negative = false;
        if (p != end && (*p == '-' || *p == '+')) {
            negative = *p == '-';
            ++p;
        }
        if (p == end || !isDigit(*p)) return false;
        std::int64_t exponent = 0;
        for (; p != end && isDigit(*p); ++p) {
            if (exponent < 100'000'000) exponent = exponent * 10 + (*p - '0');
        }
        out.exponent += negative ? -exponent : exponent;
    }
    if (out.mantissa == 0) out.exponent = 0;
    return p == end;
}

float detail::toFloatOutOfLine(const Decimal& decimal, std::string_view text) {
    const float sign = decimal.negative ? -1.0F : 1.0F;
    if (decimal.mantissa == 0 || decimal.exponent < lowestPower) return sign * 0.0F;
    if (decimal.exponent > highestPower) return sign * std::numeric_limits<float>::infinity();
    const double x = scaled(static_cast<double>(decimal.mantissa), decimal.exponent);
    if (x > 3.5e38) return sign * std::numeric_limits<float>::infinity();
    const Candidate c = nearest<Binary32>(candidateNear<Binary32>(x), text);
    if (c.exponent > Binary32::highestExponent)
        return sign * std::numeric_limits<float>::infinity();
    std::uint32_t bits = static_cast<std::uint32_t>(c.significand);
    if (c.significand >> 23 != 0) {
        bits = (bits & 0x7FFFFFU) | static_cast<std::uint32_t>(c.exponent + 150) << 23;
    }
    return sign * std::bit_cast<float>(bits);
}

float toFloat(const Decimal& decimal, std::string_view text) {
    float value = 0;
    if (detail::quickFloat(decimal.mantissa, decimal.exponent, value)) {
        return decimal.negative ? -value : value;
    }
    return detail::toFloatOutOfLine(decimal, text);
}

double toDouble(const Decimal& decimal, std::string_view text) {
    const double sign = decimal.negative ? -1.0 : 1.0;
    if (decimal.mantissa == 0 || decimal.exponent < -345) return sign * 0.0;
    if (decimal.exponent > 309) return sign * std::numeric_limits<double>::infinity();
    const auto mantissa = static_cast<double>(decimal.mantissa);
    // Clinger's fast path, where both operands are exact, with one rounding.
    if (decimal.complete && decimal.mantissa >> 53 == 0 && decimal.exponent >= -22 &&
        decimal.exponent <= 22) {
        const double power =
            detail::powersOfTen[(decimal.exponent < 0 ? -decimal.exponent : decimal.exponent) -
                                detail::lowestPower];
        return sign * (decimal.exponent < 0 ? mantissa / power : mantissa * power);
    }
    const double x =
        std::min(scaled(mantissa, decimal.exponent), std::numeric_limits<double>::max());
    const Candidate c = nearest<Binary64>(candidateNear<Binary64>(x), text);
    if (c.exponent > Binary64::highestExponent)
        return sign * std::numeric_limits<double>::infinity();
    std::uint64_t bits = c.significand;
    if (c.significand >> 52 != 0) {
        bits = (bits & ((std::uint64_t{1} << 52) - 1)) |
               static_cast<std::uint64_t>(c.exponent + 1075) << 52;
    }
    return sign * std::bit_cast<double>(bits);
}

}  // namespace hw::io
