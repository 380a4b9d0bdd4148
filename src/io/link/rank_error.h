// SPDX-License-Identifier: MIT
// How far rank correlations with an example's scores move when its weights are rounded.
#pragma once

#include <string_view>

#include "io/link/bar_error.h"
#include "io/link/pack.h"

namespace hw::io {

/// The largest difference of Spearman's correlations with the scores that both have, in [0, 2]: of all methods that are
/// ranked, over all layers, at the output token, over all tokens and without special ones. A ranking that is constant on
/// one side alone counts as 1. Flow has many ties, and the least change
/// of a weight breaks them; to take all within the bound for ties instead moves correlations further, since neighbours
/// lie closer than that. Cost: the stacks, and the flows of one token, twice.
double rankError(const Looked& original, const Looked& other);
/// The same of an example and the link that was made of it, as its reader sees it.
double rankError(const Example& example, const PackOptions& options, std::string_view bytes);

}  // namespace hw::io
