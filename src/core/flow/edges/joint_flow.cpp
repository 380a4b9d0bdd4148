// SPDX-License-Identifier: MIT
#include "core/flow/edges/joint_flow.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/localized_text.h"

namespace hw {
namespace {

constexpr int mostPaths = 8;
/// Excess over its sum that a row may pass on, for rounding only.
constexpr double rounding = 1e-6;

/// One level: the amount that arrives at each token, and the single path with most of it.
struct Level {
    std::vector<double> amount;
    std::vector<double> heaviest;  // amount of the heaviest path to the token
    std::vector<int> from;         // the token above on that path
};

Problem outside(const char* what) {
    return {Code::badArgument,
            what,
            "There is no such layer or token."_tr,
            "Give a number in range."_tr,
            {}};
}

Problem notProportional() {
    return {Code::badArgument,
            "joint flow"_tr,
            "The rows don’t sum to 1, so a share could exceed an edge’s capacity."_tr,
            "Divide rows by their sum, or choose one input."_tr,
            {}};
}

/// The largest edges of a layer. An edge that cannot be among them is not kept, so that few are moved.
class Largest {
public:
    explicit Largest(int most) : most_(std::max(most, 1)) {}
    void offer(const FlowEdge& edge) {
        if (edge.amount <= least_) return;
        edges_.push_back(edge);
        if (edges_.size() >= 4 * most_) cut();
    }
    void appendTo(std::vector<FlowEdge>& edges) {
        if (edges_.size() > most_) cut();
        std::stable_sort(edges_.begin(), edges_.end(), larger);
        edges.insert(edges.end(), edges_.begin(), edges_.end());
    }

private:
    static bool larger(const FlowEdge& a, const FlowEdge& b) { return a.amount > b.amount; }
    void cut() {
        const auto last = edges_.begin() + static_cast<std::ptrdiff_t>(most_) - 1;
        std::nth_element(edges_.begin(), last, edges_.end(), larger);
        least_ = last->amount;
        edges_.resize(most_);
    }

    std::size_t most_;
    double least_ = 0.0;  // once there are enough, no smaller one counts
    std::vector<FlowEdge> edges_;
};

/// Passes the amounts at a level on through one layer. False if a row would have to carry more than its sum.
bool descend(const AttentionGraph& graph, int layer, const Level& above, Level& below,
             Largest& edges) {
    const std::size_t n = graph.tokens();
    below = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.0), std::vector<int>(n, 0)};
    for (std::size_t query = 0; query < n; ++query) {
        const double arrived = above.amount[query];
        if (arrived <= 0.0) continue;
        const int q = static_cast<int>(query);
        const double sum = graph.rowSums(layer)[query] * graph.unit();
        if (arrived > sum * (1.0 + rounding)) return false;
        const double* row = graph.row(layer, q);
        for (int key = 0; key < graph.keys(q); ++key) {
            const double capacity = row[key] * graph.unit();
            if (capacity <= 0.0) continue;
            const double amount = std::min(arrived / sum * capacity, capacity);
            below.amount[key] += amount;
            edges.offer({layer, q, key, amount, capacity});
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
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return inputs.amount[a] > inputs.amount[b]; });
    order.resize(std::min<std::size_t>(order.size(), mostPaths));
    std::vector<FlowPath> paths;
    for (int token : order) {
        FlowPath path{inputs.heaviest[token], {token}};
        if (path.amount <= 0.0) continue;
        for (std::size_t level = levels.size() - 1; level > 0; --level) {
            token = levels[level].from[token];
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
    const std::size_t n = graph.tokens();
    std::vector<Level> levels(1);
    levels[0] = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.0), std::vector<int>(n, 0)};
    levels[0].amount[source] = flow.value;
    levels[0].heaviest[source] = flow.value;
    for (int inner = layer; inner >= 0; --inner) {
        Largest edges(mostEdges);
        Level below;
        if (!descend(graph, inner, levels.back(), below, edges))
            return std::unexpected(notProportional());
        edges.appendTo(flow.edges);
        levels.push_back(std::move(below));
    }
    flow.nearSource = {layer, source, -1, {}, {}, flow.value};
    for (int key = 0; key < graph.tokens(); ++key) {
        const double capacity = graph.capacity(layer, source, key);
        if (capacity > 0.0)
            flow.nearSource.edges.push_back({layer, source, key, capacity, capacity});
    }
    flow.nearSink = flow.nearSource;
    flow.inputs = levels.back().amount;
    flow.paths = heaviestPaths(levels);
    return flow;
}

}  // namespace hw
