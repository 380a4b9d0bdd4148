// SPDX-License-Identifier: MIT
// What a model's run was cut by, in the graph. Internal to panels/graph.
#pragma once

#include <vector>

#include "page/state/app_state.h"
#include "panels/flow/graph.h"

namespace hw {

/// The cuts of the layers from `first` to the view's one, of the stack that is drawn. None where two files lie over each other, or
/// where no self-attention is drawn. O(cuts).
std::vector<CutEdge> cutsBetween(const AppState& state, int first);

/// As lines between the graph's rows, which have names already; `heads`: how many a layer has. O(cuts log rows).
std::vector<CutLine> cutLines(const std::vector<CutEdge>& cuts, const LayerGraph& graph, int heads);

}  // namespace hw
