// SPDX-License-Identifier: MIT
// Numbers and lists of numbers out of arguments.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hw::cli {

/// All of the text is one number; else nothing.
std::optional<int> wholeNumber(std::string_view text);
std::optional<double> decimalNumber(std::string_view text);

/// "0,2,5-7" -> 0 2 5 6 7; nothing if it is no such list. At most 65536 numbers.
std::optional<std::vector<int>> numberList(std::string_view text);
/// "1,0.5,2" -> 1 0.5 2
std::optional<std::vector<double>> decimalList(std::string_view text);

/// "a,b" -> "a" "b"; empty pieces stay.
std::vector<std::string_view> pieces(std::string_view text, char separator);

}  // namespace hw::cli
