// SPDX-License-Identifier: MIT
// A value as row times column, a weight as its heads and the steps on it. Internal to panels/explain.
#pragma once

#include "core/explain/explanation.h"
#include "panels/explain/model.h"
#include "panels/explain/places.h"

namespace hw {

/// Fills in terms, steps and paths of what is expanded, and where the step keys lead. The numbers as written
/// add up: the rounding error is a line of its own. O(terms).
void fillSum(ExplainModel& model, const Explanation& found, const AppState& state,
             const TokenNames& names, const std::vector<ProductLink>& links);

}  // namespace hw
