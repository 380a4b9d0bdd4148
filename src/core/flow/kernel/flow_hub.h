// SPDX-License-Identifier: MIT
// Settles many pairs at once. If a source can be spread evenly over all tokens of some level, and an even spread at
// that level can bring the sink as much as a cut allows, then the two flows together are maximal. About 2n flows per
// layer instead of n^2. Internal to core.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_engine.h"

namespace hw {

class FlowHub {
public:
    FlowHub(const AttentionGraph& graph, FlowEngine& engine);

    /// True if the flow from a source above `layer` to the sink is proven to be `bound`, the capacity of a cut.
    /// Computes the flows that are not cached yet, O(1) per pair once every source and sink has been seen. Never true
    /// in causal networks (a source reaches only part of the tokens) and below layer 4.
    bool settles(int layer, int source, int sink, double bound);

private:
    // An even vector, with `each` steps on every token.
    struct EvenFlow {
        double each = 0.0;
        double total = 0.0;
        std::vector<double>
            fromSource;  // [layer][back][source], how much of the source it can take, or -1
        std::vector<double> toSink;  // [level][sink], how much of it the sink can take, or -1
        std::vector<bool> passes;    // [layer], whether every straight edge carries `each`
    };
    double fromSource(EvenFlow& even, int layer, int source, int level);
    double toSink(EvenFlow& even, int level, int sink);
    bool reaches(EvenFlow& even, int level, int sink, double amount);

    static constexpr int nearest = 2;  // levels between the source's row and the even vector
    static constexpr int tries = 3;
    static constexpr int lowest = 3;  // the first level at which an even vector may feed a sink

    const AttentionGraph& graph_;
    FlowEngine& engine_;
    EvenFlow least_;  // no more than any source sends, so every source can produce exactly this
    EvenFlow most_;   // no less than any source sends, so every source fits inside this
    std::vector<double> supply_;
    std::vector<double> demand_;
};

}  // namespace hw
