// SPDX-License-Identifier: MIT
// How far rank correlations with an example's scores move when its weights are rounded.
#pragma once

#include <string_view>

#include "io/link/bar_error.h"
#include "io/link/pack.h"

namespace hw::io {

/// The largest difference of Spearman's correlations with the scores that both have, in [0, 2]. It is over all ranked
/// methods and all layers, at the output token, over all tokens and without special ones. A ranking that is constant on
/// one side alone counts as 1. Flow has many ties, which the smallest change of a weight breaks. Counting all values
/// within the bound as ties instead moves correlations further, since neighbours lie closer than that. Cost: the
/// stacks, and the flows of one token, twice.
double rankError(const Looked& original, const Looked& other);
/// The same for an example and a link made from it, as its reader sees it.
double rankError(const Example& example, const PackOptions& options, std::string_view bytes);

}  // namespace hw::io
