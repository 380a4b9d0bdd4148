// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_below.h"

#include <algorithm>

namespace hw {

FlowBelow::FlowBelow(const AttentionGraph& graph) : graph_(graph), noted_(graph.tokens(), -1.0) {
    below_.reserve(noted_.size());
}

void FlowBelow::prepare(int sink) {
    first_ = graph_.causal() ? sink : 0;
    layer_ = -1;
    known_ = false;
    missing_ = 1;
}

void FlowBelow::turnTo(int layer) {
    if (layer == layer_) return;
    known_ = layer == layer_ + 1 && missing_ == 0;
    if (known_) {
        below_.clear();
        for (int token = first_; token < graph_.tokens(); ++token) {
            below_.push_back({noted_[token], token});
        }
        std::stable_sort(below_.begin(), below_.end(),
                         [](const Flow& a, const Flow& b) { return a.steps < b.steps; });
    }
    layer_ = layer;
    missing_ = graph_.tokens() - first_;
    std::fill(noted_.begin(), noted_.end(), -1.0);
}

void FlowBelow::note(int layer, int source, double steps) {
    turnTo(layer);
    double& noted = noted_[source];
    if (source >= first_ && noted < 0.0) --missing_;
    noted = steps;
}

bool FlowBelow::proves(int layer, int source, double sends, double target) {
    turnTo(layer);
    if (!known_ || sends < target) return false;
    const double* row = graph_.row(layer, source);
    const int keys = graph_.keys(source);
    double over = sends;
    for (const Flow& flow : below_) {
        if (flow.steps >= target) return true;
        if (flow.token < keys) over -= row[flow.token];
        if (over + flow.steps < target) return false;
    }
    return true;
}

}  // namespace hw
