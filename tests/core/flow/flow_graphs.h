// SPDX-License-Identifier: MIT
// Networks for the flow tests and the flow benchmark, and a plain reference solver that shares no code with the kernel
// (Dinic on an adjacency list with 64-bit integers).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace flow_graphs {

using Layers = std::vector<std::vector<double>>;  // one row-major n x n matrix per layer

/// Its own small generator, so that every platform sees the same networks.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x1234567u) {}
    std::uint64_t bits() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_ * 0x2545F4914F6CDD1Du;
    }
    double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
    double normal() {
        double sum = 0.0;
        for (int i = 0; i < 12; ++i) sum += uniform();
        return sum - 6.0;
    }

private:
    std::uint64_t state_;
};

inline void normaliseRows(std::vector<double>& matrix, int n) {
    for (int q = 0; q < n; ++q) {
        double* row = matrix.data() + static_cast<std::ptrdiff_t>(q) * n;
        const double sum = std::accumulate(row, row + n, 0.0);
        if (sum > 0.0) std::for_each(row, row + n, [sum](double& v) { v /= sum; });
    }
}

inline Layers addResidual(Layers layers, int n, double residual) {
    for (auto& matrix : layers) {
        for (double& value : matrix) value *= 1.0 - residual;
        for (int i = 0; i < n; ++i) matrix[i * n + i] += residual;
    }
    return layers;
}

/// Head-averaged attention like that of trained models. It has a sink on the first token (and separators when
/// bidirectional), heads that attend to neighbours, heads that attend to like tokens, and noise. Shares drift with
/// depth. Rows sum to 1 before the residual of 0.5.
inline Layers modelLike(int layerCount, int n, bool causal, std::uint64_t seed) {
    Random random(seed);
    const int heads = 12;
    std::vector<int> separators;
    if (!causal) {
        separators = {n - 1};
        if (n >= 16) separators.push_back(n / 2 + random.below(std::max(1, n / 8)));
    }
    std::vector<double> kind(n);
    for (double& value : kind) value = random.normal();
    Layers layers;
    for (int layer = 0; layer < layerCount; ++layer) {
        const double depth = layerCount > 1 ? layer / (layerCount - 1.0) : 0.0;
        std::vector<double> mean(n * n, 0.0);
        for (int head = 0; head < heads; ++head) {
            const double sinkShare = causal ? (layer < 2 ? 0.1 : 0.35 + 0.45 * random.uniform())
                                            : 0.05 + 0.5 * depth * random.uniform();
            const double separatorShare =
                separators.empty() ? 0.0
                                   : 0.1 + 0.5 * random.uniform() * (1.0 - std::abs(depth - 0.6));
            const int type = random.below(3);
            const int offset = causal ? -random.below(3) : random.below(5) - 2;
            const double sharpness = 0.5 + 2.0 * random.uniform();
            std::vector<double> matrix(n * n, 0.0);
            for (int q = 0; q < n; ++q) {
                double* row = matrix.data() + static_cast<std::ptrdiff_t>(q) * n;
                const int end = causal ? q + 1 : n;
                for (int k = 0; k < end; ++k) {
                    const double noise = sharpness * random.normal();
                    double score = noise;
                    if (type == 0) score = 0.3 * noise - 1.2 * std::abs(k - q - offset);
                    if (type == 1) { score += 1.5 * kind[q] * kind[k] - 0.02 * std::abs(k - q); }
                    row[k] = std::exp(score);
                }
                double sum = std::accumulate(row, row + end, 0.0);
                double rest = 1.0 - sinkShare - separatorShare;
                if (rest < 0.1) rest = 0.1;
                const double scale = rest / sum;
                for (int k = 0; k < end; ++k) row[k] *= scale;
                row[0] += sinkShare * (0.7 + 0.6 * random.uniform());
                for (const int separator : separators) {
                    row[separator] += separatorShare / static_cast<double>(separators.size()) *
                                      (0.5 + random.uniform());
                }
            }
            normaliseRows(matrix, n);
            for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += matrix[i] / heads;
        }
        layers.push_back(std::move(mean));
    }
    return addResidual(std::move(layers), n, 0.5);
}

/// Maximum flow on integers, by the textbook. The caller numbers the nodes.
class PlainFlow {
public:
    explicit PlainFlow(int nodes) : first_(static_cast<std::size_t>(nodes), -1) {}
    void add(int from, int to, std::int64_t capacity) {
        edges_.push_back({to, first_[from], capacity});
        first_[from] = static_cast<int>(edges_.size()) - 1;
        edges_.push_back({from, first_[to], 0});
        first_[to] = static_cast<int>(edges_.size()) - 1;
    }
    std::int64_t run(int source, int sink) {
        std::int64_t total = 0;
        while (search(source, sink)) {
            next_ = first_;
            while (const std::int64_t sent =
                       push(source, sink, std::numeric_limits<std::int64_t>::max()))
                total += sent;
        }
        return total;
    }

private:
    struct Edge {
        int to;
        int next;
        std::int64_t left;
    };
    bool search(int source, int sink) {
        distance_.assign(first_.size(), -1);
        std::vector<int> queue{source};
        distance_[source] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (int e = first_[queue[i]]; e >= 0; e = edges_[e].next) {
                const Edge& edge = edges_[e];
                if (edge.left > 0 && distance_[edge.to] < 0) {
                    distance_[edge.to] = distance_[queue[i]] + 1;
                    queue.push_back(edge.to);
                }
            }
        }
        return distance_[sink] >= 0;
    }
    std::int64_t push(int node, int sink, std::int64_t amount) {
        if (node == sink) return amount;
        for (int& e = next_[node]; e >= 0; e = edges_[e].next) {
            Edge& edge = edges_[e];
            if (edge.left <= 0 || distance_[edge.to] != distance_[node] + 1) continue;
            const std::int64_t sent = push(edge.to, sink, std::min(amount, edge.left));
            if (sent > 0) {
                edges_[e].left -= sent;
                edges_[e ^ 1].left += sent;
                return sent;
            }
        }
        return 0;
    }
    std::vector<int> first_;
    std::vector<int> next_;
    std::vector<int> distance_;
    std::vector<Edge> edges_;
};

/// The whole network of one pair, node = level * n + token, with all edges. In grid steps.
inline double plainFlow(const hw::AttentionGraph& graph, int layer, int source, int sink) {
    const int n = graph.tokens();
    PlainFlow flow((layer + 2) * n);
    for (int l = 0; l <= layer; ++l) {
        for (int q = 0; q < n; ++q) {
            for (int k = 0; k < n; ++k) {
                const double steps = graph.row(l, q)[k];
                if (steps > 0.0)
                    flow.add((l + 1) * n + q, l * n + k, static_cast<std::int64_t>(steps));
            }
        }
    }
    return static_cast<double>(flow.run((layer + 1) * n + source, sink));
}

}  // namespace flow_graphs
