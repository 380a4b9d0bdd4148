// SPDX-License-Identifier: MIT
// Reading and writing of values in addresses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// Percent-encodes everything except letters, digits and - . _ ~ , : / @.
std::string percentEncoded(std::string_view text);
/// Decodes %XX and replaces invalid UTF-8 by U+FFFD. An incomplete %XX stays.
std::string percentDecoded(std::string_view text);

/// Removes from the text, and returns, everything before `mark`, or all without one. Also removes the mark.
std::string_view takeUntil(std::string_view& text, char mark);

std::optional<int> readInt(std::string_view text);
std::optional<double> readNumber(std::string_view text);  ///< finite
std::optional<bool> readSwitch(std::string_view text);    ///< "on" or "off"
/// Reads ints in [0, count) such as "0,3", and returns them sorted and without repeats. "" is the empty list.
std::optional<std::vector<int>> readIndices(std::string_view text, int count);
std::optional<std::vector<double>> readNumbers(std::string_view text);

}  // namespace hw
