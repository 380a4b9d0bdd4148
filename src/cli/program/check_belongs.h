// SPDX-License-Identifier: MIT
// Which command an option is of: one that has no effect there is refused, not ignored.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// Whether a list of commands between blanks has this one; in it "methods" are all methods, "matrices" those but joint.
bool isListed(std::string_view list, std::string_view use);

/// `given`: the names of the options as they were written, with their dashes; all others are already in `options`. Errors: usage, for
/// the first one that does nothing for the command, or for its method.
Result<void> checkBelongs(const Options& options, std::span<const std::string_view> given);

}  // namespace hw::cli
