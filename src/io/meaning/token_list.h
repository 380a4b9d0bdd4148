// SPDX-License-Identifier: MIT
// Tokens as users type or paste them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hw::io {

/// A JSON list of texts, else one token per line if there are several lines, else words separated by spaces.
std::vector<std::string> tokenList(std::string_view text);

}  // namespace hw::io
