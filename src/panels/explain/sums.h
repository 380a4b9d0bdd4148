// SPDX-License-Identifier: MIT
// A value as row times column, a weight as its heads and what is done to them. Internal to panels/explain.
#pragma once

#include "core/explain/explanation.h"
#include "panels/explain/model.h"
#include "panels/explain/places.h"

namespace hw {

/// Terms, steps and ways of what is opened, and where the keys go. Written numbers add up: what rounding leaves is a
/// line of its own. O(terms).
void fillSum(ExplainModel& model, const Explanation& found, const AppState& state,
             const TokenNames& names, const std::vector<ProductLink>& links);

}  // namespace hw
