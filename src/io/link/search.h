// SPDX-License-Identifier: MIT
// How finely weights have to be rounded for bars to stay within an error.
#pragma once

#include <optional>

#include "io/link/bar_error.h"
#include "io/link/pack.h"
#include "io/packed/content.h"

namespace hw::io {

/// Puts the weights of an example (fused, if the options say so) into the content, in as few parts a row as keep
/// the error below options.maxError, or in mostParts; and says what the error then is. Nothing if a row adds up
/// to 64 or more.
std::optional<BarError> roundWeights(const Example& example, const PackOptions& options,
                                     Content& content);

}  // namespace hw::io
