// SPDX-License-Identifier: MIT
// Shortest decimal digits by Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020). A float32 is
// handled like a float64 with fewer bits. The powers of ten are computed when the first number is written, since a
// table of them does not compress.
#include "core/number_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace hw {
namespace {

__extension__ using Wide = unsigned __int128;

/// The number as an integer times a power of two, as in its format.
struct Binary {
    std::uint64_t significand = 0;
    int exponent = 0;
    bool lowerIsCloser = false;  ///< a power of two; the next number below is at half the distance
};

/// digits * 10^exponent.
struct Shortest {
    std::uint64_t digits = 0;
    int exponent = 0;
};

/// 192 bits, the lowest word first, for computing a power of ten. 300 roundings leave the upper 128 unchanged.
using Mantissa = std::array<std::uint32_t, 6>;

/// times * 2^shift of the mantissa, cut off at the top.
std::uint64_t multiply(Mantissa& mantissa, std::uint32_t times) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : mantissa) {
        carry += std::uint64_t{word} * times;
        word = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    return carry;
}

/// Times ten, normalised. Five times the mantissa has two or three bits more.
void timesTen(Mantissa& mantissa) {
    const std::uint64_t carry = multiply(mantissa, 5);
    const int bits = std::bit_width(carry);
    for (std::size_t i = 0; i < mantissa.size(); ++i) {
        const std::uint64_t above = i + 1 < mantissa.size() ? mantissa[i + 1] : carry;
        mantissa[i] = static_cast<std::uint32_t>((above << 32 | mantissa[i]) >> bits);
    }
}

/// Divided by ten, normalised. Multiplies by eight fifths, or by four fifths if that is too much.
void overTen(Mantissa& mantissa) {
    std::uint64_t carry = multiply(mantissa, 8);
    if (carry >= 5) {  // the quotient would need another bit
        for (std::size_t i = 0; i < mantissa.size(); ++i) {
            const std::uint64_t above = i + 1 < mantissa.size() ? mantissa[i + 1] : carry;
            mantissa[i] = static_cast<std::uint32_t>(above << 31 | mantissa[i] >> 1);
        }
        carry >>= 1;
    }
    for (std::size_t i = mantissa.size(); i-- > 0;) {
        carry = carry << 32 | mantissa[i];
        mantissa[i] = static_cast<std::uint32_t>(carry / 5);
        carry %= 5;
    }
}

detail::PowerOfTen roundedUp(const Mantissa& m) {
    detail::PowerOfTen power{std::uint64_t{m[5]} << 32 | m[4], std::uint64_t{m[3]} << 32 | m[2]};
    if ((m[1] | m[0]) != 0 && ++power.low == 0) ++power.high;
    return power;
}

using Powers =
    std::array<detail::PowerOfTen, detail::highestTextPower - detail::lowestTextPower + 1>;

Powers computePowers() {
    Powers powers;
    constexpr Mantissa one = {0, 0, 0, 0, 0, 0x80000000U};
    Mantissa mantissa = one;
    for (int e = 0; e <= detail::highestTextPower; ++e, timesTen(mantissa))
        powers[e - detail::lowestTextPower] = roundedUp(mantissa);
    mantissa = one;
    for (int e = 0; e >= detail::lowestTextPower; --e, overTen(mantissa))
        powers[e - detail::lowestTextPower] = roundedUp(mantissa);
    return powers;
}

/// floor(log10(2^e)), floor(log10(3/4 * 2^e)) and floor(log2(10^e)).
int floorLog10Pow2(int e) { return (e * 1262611) >> 22; }
int floorLog10ThreeQuartersPow2(int e) { return (e * 1262611 - 524031) >> 22; }
int floorLog2Pow10(int e) { return (e * 1741647) >> 19; }

/// The upper 64 bits of power * factor / 2^64, its last bit set if anything was cut off.
std::uint64_t roundToOdd(const detail::PowerOfTen& power, std::uint64_t factor) {
    const Wide low = Wide{power.low} * factor;
    const Wide high = Wide{power.high} * factor + static_cast<std::uint64_t>(low >> 64);
    return static_cast<std::uint64_t>(high >> 64) |
           (static_cast<std::uint64_t>(high) > 1 ? 1U : 0U);
}

/// The fewest digits in the interval of numbers that are rounded to this one, and the closest of those.
Shortest shortest(const Binary& number) {
    const std::uint64_t c = number.significand;
    const int q = number.exponent;
    const bool closer = number.lowerIsCloser;
    const int k = closer ? floorLog10ThreeQuartersPow2(q) : floorLog10Pow2(q);
    const int h = q + floorLog2Pow10(-k) + 1;
    const detail::PowerOfTen& power = detail::powerOfTen(-k);
    // Quarters of 10^k. The interval is closed where ties to even would come back.
    const std::uint64_t odd = c & 1;
    const std::uint64_t lower = roundToOdd(power, (4 * c - 2 + (closer ? 1 : 0)) << h) + odd;
    const std::uint64_t middle = roundToOdd(power, (4 * c) << h);
    const std::uint64_t upper = roundToOdd(power, (4 * c + 2) << h) - odd;
    const std::uint64_t s = middle / 4;
    if (s >= 10) {
        const std::uint64_t tens = s / 10;
        const bool below = lower <= 40 * tens;
        const bool above = 40 * tens + 40 <= upper;
        if (below != above) return {tens + (above ? 1 : 0), k + 1};
    }
    const bool below = lower <= 4 * s;
    const bool above = 4 * s + 4 <= upper;
    if (below != above) return {s + (above ? 1 : 0), k};
    const std::uint64_t half = 4 * s + 2;
    const bool up = middle > half || (middle == half && (s & 1) != 0);
    return {s + (up ? 1 : 0), k};
}

/// Writes the digits of a whole number and returns their end.
char* writeDigits(char* at, std::uint64_t digits) {
    return std::to_chars(at, at + longestNumber, digits).ptr;
}

/// significand * 2^exponent, below 10^22, digit by digit.
char* writeWhole(char* at, std::uint64_t significand, int exponent) {
    const Wide value = Wide{significand} << exponent;
    std::array<std::uint32_t, 3> words = {static_cast<std::uint32_t>(value),
                                          static_cast<std::uint32_t>(value >> 32),
                                          static_cast<std::uint32_t>(value >> 64)};
    char reversed[longestNumber];
    int count = 0;
    while ((words[0] | words[1] | words[2]) != 0) {
        std::uint64_t rest = 0;
        for (std::size_t i = words.size(); i-- > 0;) {
            rest = rest << 32 | words[i];
            words[i] = static_cast<std::uint32_t>(rest / 10);
            rest %= 10;
        }
        reversed[count++] = static_cast<char>('0' + rest);
    }
    while (count > 0) *at++ = reversed[--count];
    return at;
}

char* writeScientific(char* at, const char* digits, int count, int exponent) {
    *at++ = digits[0];
    if (count > 1) {
        *at++ = '.';
        std::memcpy(at, digits + 1, count - 1);
        at += count - 1;
    }
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    const int size = std::abs(exponent);
    if (size < 10) *at++ = '0';
    return writeDigits(at, static_cast<std::uint64_t>(size));
}

/// As std::to_chars, whichever of 0.00123 and 1.23e-03 is shorter, or the first if they are equal.
char* write(char* at, const Binary& number) {
    Shortest found = shortest(number);
    while (found.digits % 10 == 0) {
        found.digits /= 10;
        ++found.exponent;
    }
    char digits[longestNumber];
    const int count = static_cast<int>(writeDigits(digits, found.digits) - digits);
    const int exponent = found.exponent + count - 1;  // of the first digit
    const int scientific = count + (count > 1 ? 1 : 0) + (std::abs(exponent) >= 100 ? 5 : 4);
    const int fixed = count + (found.exponent >= 0 ? found.exponent : 1 + std::max(-exponent, 0));
    if (fixed > scientific) return writeScientific(at, digits, count, exponent);
    if (found.exponent >= 0) {
        // Where not every whole number has a float, write the exact value instead of filling up with zeros.
        if (number.exponent > 0) return writeWhole(at, number.significand, number.exponent);
        at = writeDigits(at, found.digits);
        for (int i = 0; i < found.exponent; ++i) *at++ = '0';
        return at;
    }
    const int whole = std::max(exponent + 1, 0);  // digits before the point
    if (whole == 0) *at++ = '0';
    std::memcpy(at, digits, whole);
    at += whole;
    *at++ = '.';
    for (int i = exponent + 1; i < 0; ++i) *at++ = '0';
    std::memcpy(at, digits + whole, count - whole);
    return at + (count - whole);
}

/// Takes a number of binary32 or binary64 apart and writes it.
template <class Float, class Bits, int mantissaBits>
char* writeFloat(char* at, Float number) {
    constexpr int exponentBits = static_cast<int>(sizeof(Bits)) * 8 - 1 - mantissaBits;
    constexpr int highest = (1 << exponentBits) - 1;
    constexpr int bias = (highest >> 1) + mantissaBits;
    const Bits bits = std::bit_cast<Bits>(number);
    const Bits mantissa = bits & ((Bits{1} << mantissaBits) - 1);
    const int exponent = static_cast<int>(bits >> mantissaBits) & highest;
    if (std::signbit(number)) *at++ = '-';
    if (exponent == highest) {
        return at + std::string_view(mantissa != 0 ? "nan" : "inf").copy(at, 3);
    }
    if (exponent == 0 && mantissa == 0) {
        *at++ = '0';
        return at;
    }
    Binary binary{mantissa, 1 - bias, false};
    if (exponent != 0)
        binary = {(Bits{1} << mantissaBits) | mantissa, exponent - bias,
                  mantissa == 0 && exponent > 1};
    return write(at, binary);
}

}  // namespace

const detail::PowerOfTen& detail::powerOfTen(int exponent) {
    static const Powers powers = computePowers();
    return powers[exponent - lowestTextPower];
}

char* writeNumber(char* at, double number) {
    return writeFloat<double, std::uint64_t, 52>(at, number);
}

char* writeNumber(char* at, float number) {
    return writeFloat<float, std::uint32_t, 23>(at, number);
}

}  // namespace hw
