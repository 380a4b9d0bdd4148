// SPDX-License-Identifier: MIT
// Options for reading the file.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--average-heads` and the like, which take no value.
void applyReadingSwitch(Options& options, std::string_view name);
/// "--average-heads, --half": those that do what a problem offers; empty: none does.
std::string switchesFor(Offer offer);

/// `--tokens`, `--decoder-tokens`, `--axes`, `--memory`. False if the option is none of these.
Result<bool> applyReading(Options& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
