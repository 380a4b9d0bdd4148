// SPDX-License-Identifier: MIT
// A maximum flow path by path, up to the minimum cut. Internal to panels/explain.
#pragma once

#include "core/explain/explanation.h"
#include "panels/explain/model.h"
#include "panels/explain/places.h"

namespace hw {

/// Adds the network after the shown paths, and the edges of the last one. O(edges log edges).
void fillFlowSteps(ExplainModel& model, const Explanation& found, const AppState& state,
                   const TokenNames& names);

}  // namespace hw
