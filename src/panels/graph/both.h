// SPDX-License-Identifier: MIT
// The graphs of two files over each other: the present one's and that of the file that was open before. Internal to
// panels/graph.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "page/answers/standing.h"
#include "panels/graph/model.h"
#include "panels/graph/trace.h"

namespace hw {

/// The state as if the same output were looked at in the file before, where both graphs join the same tokens through
/// the same layers; nothing where they do not, or where that is not known yet: the standing says which.
std::optional<AppState> earlierState(const AppState& state, Standing& standing);

/// Both files traced by one size, the larger of the two where the view chooses it: an edge is of both, or of the file
/// whose graph alone has it. An edge of both has the mean of its amounts. As traced(); O(layers * tokens^2).
Trace tracedBoth(const std::vector<LayerWeights>& present, const std::vector<LayerWeights>& earlier,
                 int firstLayer, int tokens, int source, Carries carries, double size, int most);

/// Which files have a line of at least `size`, and how large it is: the mean of both, or its own file's value.
void classify(std::vector<GraphLine>& lines, double size);

/// What the drawn edges of each layer carry, the upper layers first; `wholes`: of all edges, here and before.
std::vector<SharedPaths> sharesOf(const LayerGraph& graph, const Trace& trace);
/// The same of lines, in one layer.
SharedPaths sharesOf(std::span<const GraphLine> lines, int layer, double here, double before);

/// "31 in both files, 12 in this one alone, 8 in the previous one alone": how many are drawn.
std::string countedWords(const GraphModel& model);
/// How much they carry; `ofWhat`: "of all values together".
std::string carriedWords(const GraphModel& model, Words ofWhat);

}  // namespace hw
