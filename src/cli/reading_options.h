// SPDX-License-Identifier: MIT
// Options for reading the file.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--average-heads` and the like, which take no value.
bool isReadingSwitch(std::string_view name);
void applyReadingSwitch(Options& options, std::string_view name);

/// `--tokens`, `--decoder-tokens`, `--axes`, `--memory`. False if the option is none of these.
Result<bool> applyReading(Options& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
