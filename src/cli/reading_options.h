// SPDX-License-Identifier: MIT
// Options for reading the file.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// "--average-heads, --half": those that do what a problem offers; empty: none does.
std::string switchesFor(Offer offer);

/// `--tokens`, `--decoder-tokens`, `--axes`, `--layers-from`, `--memory`.
Result<void> applyReading(InputOptions& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
