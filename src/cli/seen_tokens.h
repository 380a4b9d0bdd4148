// SPDX-License-Identifier: MIT
// --words, --spans, --segments, --exclude, --renormalise: results by words instead of tokens, or without some
// of them.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// Whether tokens are merged into words or spans, and whether some are hidden or of another text.
bool merges(const Options& options);
bool leavesOut(const Options& options);

/// `--exclude`, `--spans`, `--segments`. False if the option is none of these.
Result<bool> applySeen(Options& options, std::string_view name, std::string_view value);

/// Rejects combinations that make no sense, or do not fit the command.
Result<void> checkSeen(const Options& options);

}  // namespace hw::cli
