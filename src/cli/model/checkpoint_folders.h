// SPDX-License-Identifier: MIT
// A folder with the checkpoints of a training: checkpoint-500, step1000 ...
#pragma once

#include <filesystem>
#include <map>

#include "core/problem.h"

namespace hw::cli {

/// The folders with weights below this folder, by the step in their names (model/steps/step_name.h). Empty for a file.
/// Errors: badArgument if two have the same step.
Result<std::map<int, std::filesystem::path>> checkpointFolders(const std::filesystem::path& folder);

}  // namespace hw::cli
