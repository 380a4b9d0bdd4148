// SPDX-License-Identifier: MIT
// Tokens as people give them beside a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hw::io {

/// A JSON list of texts; else one token a line, if there are several lines; else words between spaces.
std::vector<std::string> tokenList(std::string_view text);

}  // namespace hw::io
