// SPDX-License-Identifier: MIT
// Parsing of numbers and lists of numbers in arguments.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hw::cli {

/// Nullopt unless the whole text is one integer.
std::optional<int> wholeNumber(std::string_view text);
std::optional<double> decimalNumber(std::string_view text);

/// "0,2,5-7" -> 0 2 5 6 7; nullopt if it is not such a list. At most 65536 numbers.
std::optional<std::vector<int>> numberList(std::string_view text);
/// "1,0.5,2" -> 1 0.5 2
std::optional<std::vector<double>> decimalList(std::string_view text);

/// "a,b" -> "a" "b"; empty pieces are kept.
std::vector<std::string_view> pieces(std::string_view text, char separator);

}  // namespace hw::cli
