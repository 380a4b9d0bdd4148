// SPDX-License-Identifier: MIT
// Scripts for shells and a manual page, from the tables of commands and options.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// completion: the script for the shell that the options name as their file, which is bash, zsh or fish. Error:
/// badArgument for another.
Result<std::string> completionAnswer(const CommandOptions& options, std::vector<Problem>& warnings);
/// manual: a page in the language of man(7).
Result<std::string> manualAnswer(const CommandOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
