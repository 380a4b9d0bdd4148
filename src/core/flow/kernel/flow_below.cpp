// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_below.h"

#include <algorithm>

namespace hw {

FlowBelow::FlowBelow(const AttentionGraph& graph) : graph_(graph), layers_(graph.layers()) {}

void FlowBelow::prepare(int sink) {
    first_ = graph_.causal() ? sink : 0;
    for (Layer& layer : layers_) {
        layer.flows.clear();
        std::fill(layer.noted.begin(), layer.noted.end(), false);
        layer.end = first_;
    }
}

void FlowBelow::note(int layer, int source, double steps) {
    if (source < first_) return;
    auto& [flows, noted, end] = layers_[layer];
    noted.resize(graph_.tokens());
    if (noted[source]) return;
    noted[source] = true;
    while (end < graph_.tokens() && noted[end]) ++end;
    const auto larger =
        std::upper_bound(flows.begin(), flows.end(), steps,
                         [](double value, const Flow& flow) { return value < flow.steps; });
    flows.insert(larger, {steps, source});
}

bool FlowBelow::proves(int layer, int source, double sends, double target) const {
    const auto& [flows, noted, end] = layers_[layer - 1];
    const int keys = graph_.causal() ? source + 1 : graph_.tokens();
    if (end < keys || sends < target) return false;
    const double* row = graph_.row(layer, source);
    double over = sends;
    for (const Flow& flow : flows) {
        if (flow.steps >= target) return true;
        if (flow.token < keys) over -= row[flow.token];
        if (over + flow.steps < target) return false;
    }
    return true;
}

}  // namespace hw
