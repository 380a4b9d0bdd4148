// SPDX-License-Identifier: MIT
#include "cli/output/table_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

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

/// The number of characters, each one column wide.
std::size_t columnsOf(std::string_view text) {
    return std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

}  // namespace

int decimalsFor(double largest) {
    constexpr int fewest = 3;  // for 0
    constexpr int most = 9;
    const double size = std::abs(largest);
    if (!(size > 0) || !std::isfinite(size)) return fewest;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, most);
}

std::string columnNumber(double value, int decimals) {
    if (!std::isfinite(value)) return "-";
    const double step = std::pow(10.0, -decimals);
    if (value != 0 && std::abs(value) < step / 2)
        return (value < 0 ? ">-" : "<") + digitsOf(step, std::chars_format::fixed, decimals);
    return digitsOf(value == 0 ? 0.0 : value, std::chars_format::fixed, decimals);
}

std::string pText(double p) {
    return p < 0.001 ? "<0.001" : digitsOf(p, std::chars_format::fixed, 3);
}

std::string rightAligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], columnsOf(row[i]));
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : "  ") + std::string(widths[i] - columnsOf(row[i]), ' ') + row[i];
        text += '\n';
    }
    return text;
}

}  // namespace hw::cli
