// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--texts`. False if the option is another one.
bool applyTokenize(Options& options, std::string_view name, std::string_view value);
/// tokenize has texts, and no other command has.
Result<void> checkTokenize(const Options& options);

}  // namespace hw::cli
