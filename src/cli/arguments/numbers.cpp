// SPDX-License-Identifier: MIT
#include "cli/arguments/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace hw::cli {
namespace {

constexpr std::size_t longestList = 65536;

bool isIn(double number, const NumberRange& range) {
    return number >= range.least && number <= range.most;
}

}  // namespace

const NumberRange& rangeOf(std::string_view option) {
    static constexpr NumberRange nothing{"", 1, 0, "This option takes no number."};
    const auto* const found = std::ranges::find(numberRanges, option, &NumberRange::option);
    return found == std::end(numberRanges) ? nothing : *found;
}

std::optional<int> wholeNumber(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<int> wholeNumber(std::string_view text, const NumberRange& range) {
    const auto number = wholeNumber(text);
    return number && isIn(*number, range) ? number : std::nullopt;
}

std::optional<double> decimalNumber(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    // strtod stops at a zero byte, and anything may follow it.
    if (copy.empty() || end != copy.c_str() + copy.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<double> decimalNumber(std::string_view text, const NumberRange& range) {
    const auto number = decimalNumber(text);
    return number && isIn(*number, range) ? number : std::nullopt;
}

std::optional<std::vector<int>> numberList(std::string_view text, const NumberRange& range) {
    std::vector<int> numbers;
    for (const std::string_view piece : pieces(text, ',')) {
        const std::size_t dash = piece.find('-', 1);
        if (numbers.size() >= longestList) return std::nullopt;
        const auto first = wholeNumber(piece.substr(0, dash), range);
        const auto last =
            dash == std::string_view::npos ? first : wholeNumber(piece.substr(dash + 1), range);
        if (!first || !last || *last < *first) return std::nullopt;
        if (std::cmp_greater(*last - *first, longestList - 1 - numbers.size())) return std::nullopt;
        // Counts down, since the last number may be the largest int.
        for (int more = *last - *first; more >= 0; --more) numbers.push_back(*last - more);
    }
    return numbers;
}

std::optional<std::vector<double>> decimalList(std::string_view text, const NumberRange& range) {
    std::vector<double> numbers;
    for (const std::string_view piece : pieces(text, ',')) {
        const auto number = decimalNumber(piece, range);
        if (!number || numbers.size() == longestList) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<std::uint64_t> byteCount(std::string_view text) {
    double unit = 1;
    for (const auto& [name, size] : {std::pair{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}) {
        if (!text.ends_with(name)) continue;
        unit = size;
        text.remove_suffix(2);
    }
    const auto number = decimalNumber(text);
    if (!number || !isIn(*number * unit, rangeOf("--memory"))) return std::nullopt;
    return static_cast<std::uint64_t>(*number * unit);
}

std::vector<std::string_view> pieces(std::string_view text, char separator) {
    std::vector<std::string_view> found;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        found.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return found;
}

void addNames(std::vector<std::string>& names, std::string_view text) {
    std::set<std::string, std::less<>> known(names.begin(), names.end());
    for (const std::string_view piece : pieces(text, ','))
        if (known.emplace(piece).second) names.emplace_back(piece);
}

}  // namespace hw::cli
