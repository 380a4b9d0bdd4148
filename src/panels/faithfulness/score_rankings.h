// SPDX-License-Identifier: MIT
// The ranking of one cell of the table, next to that of a score. Internal to panels/faithfulness.
#pragma once

#include "page/answers/result_store.h"
#include "page/state/app_state.h"
#include "panels/rankings/rankings.h"

namespace hw {

/// The present example's tokens ranked by the present method after the present layer, from the chosen outputs, against
/// each score of the file. Empty until the values have arrived. O(scores tokens log tokens).
std::vector<Rankings> scoreRankings(const AppState& state, ResultStore& results);

}  // namespace hw
