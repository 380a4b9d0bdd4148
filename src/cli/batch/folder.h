// SPDX-License-Identifier: MIT
// The folder of a batch's results.
#pragma once

#include <string>
#include <vector>

#include "cli/batch/record/record.h"
#include "cli/options.h"

namespace hw::cli {

/// The folder `--out`, made if it does not exist, locked by this process. Errors: cannotRead; badArgument if another
/// process writes there, or it holds results of another origin.
Result<Record> takeFolder(const std::string& out, const BatchOptions& options);

/// The names of all files that batch makes in its folder.
std::vector<std::string> ownNames(const BatchOptions& options);

/// Returns once the names of the folder's files are on the disk. Error: cannotRead.
Result<void> syncNames(const std::string& folder);

}  // namespace hw::cli
