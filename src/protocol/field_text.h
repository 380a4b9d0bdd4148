// SPDX-License-Identifier: MIT
// Small readers and writers for values of the address.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// Percent-encodes everything but letters, digits and - . _ ~ , : / @.
std::string percentEncoded(std::string_view text);
/// Decodes %XX (what is no such triple stays) and replaces what is no UTF-8 by U+FFFD.
std::string percentDecoded(std::string_view text);

/// Takes what stands before `mark`, or all, off the text; the mark goes too.
std::string_view takeUntil(std::string_view& text, char mark);

std::optional<int> readInt(std::string_view text);
std::optional<double> readNumber(std::string_view text);  ///< finite
std::optional<bool> readSwitch(std::string_view text);    ///< on, off
/// "0,3": ints from 0 to count-1, ascending afterwards, without repeats; "" is the empty list.
std::optional<std::vector<int>> readIndices(std::string_view text, int count);
std::optional<std::vector<double>> readNumbers(std::string_view text);

}  // namespace hw
