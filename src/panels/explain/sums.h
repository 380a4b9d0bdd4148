// SPDX-License-Identifier: MIT
// A value as row times column, a weight as its heads and the following steps. Internal to panels/explain.
#pragma once

#include "core/explain/explanation.h"
#include "panels/explain/model.h"
#include "panels/explain/places.h"

namespace hw {

/// Adds terms, steps and paths of the expanded number, and the fields of the step keys. The numbers as written add up,
/// since the rounding error has its own line. O(terms).
void fillSum(ExplainModel& model, const Explanation& found, const AppState& state,
             const TokenNames& names, const std::vector<ProductLink>& links);

}  // namespace hw
