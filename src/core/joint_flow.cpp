// SPDX-License-Identifier: MIT
#include "core/joint_flow.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace hw {
namespace {

constexpr int mostPaths = 8;
/// What a row may pass on beyond its sum: rounding, nothing else.
constexpr double rounding = 1e-6;

/// One level: what arrives at each token, and along which single path most of it.
struct Level {
    std::vector<double> amount;
    std::vector<double> heaviest;  // amount of the heaviest path to the token
    std::vector<int> from;         // the token above on that path
};

Problem outside(const char* what) {
    return {Code::badArgument, what, "There is no such layer or token.", "Give a number in range.", {}};
}

Problem notProportional() {
    return {Code::badArgument, "joint flow",
            "The rows do not sum to 1, so that a share in proportion would need more than an edge can carry.",
            "Divide rows by their sum, or choose one input.", {}};
}

/// Appends the largest edges of a layer.
void addEdges(std::vector<FlowEdge>& edges, std::vector<FlowEdge>& layer, int most) {
    const auto larger = [](const FlowEdge& a, const FlowEdge& b) { return a.amount > b.amount; };
    const auto end = layer.begin() + std::min(std::ssize(layer), static_cast<std::ptrdiff_t>(most));
    if (end != layer.end()) std::nth_element(layer.begin(), end, layer.end(), larger);
    std::sort(layer.begin(), end, larger);
    edges.insert(edges.end(), layer.begin(), end);
}

/// Passes on what stands at a level through one layer. False if a row would have to carry more than its sum.
bool descend(const AttentionGraph& graph, int layer, const Level& above, Level& below, std::vector<FlowEdge>& edges) {
    const auto n = static_cast<std::size_t>(graph.tokens());
    below = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.0), std::vector<int>(n, 0)};
    for (std::size_t query = 0; query < n; ++query) {
        const double arrived = above.amount[query];
        if (arrived <= 0.0) continue;
        const int q = static_cast<int>(query);
        const double sum = graph.rowSums(layer)[query] * graph.unit();
        if (arrived > sum * (1.0 + rounding)) return false;
        const double* row = graph.row(layer, q);
        for (std::size_t key = 0; key < n; ++key) {
            const double capacity = row[key] * graph.unit();
            if (capacity <= 0.0) continue;
            const double amount = std::min(arrived / sum * capacity, capacity);
            below.amount[key] += amount;
            edges.push_back({layer, q, static_cast<int>(key), amount, capacity});
            const double path = above.heaviest[query] / sum * capacity;
            if (path > below.heaviest[key]) {
                below.heaviest[key] = path;
                below.from[key] = q;
            }
        }
    }
    return true;
}

std::vector<FlowPath> heaviestPaths(const std::vector<Level>& levels) {
    const Level& inputs = levels.back();
    std::vector<int> order(inputs.amount.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return inputs.amount[static_cast<std::size_t>(a)] > inputs.amount[static_cast<std::size_t>(b)];
    });
    order.resize(std::min(order.size(), static_cast<std::size_t>(mostPaths)));
    std::vector<FlowPath> paths;
    for (int token : order) {
        FlowPath path{inputs.heaviest[static_cast<std::size_t>(token)], {token}};
        if (path.amount <= 0.0) continue;
        for (std::size_t level = levels.size() - 1; level > 0; --level) {
            token = levels[level].from[static_cast<std::size_t>(token)];
            path.tokens.push_back(token);
        }
        std::reverse(path.tokens.begin(), path.tokens.end());
        paths.push_back(std::move(path));
    }
    std::stable_sort(paths.begin(), paths.end(),
                     [](const FlowPath& a, const FlowPath& b) { return a.amount > b.amount; });
    return paths;
}

}  // namespace

Result<PairFlow> jointFlow(const AttentionGraph& graph, int layer, int source, int mostEdges) {
    if (layer < 0 || layer >= graph.layers()) return std::unexpected(outside("layer"));
    if (source < 0 || source >= graph.tokens()) return std::unexpected(outside("source"));
    PairFlow flow;
    flow.layer = layer;
    flow.source = source;
    flow.sink = -1;
    flow.sinkCeiling = -1.0;
    flow.value = flow.sourceCeiling = graph.rowSums(layer)[source] * graph.unit();
    flow.cutIsUnique = false;
    const auto n = static_cast<std::size_t>(graph.tokens());
    std::vector<Level> levels(1);
    levels[0] = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.0), std::vector<int>(n, 0)};
    levels[0].amount[static_cast<std::size_t>(source)] = flow.value;
    levels[0].heaviest[static_cast<std::size_t>(source)] = flow.value;
    for (int inner = layer; inner >= 0; --inner) {
        std::vector<FlowEdge> edges;
        Level below;
        if (!descend(graph, inner, levels.back(), below, edges)) return std::unexpected(notProportional());
        if (inner == layer) flow.nearSource = {layer, source, -1, {}, edges, flow.value};
        addEdges(flow.edges, edges, mostEdges);
        levels.push_back(std::move(below));
    }
    flow.nearSink = flow.nearSource;
    flow.inputs = levels.back().amount;
    flow.paths = heaviestPaths(levels);
    return flow;
}

}  // namespace hw
