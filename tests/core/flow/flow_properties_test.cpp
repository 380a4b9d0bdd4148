// SPDX-License-Identifier: MIT
// What any attention flow must satisfy, on random and strange networks.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"

using namespace hw;
using flow_graphs::graphOf;
using flow_graphs::Layers;
using flow_graphs::Random;

namespace {

FlowTable flowsOf(const AttentionGraph& graph) {
    FlowSolver solver(graph);
    REQUIRE(solver.begin({0, graph.layers() - 1, {}, {}, true}).has_value());
    while (!solver.step(1 << 24)) {}
    REQUIRE(solver.counts().failedCuts == 0);
    return solver.takeTable();
}

}  // namespace

TEST_CASE("flow at layer 1 is the matrix, at layer 2 a sum of minima, on every strange network") {
    Random random(21);
    for (int kind = 0; kind < flow_graphs::strangeKinds; ++kind) {
        const int n = 2 + random.below(9);
        const AttentionGraph graph = graphOf(flow_graphs::strange(kind, 2, n, random), n);
        const FlowTable table = flowsOf(graph);
        for (int s = 0; s < n; ++s) {
            for (int t = 0; t < n; ++t) {
                CAPTURE(kind, n, s, t);
                REQUIRE(table.values[table.index(0, s, t)] == graph.capacity(0, s, t));
                double sum = 0.0;
                for (int k = 0; k < n; ++k) sum += std::min(graph.row(1, s)[k], graph.row(0, k)[t]);
                REQUIRE(table.values[table.index(1, s, t)] == sum * graph.unit());
            }
        }
    }
}

TEST_CASE("one token and one layer are networks like any other") {
    Random random(22);
    for (int kind = 0; kind < flow_graphs::strangeKinds; ++kind) {
        for (const int layers : {1, 2, 7}) {
            CAPTURE(kind, layers);
            const AttentionGraph graph = graphOf(flow_graphs::strange(kind, layers, 1, random), 1);
            const FlowTable table = flowsOf(graph);
            double narrowest = graph.capacity(0, 0, 0);
            for (int layer = 0; layer < layers; ++layer) {
                narrowest = std::min(narrowest, graph.capacity(layer, 0, 0));
                REQUIRE(table.values[table.index(layer, 0, 0)] == narrowest);
            }
            const auto pair = maxFlow(graph, layers - 1, 0, 0);
            REQUIRE(pair.has_value());
            REQUIRE(pair->value == narrowest);
            REQUIRE(verify(graph, *pair));
        }
        const AttentionGraph flat = graphOf(flow_graphs::strange(kind, 1, 6, random), 6);
        const FlowTable table = flowsOf(flat);
        REQUIRE(
            std::equal(table.values.begin(), table.values.end(), flat.steps().begin(),
                       [&](double value, double steps) { return value == steps * flat.unit(); }));
    }
}

TEST_CASE("uniform attention and permutations give what can be said without computing") {
    const int n = 8;
    const Layers even(5, std::vector<double>(64, 1.0 / 8));
    const FlowTable uniform = flowsOf(graphOf(flow_graphs::addResidual(even, n, 0.5), n));
    for (int s = 0; s < n; ++s) {
        for (int t = 0; t < n; ++t) {
            REQUIRE(uniform.values[uniform.index(0, s, t)] == (s == t ? 9. / 16 : 1. / 16));
            REQUIRE(uniform.values[uniform.index(1, s, t)] == (s == t ? 1.0 : 0.5));
            REQUIRE(uniform.values[uniform.index(4, s, t)] == 1.0);
        }
    }
    Random random(1);
    const Layers shifts =
        flow_graphs::strange(2, 4, n, random);  // layer l sends token q to q + 1 + l
    const FlowTable moved = flowsOf(graphOf(shifts, n));
    for (int s = 0; s < n; ++s) {
        for (int t = 0; t < n; ++t) {
            REQUIRE(moved.values[moved.index(3, s, t)] ==
                    (t == (s + 1 + 2 + 3 + 4) % n ? 1.0 : 0.0));
        }
    }
}

TEST_CASE(
    "rows of nearly twice a power of two, which sum up beyond the grid over the layers, are exact "
    "too") {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        const int n = 2 + random.below(6);
        const int layerCount = 4 + random.below(6);
        Layers layers;
        for (int l = 0; l < layerCount; ++l) {
            std::vector<double> m(n * n, 0.0);
            for (int q = 0; q < n; ++q) {
                double* row = m.data() + q * n;
                double sum = 0.0;
                for (int k = 0; k < n; ++k) {
                    const bool none = (k == q && random.below(2) == 0) || random.below(3) == 0;
                    row[k] = none ? 0.0 : random.uniform() * (l < 2 ? 0.1 : 1.0);
                    sum += row[k];
                }
                if (l >= 2 && sum > 0.0)
                    std::for_each(row, row + n, [sum](double& value) { value *= 1.999 / sum; });
            }
            layers.push_back(std::move(m));
        }
        const AttentionGraph graph = graphOf(layers, n);
        const FlowTable table = flowsOf(graph);
        for (int l = 3; l < layerCount; ++l) {
            for (int s = 0; s < n; ++s) {
                const int t = random.below(n);
                CAPTURE(round, n, l, s, t);
                REQUIRE(table.values[table.index(l, s, t)] ==
                        flow_graphs::plainFlow(graph, l, s, t) * graph.unit());
            }
        }
    }
}
