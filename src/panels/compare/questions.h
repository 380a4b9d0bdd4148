// SPDX-License-Identifier: MIT
// What the compare view asks.
#pragma once

#include <vector>

#include "page/state/compared_views.h"
#include "protocol/query.h"

namespace hw {

/// The questions behind a column, in the state of its example (stateElsewhere).
Query comparedProfileQuery(const AppState& state, const ComparedView& column);
Query comparedMatrixQuery(const AppState& state, const ComparedView& column, int layer);
/// All of them, as far as their examples are known, in the order of need.
std::vector<Query> comparedQueries(const AppState& state);

}  // namespace hw
