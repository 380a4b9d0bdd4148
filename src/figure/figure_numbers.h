// SPDX-License-Identifier: MIT
// The numbers of figures that hold more than a method's rows or matrices: what the text version of the view says,
// unrounded. Layers count from 1, heads and tokens from 0, as in all results (io/export.h).
#pragma once

#include <optional>
#include <string>

#include "figure/figures.h"

namespace hw::figure {

/// Of compare, heads, faithfulness and flow as JSON (docs/api.md); nothing for other figures. web/numbers.js makes
/// CSV of it. Ask for figureQueries before it; what has no answer is null. O(values).
std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results, Kind kind);

}  // namespace hw::figure
