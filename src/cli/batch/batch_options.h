// SPDX-License-Identifier: MIT
// Options and arguments of batch and merge.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// The arguments behind the command's name: batch METHOD FILE..., merge DIR...
Result<void> applyBatchWords(Options& options, std::span<const std::string_view> words);

/// `--out`, `--threads`, `--format` where the command is batch. False if it is none of these, or is meant for another
/// command.
Result<bool> applyBatch(Options& options, std::string_view name, std::string_view value);

/// What makes no sense together.
Result<void> checkBatch(const Options& options);

}  // namespace hw::cli
