// SPDX-License-Identifier: MIT
// Options that a command has, but that do nothing beside the others: they are refused, not ignored.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"
#include "cli/program/option_row.h"

namespace hw::cli {

/// The refusal of an option that is not of the use: whom it belongs to.
std::unexpected<Problem> notOf(const OptionRow& row, std::string_view use);

/// `given`: the names of the options as they were written, with their dashes; all others are already in `options`. Errors: usage, for
/// the first one that does nothing for the command, or for its method.
Result<void> checkBelongs(const Options& options, std::span<const std::string_view> given);

}  // namespace hw::cli
