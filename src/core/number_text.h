// SPDX-License-Identifier: MIT
// Numbers as text without a locale, in the shortest form that reads back equal.
//
// The same characters as std::to_chars without a format, whose tables for every precision would add 45 KB to
// the page's download, twice. tests/core/number_text_test.cpp compares the two.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>

namespace hw {

/// The maximum length of writeNumber's text, in bytes.
constexpr int longestNumber = 32;

/// Writes `number` at `at` and returns its end. Examples are "0.5", "1e-30", "12", "-0", "nan", "inf". No final 0.
char* writeNumber(char* at, double number);
char* writeNumber(char* at, float number);
template <std::integral Integer>
char* writeNumber(char* at, Integer number) {
    return std::to_chars(at, at + longestNumber, number).ptr;
}

/// "0.5", "1e-30", "12", "nan". Works for all integer and floating-point types.
template <class Number>
std::string numberText(Number number) {
    char digits[longestNumber];
    return {digits, writeNumber(digits, number)};
}

namespace detail {

/// The 128 leading bits of 10^exponent, rounded up, the first of them set. -292 <= exponent <= 324.
struct PowerOfTen {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};
constexpr int lowestTextPower = -292;
constexpr int highestTextPower = 324;
const PowerOfTen& powerOfTen(int exponent);

}  // namespace detail
}  // namespace hw
