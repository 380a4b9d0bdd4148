// SPDX-License-Identifier: MIT
// The command line: parses arguments into options, and prints the help.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `arguments` do not include the program's name. Errors are badArgument: wrong usage.
Result<Options> parseOptions(std::span<const std::string_view> arguments);

/// What --help prints: of a command its part, of none all of it.
std::string helpText(std::string_view command);

}  // namespace hw::cli
