// SPDX-License-Identifier: MIT
// Options about which tokens results show, and which of them are joined: the fields `spans` and `segments`
// of the page's address mean the same.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--hide`, `--spans`, `--segments`. False if the option is none of these.
Result<bool> applySeen(Options& options, std::string_view name, std::string_view value);

/// What of it makes no sense together, or with the command.
Result<void> checkSeen(const Options& options);

}  // namespace hw::cli
