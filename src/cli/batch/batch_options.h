// SPDX-License-Identifier: MIT
// Options and arguments of batch and merge.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// The arguments after the command's name: batch METHOD FILE..., merge DIR...
Result<void> applyBatchWords(BatchOptions& options, std::span<const std::string_view> words);
Result<void> applyFolders(FolderOptions& options, std::span<const std::string_view> words,
                          std::string finding, std::string remedy);

}  // namespace hw::cli
