// SPDX-License-Identifier: MIT
#pragma once

#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// The problem for one run of the engine, with every amount in grid steps.
struct FlowTask {
    double* supply = nullptr;  ///< n values at level `high`, reduced to the rest
    int high = 0;
    double* demand = nullptr;  ///< n values at level `low` <= high, reduced to the rest
    int low = 0;
    TokenRange range;
    double enough = AttentionGraph::saturated;  ///< stop at this flow, a cut's capacity, or more
    int favourite = -1;                         ///< the token to send to first (the sink), or -1
    /// The token whose row of matrix `high` gives the supplies, if the demands are the favourite's column of matrix 0,
    /// else -1.
    int source = -1;
    /// Start with FlowWide. Requires low = 1, high >= 2 and the favourite's column of matrix 0 as demand. After such a
    /// run flow() is not a flow, since excess may be left in between.
    bool wide = false;
};

}  // namespace hw
