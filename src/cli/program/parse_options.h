// SPDX-License-Identifier: MIT
// The command line: parses arguments into options, and prints the help.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `arguments` do not include the program's name. Errors are badArgument: wrong usage. If `isForTerminal` is true,
/// commands that print JSON in a pipe print a table unless an option asks for another format, with colours unless
/// NO_COLOR is set.
Result<std::unique_ptr<CommandOptions>> parseOptions(std::span<const std::string_view> arguments,
                                                     bool isForTerminal = false);

/// The text of --help. A command gives its screen, an option ("--target") its row with all lines, "all" everything, and
/// "" the commands.
std::string helpText(std::string_view about);

}  // namespace hw::cli
