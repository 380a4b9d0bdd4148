// SPDX-License-Identifier: MIT
#include "core/explain/augmenting_paths.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace hw {

AugmentingPaths::AugmentingPaths(const AttentionGraph& graph, int layer, int source, int sink)
    : graph_(graph),
      tokens_(graph.tokens()),
      layer_(layer),
      sink_(sink),
      sourceNode_((layer + 1) * graph.tokens() + source),
      left_(place(layer + 1, 0, 0)),
      into_(std::size_t{1} * (layer + 2) * graph.tokens()) {
    for (int lower = 0; lower <= layer; ++lower) {
        for (int query = 0; query < tokens_; ++query) {
            const double* row = graph.row(lower, query);
            std::copy(row, row + graph.keys(query), left_.data() + place(lower, query, 0));
        }
    }
}

void AugmentingPaths::relax(int from, int to, double width) {
    NodeState& reach = states_[to];
    const int hops = states_[from].hops + 1;
    if (reach.isDone || width < reach.width || (width == reach.width && hops >= reach.hops)) return;
    reach.width = width;
    reach.hops = hops;
    reach.from = from;
    heap_.push_back({width, hops, to});
    std::ranges::push_heap(heap_, [](const HeapEntry& a, const HeapEntry& b) {
        if (a.width != b.width) return a.width < b.width;
        return a.hops != b.hops ? a.hops > b.hops : a.node > b.node;
    });
}

/// Dijkstra's search, in which a path counts as its narrowest edge. Among equally wide paths it takes one with few
/// edges.
bool AugmentingPaths::search() {
    states_.assign(into_.size(), NodeState{});
    heap_.clear();
    states_[sourceNode_] = {std::numeric_limits<double>::infinity(), 0, -1, false};
    heap_.push_back({std::numeric_limits<double>::infinity(), 0, sourceNode_});
    while (!heap_.empty()) {
        std::ranges::pop_heap(heap_, [](const HeapEntry& a, const HeapEntry& b) {
            if (a.width != b.width) return a.width < b.width;
            return a.hops != b.hops ? a.hops > b.hops : a.node > b.node;
        });
        const int node = heap_.back().node;
        heap_.pop_back();
        if (states_[node].isDone) continue;
        states_[node].isDone = true;
        if (node == sink_) return true;
        const double width = states_[node].width;
        const int level = node / tokens_;
        const int token = node % tokens_;
        if (level > 0) {
            const double* edges = left_.data() + place(level - 1, token, 0);
            for (int key = 0; key < tokens_; ++key) {
                if (edges[key] > 0.0)
                    relax(node, (level - 1) * tokens_ + key, std::min(width, edges[key]));
            }
        }
        if (level == layer_ + 1) continue;
        for (const int query : into_[node]) {
            const double flow = graph_.row(level, query)[token] - left_[place(level, query, token)];
            if (flow > 0.0) relax(node, (level + 1) * tokens_ + query, std::min(width, flow));
        }
    }
    return false;
}

bool AugmentingPaths::advance() {
    if (!search()) return false;
    const double steps = states_[sink_].width;
    Augmentation path{steps * graph_.unit(), {}, {}};
    for (int node = sink_; node >= 0; node = states_[node].from) {
        path.levels.push_back(node / tokens_);
        path.tokens.push_back(node % tokens_);
    }
    std::ranges::reverse(path.levels);
    std::ranges::reverse(path.tokens);
    paths_.push_back(std::move(path));
    send(steps);
    return true;
}

void AugmentingPaths::send(double steps) {
    const Augmentation& path = paths_.back();
    for (std::size_t i = 0; i + 1 < path.levels.size(); ++i) {
        const bool isDown = path.levels[i + 1] < path.levels[i];
        const int level = std::min(path.levels[i], path.levels[i + 1]);
        const int query = path.tokens[isDown ? i : i + 1];
        const int key = path.tokens[isDown ? i + 1 : i];
        left_[place(level, query, key)] -= isDown ? steps : -steps;
        auto& into = into_[std::size_t{1} * level * tokens_ + key];
        if (isDown && std::ranges::find(into, query) == into.end()) into.push_back(query);
    }
    sent_ += steps;
}

FlowSteps flowSteps(const AttentionGraph& graph, const AugmentingPaths& found, const PairFlow& flow,
                    bool isComplete, int allEdges) {
    FlowSteps steps;
    steps.paths = found.paths();
    steps.isComplete = isComplete;
    steps.rest = flow.value - found.sent();
    steps.cut = flow.nearSource;
    const int tokens = graph.tokens();
    std::set<std::tuple<int, int, int>> named;  // the layer counts down
    const bool isSmall = (flow.layer + 1) * tokens * tokens <= allEdges;
    for (int layer = 0; isSmall && layer <= flow.layer; ++layer) {
        for (int query = 0; query < tokens; ++query) {
            for (int key = 0; key < tokens; ++key) {
                if (graph.step(layer, query, key) > 0.0) named.emplace(-layer, query, key);
            }
        }
    }
    if (!isSmall) {
        for (const FlowEdge& edge : steps.cut.edges)
            named.emplace(-edge.layer, edge.query, edge.key);
        for (const Augmentation& path : steps.paths) {
            for (std::size_t i = 0; i + 1 < path.levels.size(); ++i) {
                const bool isDown = path.levels[i + 1] < path.levels[i];
                named.emplace(-std::min(path.levels[i], path.levels[i + 1]),
                              path.tokens[isDown ? i : i + 1], path.tokens[isDown ? i + 1 : i]);
            }
        }
    }
    for (const auto& [minusLayer, query, key] : named) {
        steps.edges.push_back({-minusLayer, query, key, found.amount(-minusLayer, query, key),
                               graph.capacity(-minusLayer, query, key)});
    }
    return steps;
}

}  // namespace hw
