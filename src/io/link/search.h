// SPDX-License-Identifier: MIT
// Searches how finely to round weights so that bars stay within an error.
#pragma once

#include <optional>

#include "io/link/bar_error.h"
#include "io/link/pack.h"
#include "io/packed/content.h"

namespace hw::io {

/// Puts the weights of an example (fused, if the options require it) into the content, with the smallest number of
/// parts per row that keeps the error below options.maxError, but at most mostParts. Returns the remaining error, or
/// nullopt if a row adds up to 64 or more.
std::optional<BarError> roundWeights(const Example& example, const PackOptions& options,
                                     Content& content);

}  // namespace hw::io
