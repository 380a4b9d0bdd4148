// SPDX-License-Identifier: MIT
#include "cli/number_options.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace hw::cli {

std::optional<int> wholeNumber(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> decimalNumber(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::vector<int>> numberList(std::string_view text) {
    std::vector<int> numbers;
    for (const std::string_view piece : pieces(text, ',')) {
        const std::size_t dash = piece.find('-', 1);
        const auto first = wholeNumber(piece.substr(0, dash));
        const auto last =
            dash == std::string_view::npos ? first : wholeNumber(piece.substr(dash + 1));
        if (!first || !last || *last < *first || *last - *first > 65535) return std::nullopt;
        for (int number = *first; number <= *last; ++number) numbers.push_back(number);
        if (numbers.size() > 65536) return std::nullopt;
    }
    return numbers;
}

std::optional<std::vector<double>> decimalList(std::string_view text) {
    std::vector<double> numbers;
    for (const std::string_view piece : pieces(text, ',')) {
        const auto number = decimalNumber(piece);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
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

}  // namespace hw::cli
