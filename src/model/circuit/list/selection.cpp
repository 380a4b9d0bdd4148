// SPDX-License-Identifier: MIT
#include "model/circuit/list/selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace hw::circuit {
namespace {

/// The larger value first, then the earlier edge.
struct Candidate {
    double value = 0;
    int edge = 0;
    bool operator<(const Candidate& other) const {
        return value != other.value ? value < other.value : edge > other.edge;
    }
};

std::vector<int> greedy(const Graph& graph, std::span<const double> values, int count) {
    std::vector<std::vector<int>> into(graph.nodes() + 1);
    for (int edge = 0; edge < graph.edges(); ++edge)
        into[graph.nodeOf(graph.ends(edge).receiver)].push_back(edge);
    std::vector<bool> isIn(graph.nodes() + 1, false);
    std::priority_queue<Candidate> candidates;
    const auto add = [&](int node) {
        if (isIn[node]) return;
        isIn[node] = true;
        for (const int edge : into[node]) candidates.push({values[edge], edge});
    };
    add(graph.nodes());
    std::vector<int> edges;
    while (std::cmp_less(edges.size(), count) && !candidates.empty()) {
        const int edge = candidates.top().edge;
        candidates.pop();
        edges.push_back(edge);
        // No edge leads into the input.
        if (const int node = graph.ends(edge).node; node > 0) add(node);
    }
    return edges;
}

}  // namespace

std::vector<int> chosen(const Graph& graph, std::span<const double> scores, int count,
                        const Selection& selection) {
    std::vector<double> values(scores.begin(), scores.end());
    if (!selection.isSigned)
        for (double& value : values) value = std::abs(value);
    if (selection.choose == Choose::greedy) return greedy(graph, values, count);
    std::vector<int> edges(values.size());
    std::iota(edges.begin(), edges.end(), 0);
    std::ranges::sort(edges, [&](int a, int b) {
        return values[a] != values[b] ? values[a] > values[b] : a < b;
    });
    edges.resize(std::min<std::size_t>(edges.size(), std::max(count, 0)));
    return edges;
}

std::vector<int> pruned(const Graph& graph, std::span<const int> edges) {
    std::vector<int> left(edges.begin(), edges.end());
    std::ranges::sort(left);
    for (std::size_t before = 0; before != left.size();) {
        before = left.size();
        std::vector<bool> isWritten(graph.nodes() + 1, false);
        std::vector<bool> isRead(graph.nodes() + 1, false);
        isWritten[0] = true;
        isRead[graph.nodes()] = true;
        for (const int edge : left) {
            isWritten[graph.nodeOf(graph.ends(edge).receiver)] = true;
            isRead[graph.ends(edge).node] = true;
        }
        std::erase_if(left, [&](int edge) {
            const Ends ends = graph.ends(edge);
            return !isWritten[ends.node] || !isRead[graph.nodeOf(ends.receiver)];
        });
    }
    return left;
}

std::vector<bool> maskOf(const Graph& graph, std::span<const int> edges) {
    std::vector<bool> mask(graph.edges(), false);
    for (const int edge : edges) mask[edge] = true;
    return mask;
}

std::vector<int> testedSizes(const Graph& graph) {
    std::vector<int> sizes;
    for (const double share : testedShares)
        sizes.push_back(static_cast<int>(share * graph.edges()));
    return sizes;
}

Areas areasOf(std::span<const double> faithfulness) {
    Areas areas;
    for (std::size_t i = 0; i + 1 < std::min(faithfulness.size(), testedShares.size()); ++i) {
        const double width = testedShares[i + 1] - testedShares[i];
        const double a = faithfulness[i];
        const double b = faithfulness[i + 1];
        areas.cpr += width * (a + b) / 2;
        areas.cmd += width * (std::abs(1 - a) + std::abs(1 - b)) / 2;
    }
    return areas;
}

}  // namespace hw::circuit
