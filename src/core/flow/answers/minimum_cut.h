// SPDX-License-Identifier: MIT
// Minimum cuts, the proof that a flow cannot be larger. Part of every flow result.
#pragma once

#include <cstdint>
#include <vector>

namespace hw {

/// An edge from (layer + 1, query) to (layer, key) of the network. Amounts are weights, not grid steps.
struct FlowEdge {
    int layer = 0;
    int query = 0;
    int key = 0;
    double amount = 0.0;  ///< flow on it, 0..capacity
    double capacity = 0.0;
};

/// Which cut has the capacity of the flow. All except the last are closed forms, and `level` is where they change
/// sides. In a causal network "every token" means sink..source. Tokens before the sink are always on the source side,
/// since they cannot reach it.
enum class CutShape : std::uint8_t {
    zero,          ///< causal network, sink after the source, so there is no path
    sourceColumn,  ///< only the source token is on the source side, from the top down to `level`
    sinkColumn,    ///< only the sink token is on the sink side, from the input up to `level`
    neck,  ///< both, with only the source token above `level`, and all except the sink token from `level` down
    mixedNeck,  ///< the same with one level between, where each token takes the cheaper side. The cut takes the
                ///< narrower of the two edges source -> token -> sink around `level`
    searched,  ///< found by the search that ended the flow, and listed in MinimumCut
};

/// How a flow of that value was shown to exist.
enum class FlowProof : std::uint8_t {
    formula,  ///< source in layer 0 or 1, or the sink itself in a causal network, where the value is a sum of minima
    hub,      ///< through a layer at which the source can be spread as the sink needs it
    below,    ///< by the flows of all tokens one layer below (flow_below.h)
    spread,   ///< by the straight-and-spread pass, which sums feasible amounts only
    search,   ///< edge by edge
};

/// A certificate in compact form, one for each pair of a bulk result.
struct FlowCertificate {
    CutShape shape = CutShape::zero;
    FlowProof proof = FlowProof::formula;
    std::uint16_t level = 0;
};

/// A minimum cut in full.
struct MinimumCut {
    int layer = 0;  ///< the flow's attention layer, whose source is at level layer + 1
    int source = 0;
    int sink = 0;
    /// [level][token], levels 0..layer + 1, 1 on the source's side.
    std::vector<std::uint8_t> sourceSide;
    /// The edges with capacity above 0 that cross, by layer from the top, amount = capacity.
    std::vector<FlowEdge> edges;
    double capacity = 0.0;  ///< sum of their capacities
};

}  // namespace hw
