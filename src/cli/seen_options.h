// SPDX-License-Identifier: MIT
// Options for which tokens results show, and which of them are merged; the fields `spans` and `segments`
// of the page's address mean the same.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--exclude`, `--spans`, `--segments`. False if the option is none of these.
Result<bool> applySeen(Options& options, std::string_view name, std::string_view value);

/// Rejects combinations that make no sense, or do not fit the command.
Result<void> checkSeen(const Options& options);

}  // namespace hw::cli
