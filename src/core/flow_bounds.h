// SPDX-License-Identifier: MIT
// Closed-form cuts of the layered network: an upper bound on every flow into one sink. Internal to core.
#pragma once

#include <vector>

#include "core/attention_graph.h"
#include "core/flow_cut.h"

namespace hw {

/// For one sink at a time, the smallest of three families of cuts for every layer and source:
/// source columns, sink columns and necks (see CutShape). Recursive in the layer, O(n) a layer.
class FlowBounds {
public:
    explicit FlowBounds(const AttentionGraph& graph);

    /// Fills the tables for a sink. Cost O(layers n), in a causal network times the distance from the sink
    /// prepared before, so sinks are best taken in order.
    void prepare(int sink);

    /// Capacity of the best cut in grid steps; zero for a source that cannot reach the sink.
    double bound(int layer, int source) const { return bounds_[at(layer, source)]; }
    FlowCertificate certificate(int layer, int source) const { return cuts_[at(layer, source)]; }
    const double* row(int layer) const { return bounds_.data() + at(layer, 0); }

private:
    std::size_t at(int layer, int source) const {
        return static_cast<std::size_t>(layer) * static_cast<std::size_t>(graph_.tokens()) +
               static_cast<std::size_t>(source);
    }
    void moveTails(int sink);

    const AttentionGraph& graph_;
    int tailsOf_ = 0;
    std::vector<double> tails_;   // causal: sum of each row from the sink on, [layer][query]
    std::vector<double> bounds_;  // [layer][source]
    std::vector<FlowCertificate> cuts_;
};

}  // namespace hw
