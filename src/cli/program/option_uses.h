// SPDX-License-Identifier: MIT
// Which commands each option has an effect on.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `names` of the options that were given. Errors: badArgument for the first one that would do nothing with this command.
/// What only figure takes, or what its own check refuses with more words, is not in the table. O(names).
Result<void> checkUses(const Options& options, std::span<const std::string_view> names);

}  // namespace hw::cli
