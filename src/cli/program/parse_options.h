// SPDX-License-Identifier: MIT
// The command line: parses arguments into options, and prints the help.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `arguments` do not include the program's name. Errors are badArgument: wrong usage.
/// `isForTerminal`: what prints JSON in a pipe is a table unless an option says otherwise, in colours unless NO_COLOR is set.
Result<std::unique_ptr<CommandOptions>> parseOptions(std::span<const std::string_view> arguments,
                                                     bool isForTerminal = false);

/// What --help prints: of a command its screen, of an option ("--target") its row with all lines, of "all" everything, of "" the
/// commands.
std::string helpText(std::string_view about);

}  // namespace hw::cli
