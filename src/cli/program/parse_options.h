// SPDX-License-Identifier: MIT
// The command line: from words to options, and what it says of itself.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// Arguments without the program's name. Errors are badArgument: how the program is called is wrong.
Result<Options> parseOptions(std::span<const std::string_view> arguments);

/// What --help prints.
std::string helpText();

}  // namespace hw::cli
