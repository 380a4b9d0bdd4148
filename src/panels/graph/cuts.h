// SPDX-License-Identifier: MIT
// The cuts of a model's run, in the graph. Internal to panels/graph.
#pragma once

#include <vector>

#include "page/state/app_state.h"
#include "panels/flow/graph.h"

namespace hw {

/// The cuts of the layers from `first` to the view's one, in the drawn stack. None if two files are drawn over each
/// other, or if no self-attention is drawn. O(cuts).
std::vector<CutEdge> cutsBetween(const AppState& state, int first);

/// As lines between the graph's rows, which have names already. `heads` is the number of heads in a layer. O(cuts log
/// rows).
std::vector<CutLine> cutLines(const std::vector<CutEdge>& cuts, const LayerGraph& graph, int heads);

}  // namespace hw
