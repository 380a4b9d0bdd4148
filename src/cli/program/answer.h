// SPDX-License-Identifier: MIT
// A command's answer, of all but batch and merge, which write files.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// The text for standard output, or for --out. Errors: those of reading and of the command; `warnings` has what is odd
/// about the file, also then.
Result<std::string> answer(const Options& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
