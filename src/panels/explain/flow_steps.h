// SPDX-License-Identifier: MIT
// A maximum flow path by path, until the minimum cut stands. Internal to panels/explain.
#pragma once

#include "core/explain/explanation.h"
#include "panels/explain/model.h"
#include "panels/explain/places.h"

namespace hw {

/// The network after the paths that the view shows, and the edges of the last of them. O(edges log edges).
void fillFlowSteps(ExplainModel& model, const Explanation& found, const AppState& state,
                   const TokenNames& names);

}  // namespace hw
