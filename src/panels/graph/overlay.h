// SPDX-License-Identifier: MIT
// The graphs of two files over each other, the present one's and that of the file that was open before. Internal to
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

/// The state with the same output in the previous file, if both graphs connect the same tokens through the same layers.
/// Nothing if they do not, or if that is not known yet. `standing` has the reason.
std::optional<AppState> earlierState(const AppState& state, Standing& standing);

/// Both files traced with one min. size. If the view chooses it, it is the larger of both. An edge belongs to both
/// files, or to the only one that has it. An edge of both has the mean of its amounts. As traced(); O(layers *
/// tokens^2).
Trace traceOverlay(const std::vector<LayerWeights>& present,
                   const std::vector<LayerWeights>& earlier, int firstLayer, int tokens, int source,
                   WidthMeaning carries, double size, int most);

/// Sets which files have a line of at least `size`, and how large it is. A line of both has the mean, others have their
/// file's value.
void classify(std::vector<GraphLine>& lines, double size);

/// The amounts on the drawn edges of each layer, the upper layers first, and the rest.
std::vector<SharedPaths> sharesOf(const LayerGraph& graph, const Trace& trace);
/// The same for lines, in one layer.
SharedPaths sharesOf(std::span<const GraphLine> lines, int layer, double here, double before);

/// "31 in both files, 12 only in this one, 8 only in the previous", with the numbers of drawn edges.
std::string describeCounts(const GraphModel& model);
/// The amounts on them. `ofWhat` is "all values".
std::string describeWidths(const GraphModel& model, LocalizedText ofWhat);

}  // namespace hw
