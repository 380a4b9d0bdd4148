// SPDX-License-Identifier: MIT
// Closed-form cuts of the layered network, an upper bound on every flow into one sink. Internal to core.
#pragma once

#include <span>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_columns.h"
#include "core/flow/kernel/flow_cut.h"

namespace hw {

/// For one sink at a time, the smallest of three families of cuts for every layer and source: source columns, sink
/// columns and necks (see CutShape). Recursive in the layer, O(n) per layer.
class FlowBounds {
public:
    /// `columns` must be prepared for the sink of prepare().
    FlowBounds(const AttentionGraph& graph, const FlowColumns& columns);

    /// Fills the tables for a sink and the sources of later calls. Cost O(layers) per source. In a causal network
    /// O(layers n), and for more than a few sources times the distance from the previous sink, so take sinks in order.
    void prepare(int sink, std::span<const int> sources);

    /// Capacity of the best cut in grid steps, for a prepared source. Zero if it cannot reach the sink.
    double bound(int layer, int source) const { return bounds_[at(layer, source)]; }
    FlowCertificate certificate(int layer, int source) const { return cuts_[at(layer, source)]; }
    /// Capacity of the mixed neck at `level` (1..layer), for layer >= 1; O(n), at level 1 once for all layers.
    /// source >= sink in a causal network.
    double mixedNeck(int layer, int source, int level);
    /// All that the source can send towards the sink: the sum of its row over the tokens that reach it.
    double sends(int layer, int source) const {
        return graph_.causal() ? tails_[at(layer, source)] : graph_.rowSums(layer)[source];
    }
    /// Flow from a source of layer 1, which is the mixed neck at level 1.
    double twoLayer(int source);

private:
    std::size_t at(int layer, int source) const {
        return std::size_t{1} * layer * graph_.tokens() + source;
    }
    void moveTails(int sink, std::span<const int> sources);
    void sumColumn(const double* into);
    double narrower(int layer, int source) const;
    int sink_ = 0;

    const AttentionGraph& graph_;
    const FlowColumns& columns_;
    int tailsOf_ = 0;             // -1 if tails_ has only those of the present sink's sources
    std::vector<double> tails_;   // [layer][query], if causal, the sum of each row from the sink on
    std::vector<double> bounds_;  // [layer][source]
    std::vector<FlowCertificate> cuts_;
    std::vector<double>
        sideways_;  // [layer][source], losses of the source's columns to others, from layer 0 on
    std::vector<double>
        inflow_;  // [layer][source], gains of the sink's column from others below the layer
    std::vector<double> inner_;  // [source]: flow between levels 2 and 0, or -1
    std::vector<double>
        entering_;  // [token], if causal, the sum of the sink's column of one layer up to there
};

}  // namespace hw
