// SPDX-License-Identifier: MIT
// Result of maxFlow() (core/flow/max_flow.h) for one pair.
#pragma once

#include <vector>

#include "core/flow/answers/minimum_cut.h"

namespace hw {

/// One path from source to sink. tokens[0] = source at level layer + 1, tokens.back() = sink at level 0.
struct FlowPath {
    double amount = 0.0;
    std::vector<int> tokens;
};

/// The flow of one pair. A maximum flow is rarely unique, so edges and paths are one of many.
struct PairFlow {
    int layer = 0;
    int source = 0;
    int sink = 0;
    double value = 0.0;
    double sourceCeiling = 0.0;  ///< sum of the source's row; no flow from it is larger
    double sinkCeiling = 0.0;    ///< sum of the sink's column in layer 0; no flow into it is larger
    std::vector<FlowEdge> edges;  ///< every edge with flow, from the top layer down
    std::vector<FlowPath> paths;  ///< largest first; their amounts add up to value exactly
    MinimumCut nearSource;        ///< the minimum cut with the smallest source side
    MinimumCut nearSink;          ///< the one with the largest; the same edges if the cut is unique
    bool cutIsUnique = true;
    std::vector<double>
        inputs;  ///< of a joint flow (core/flow/edges/joint_flow.h), the amount that arrives at each input
};

}  // namespace hw
