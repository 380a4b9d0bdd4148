// SPDX-License-Identifier: MIT
// Searches how finely weights have to be rounded for bars to stay within an error.
#pragma once

#include <optional>

#include "io/link/bar_error.h"
#include "io/link/pack.h"
#include "io/packed/content.h"

namespace hw::io {

/// Puts the weights of an example (fused, if the options say so) into the content, with the smallest number
/// of parts per row that keeps the error below options.maxError, but at most mostParts. Returns the remaining
/// error; nullopt if a row adds up to 64 or more.
std::optional<BarError> roundWeights(const Example& example, const PackOptions& options,
                                     Content& content);

}  // namespace hw::io
