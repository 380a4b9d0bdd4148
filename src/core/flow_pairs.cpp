// SPDX-License-Identifier: MIT
#include "core/flow_pairs.h"

#include <algorithm>

namespace hw {

FlowPairs::FlowPairs(const AttentionGraph& graph)
    : graph_(graph),
      bounds_(graph),
      engine_(graph),
      supply_(static_cast<std::size_t>(graph.tokens())),
      demand_(static_cast<std::size_t>(graph.tokens())) {}

void FlowPairs::prepare(int sink, std::span<const int>) {
    if (sink == sink_) return;
    sink_ = sink;
    bounds_.prepare(sink);
    work_ += 4 * graph_.layers() * graph_.tokens();
}

FlowPairs::Answer FlowPairs::solve(int layer, int source) {
    layer_ = layer;
    source_ = source;
    if (graph_.causal() && source < sink_) return {};
    const double* row = graph_.row(layer, source);
    if (layer == 0) {
        work_ += 4;
        return {row[sink_], {CutShape::neck, FlowProof::formula, 0}};
    }
    const TokenRange range{graph_.causal() ? sink_ : 0, graph_.causal() ? source + 1 : graph_.tokens()};
    const double* column = graph_.column(0, sink_);
    if (layer == 1) {
        double sum = 0.0;
        for (int token = range.first; token < range.end; ++token) sum += std::min(row[token], column[token]);
        work_ += 4 + range.end - range.first;
        return {sum, {CutShape::twoLayer, FlowProof::formula, 1}};
    }
    const double enough = bounds_.bound(layer, source);
    std::copy(row + range.first, row + range.end, supply_.begin() + range.first);
    std::copy(column + range.first, column + range.end, demand_.begin() + range.first);
    const double steps = engine_.run(supply_.data(), layer, demand_.data(), 1, range, enough);
    FlowCertificate certificate = bounds_.certificate(layer, source);
    if (steps < enough) certificate = {CutShape::searched, FlowProof::search, 0};
    certificate.proof = FlowProof::search;
    return {steps, certificate};
}

MinimumCut FlowPairs::searchedCut() const { return cutOfRun(graph_, engine_, layer_, source_, sink_); }

}  // namespace hw
