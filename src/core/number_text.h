// SPDX-License-Identifier: MIT
// Numbers as text without a locale, in the shortest form that reads back equal.
#pragma once

#include <charconv>
#include <string>

namespace hw {

/// "0.5", "1e-30", "12", "nan". Works for all integer and floating-point types.
template <class Number>
std::string numberText(Number number) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return {digits, end};
}

}  // namespace hw
