// SPDX-License-Identifier: MIT
// Joint flow, the maximum flow from one output token into all inputs at once, through one super sink.
#pragma once

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/max_flow.h"

namespace hw {

/// A maximum flow from (layer + 1, source) to all inputs together. Its value is the sum of the source's row, which is
/// also its minimum cut (nearSource). How it splits over edges and inputs is not unique. In the one returned, every
/// token passes on all it receives in proportion to its row. That is rollout (Abnar & Zuidema 2020), which is such a
/// flow whenever no row has to pass on more than its sum. For flow as a split over inputs see Metzger et al. 2022,
/// arXiv 2205.15389. Azarkhalili & Libbrecht 2025, arXiv 2502.15765, choose another split by a barrier term.
///
/// sink and sinkCeiling are -1. `edges` are the largest `mostEdges` of each layer, from the top layer down; `inputs`
/// has the amount at every input. `paths` are the heaviest path into each of the inputs with the most flow, at most
/// eight. They do not add up to the value. Amounts are doubles, correct to about 1e-14, not grid steps. Cost O(layer
/// n^2). Errors: badArgument when an index is out of range, or a row would have to pass on more than its sum (rows that
/// do not sum to 1).
Result<PairFlow> jointFlow(const AttentionGraph& graph, int layer, int source, int mostEdges);

}  // namespace hw
