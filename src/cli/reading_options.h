// SPDX-License-Identifier: MIT
// Options for reading the file.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--average-heads` and the like, which take no value.
Result<void> applyReadingSwitch(InputOptions& options, std::string_view name, std::string_view);
/// "--average-heads, --half", the switches that accept a problem's offer, or empty.
std::string switchesFor(Offer offer);

/// `--tokens`, `--decoder-tokens`, `--axes`, `--layers-from`, `--memory`.
Result<void> applyReading(InputOptions& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
