// SPDX-License-Identifier: MIT
// How much rank correlations with an example's scores change when its weights are rounded.
#pragma once

#include <string_view>

#include "io/link/bar_error.h"
#include "io/link/pack.h"

namespace hw::io {

/// The largest difference between the two examples' Spearman correlations with scores that both have, in [0, 2]. Covers
/// flow and every method that is not slow, for the encoder and the contributions, in each layer at the output token.
/// Ranked are all tokens, all but special ones, and words (Among::words). If a ranking is constant in only one example,
/// the difference counts as 1. Rounding breaks ties, of which flow has many. Counting all values within the bound as
/// ties would change correlations more, because neighbouring values are closer than the bound. Cost: all stacks and the
/// flows from one token, for both examples.
double rankError(const ComparedAnalysis& original, const ComparedAnalysis& other);
/// The same for an example and a link with its data, as a reader of the link opens it.
double rankError(const Example& example, const PackOptions& options, std::string_view bytes);

}  // namespace hw::io
