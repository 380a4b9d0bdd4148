// SPDX-License-Identifier: MIT
#include "cli/output/shown_numbers.h"

#include <charconv>
#include <cmath>

#include "core/number_text.h"

namespace hw::cli {
namespace {

std::string digitsOf(double value, std::chars_format format, int precision) {
    if (std::isnan(value)) return "-";
    char digits[longestNumber];
    const auto [end, error] =
        std::to_chars(digits, digits + sizeof digits, value, format, precision);
    return {digits, end};
}

}  // namespace

std::string shortNumber(double value) { return digitsOf(value, std::chars_format::general, 4); }

std::string pText(double p) {
    return p < 0.001 ? "<0.001" : digitsOf(p, std::chars_format::fixed, 3);
}

}  // namespace hw::cli
