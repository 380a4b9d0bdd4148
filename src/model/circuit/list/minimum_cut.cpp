// SPDX-License-Identifier: MIT
#include "model/circuit/list/minimum_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hw::circuit {
namespace {

using Units = std::int64_t;

/// Capacities of edges, 0 outside the set.
struct Capacities {
    std::vector<Units> edges;
    double unit = 0;

    Capacities(std::span<const double> scores, std::span<const int> inside, double price)
        : edges(scores.size(), 0) {
        double largest = 0;
        for (const double score : scores) largest = std::max(largest, std::abs(score));
        if (!(largest > 0)) return;
        unit = largest / std::exp2(cutBits);
        for (const int edge : inside)
            edges[edge] = static_cast<Units>(
                std::floor((std::abs(scores[edge]) + price * largest) / unit + 0.5));
    }
};

/// Maximum flow between all nodes by Dinic's algorithm, on a matrix of residual capacities.
class Dinic {
public:
    Dinic(const Graph& graph, const Capacities& capacities)
        : count_(graph.nodes() + 1),
          residual_(std::size_t{1} * count_ * count_, 0),
          next_(count_),
          level_(count_),
          at_(count_) {
        for (int edge = 0; edge < graph.edges(); ++edge) {
            const Units capacity = capacities.edges[edge];
            if (capacity == 0) continue;
            const Ends ends = graph.ends(edge);
            residual(ends.node, graph.nodeOf(ends.receiver)) += capacity;
        }
        for (int a = 0; a < count_; ++a)
            for (int b = 0; b < count_; ++b)
                if (residual(a, b) > 0 || residual(b, a) > 0) next_[a].push_back(b);
    }

    Units& residual(int a, int b) { return residual_[std::size_t{1} * a * count_ + b]; }

    Units run() {
        Units total = 0;
        while (findLevels()) {
            std::ranges::fill(at_, 0);
            while (const Units pushed = push(0, std::numeric_limits<Units>::max())) total += pushed;
        }
        return total;
    }

    /// The nodes that can be reached from the input, or that can reach the logits.
    std::vector<bool> side(bool ofInput) {
        std::vector<bool> isSeen(count_, false);
        std::vector<int> open{ofInput ? 0 : count_ - 1};
        isSeen[open.front()] = true;
        while (!open.empty()) {
            const int node = open.back();
            open.pop_back();
            for (const int other : next_[node]) {
                if (isSeen[other] || (ofInput ? residual(node, other) : residual(other, node)) == 0)
                    continue;
                isSeen[other] = true;
                open.push_back(other);
            }
        }
        return isSeen;
    }

private:
    bool findLevels() {
        std::ranges::fill(level_, -1);
        level_[0] = 0;
        std::vector<int> queue{0};
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (const int other : next_[queue[i]])
                if (level_[other] < 0 && residual(queue[i], other) > 0) {
                    level_[other] = level_[queue[i]] + 1;
                    queue.push_back(other);
                }
        return level_.back() >= 0;
    }
    Units push(int node, Units most) {
        if (node == count_ - 1) return most;
        Units sent = 0;
        for (std::size_t& i = at_[node]; i < next_[node].size(); ++i) {
            const int other = next_[node][i];
            if (level_[other] != level_[node] + 1 || residual(node, other) == 0) continue;
            const Units part = push(other, std::min(most - sent, residual(node, other)));
            residual(node, other) -= part;
            residual(other, node) += part;
            sent += part;
            if (sent == most) return sent;
        }
        return sent;
    }

    int count_;
    std::vector<Units> residual_;
    std::vector<std::vector<int>> next_;
    std::vector<int> level_;
    std::vector<std::size_t> at_;
};

/// The edges of the set that leave one side.
std::vector<int> leaving(const Graph& graph, std::span<const int> inside,
                         const std::vector<bool>& side) {
    std::vector<int> edges;
    for (const int edge : inside) {
        const Ends ends = graph.ends(edge);
        if (side[ends.node] && !side[graph.nodeOf(ends.receiver)]) edges.push_back(edge);
    }
    std::ranges::sort(edges);
    return edges;
}

}  // namespace

MinimumCut minimumCut(const Graph& graph, std::span<const double> scores,
                      std::span<const int> inside, double price) {
    const Capacities capacities(scores, inside, price);
    Dinic network(graph, capacities);
    Dinic before = network;
    MinimumCut made;
    made.unit = capacities.unit;
    made.units = network.run();
    const std::vector<bool> near = network.side(true);
    std::vector<bool> far = network.side(false);
    far.flip();
    made.nearInput = leaving(graph, inside, near);
    made.nearLogits = leaving(graph, inside, far);
    made.isUnique = true;
    // Nodes that no edge of the set touches are on no side.
    std::vector<bool> isTouched(graph.nodes() + 1, false);
    for (const int edge : inside) {
        isTouched[graph.ends(edge).node] = true;
        isTouched[graph.nodeOf(graph.ends(edge).receiver)] = true;
    }
    for (int node = 0; node <= graph.nodes(); ++node) {
        if (isTouched[node] && near[node] != far[node]) made.isUnique = false;
        if (near[node] && node < graph.nodes()) made.inputSide.push_back(node);
    }
    for (int a = 0; a <= graph.nodes(); ++a)
        for (int b = a + 1; b <= graph.nodes(); ++b)
            if (const Units sent = before.residual(a, b) - network.residual(a, b); sent > 0)
                made.flow.push_back({a, b, sent});
    return made;
}

bool verify(const Graph& graph, std::span<const double> scores, std::span<const int> inside,
            double price, const MinimumCut& cut) {
    const Capacities capacities(scores, inside, price);
    const int count = graph.nodes() + 1;
    std::vector<Units> left(std::size_t{1} * count * count, 0);
    for (int edge = 0; edge < graph.edges(); ++edge) {
        const Ends ends = graph.ends(edge);
        left[std::size_t{1} * ends.node * count + graph.nodeOf(ends.receiver)] +=
            capacities.edges[edge];
    }
    std::vector<Units> balance(count, 0);
    for (const MinimumCut::Flow& flow : cut.flow) {
        if (flow.units < 0 || flow.from < 0 || flow.to < 0 || flow.from >= count ||
            flow.to >= count)
            return false;
        Units& capacity = left[std::size_t{1} * flow.from * count + flow.to];
        if (capacity < flow.units) return false;
        capacity -= flow.units;
        balance[flow.from] -= flow.units;
        balance[flow.to] += flow.units;
    }
    for (int node = 1; node + 1 < count; ++node)
        if (balance[node] != 0) return false;
    if (balance.back() != cut.units || balance.front() != -cut.units) return false;
    for (const std::vector<int>* edges : {&cut.nearInput, &cut.nearLogits}) {
        Units sum = 0;
        for (const int edge : *edges) sum += capacities.edges[edge];
        if (sum != cut.units) return false;
    }
    return true;
}

}  // namespace hw::circuit
