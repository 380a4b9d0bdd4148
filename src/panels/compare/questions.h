// SPDX-License-Identifier: MIT
// The questions of the compare view.
#pragma once

#include <vector>

#include "page/rules/compared_views.h"
#include "protocol/query.h"

namespace hw {

/// The question for a column's values, in the state of its example (stateElsewhere).
Query comparedProfileQuery(const AppState& state, const ComparedView& column);
Query comparedMatrixQuery(const AppState& state, const ComparedView& column, int layer);
/// The questions of all columns, as far as their examples are known, most urgent first.
std::vector<Query> comparedQueries(const AppState& state);

}  // namespace hw
