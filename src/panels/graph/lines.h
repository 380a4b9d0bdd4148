// SPDX-License-Identifier: MIT
// The graph as lines of one matrix, or of the weights of every head. Internal to panels/graph.
#pragma once

#include "panels/graph/model.h"

namespace hw {

/// True if each head's weights are drawn on their own.
bool showsHeads(const AppState& state);

/// A threshold for edges as people write and read it: "0.0005".
std::string edgeSizeText(double size);
/// O(values log values).
void fillLines(GraphModel& model, const AppState& state, ResultStore& results);

}  // namespace hw
