// SPDX-License-Identifier: MIT
// Options and arguments of batch and merge.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// The arguments after the command's name: batch METHOD FILE..., merge DIR...
Result<void> applyBatchWords(Options& options, std::span<const std::string_view> words);

/// Rejects combinations that make no sense.
Result<void> checkBatch(const Options& options);

}  // namespace hw::cli
