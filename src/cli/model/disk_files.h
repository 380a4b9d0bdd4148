// SPDX-License-Identifier: MIT
// Files of a model on a disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::cli {

/// The files that modelParts reads. If the path does not exist, those of a hub's folder (cli/model/hub_folder.h).
/// Error: cannotRead.
Result<std::vector<std::filesystem::path>> modelPaths(const std::string& path);

/// A folder's files and those in the folders that its modules.json names, or the one file. A file of weights is marked
/// as chosen, and comes with the other files of its folder (a GGUF file with its shards). Files stay closed until they
/// are read. Of a folder of checkpoints (checkpoint_folders.h), the files of `step`, with config and tokenizer of the
/// others if it has none. -1 means the folder's own weights, else the last step's. Errors: cannotRead; badArgument for
/// a step without a folder.
Result<std::vector<model::Part>> modelParts(const std::string& named, int step = -1);

}  // namespace hw::cli
