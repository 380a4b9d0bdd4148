// SPDX-License-Identifier: MIT
// The parts that bulk requests add to single pairs: proofs by the layer below, networks given in steps, ties.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"

using namespace hw;
using flow_graphs::graphOf;
using flow_graphs::Layers;

namespace {}  // namespace

TEST_CASE(
    "flows that all tokens below have reached prove those above, and a mixed history proves "
    "nothing false") {
    const int n = 24;
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(9, n, false, 4), n);
    FlowSolver solver(graph);
    REQUIRE(solver.begin({0, 8, {}, {}, true}).has_value());
    while (!solver.step(1 << 30)) {}
    REQUIRE(solver.counts().failedCuts == 0);
    REQUIRE(solver.counts().proofs[static_cast<std::size_t>(FlowProof::below)] > n * n);
    const FlowTable whole = solver.takeTable();
    // The same sink repeatedly, with duplicate tokens, halves of a layer and layers out of order.
    const std::vector<std::vector<int>> sources{
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {}, {23, 23, 0, 0}, {5}};
    for (int round = 0; round < 40; ++round) {
        const int first = (round * 5) % 8;
        REQUIRE(
            solver
                .begin({first, first + 1, sources[static_cast<std::size_t>(round) % 4], {7}, true})
                .has_value());
        while (!solver.step(1 << 30)) {}
        const FlowTable& table = solver.table();
        for (int l = 0; l < table.layers; ++l) {
            for (std::size_t s = 0; s < table.sources.size(); ++s) {
                CAPTURE(round, l, s);
                REQUIRE(table.values[table.index(l, static_cast<int>(s), 0)] ==
                        whole.values[whole.index(first + l, table.sources[s], 7)]);
            }
        }
    }
    REQUIRE(solver.counts().failedCuts == 0);
}

TEST_CASE("a network given in its own steps gives equal flows, and anything else is refused") {
    const int n = 9;
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(4, n, true, 5), n);
    const std::vector<double> steps(graph.steps().begin(), graph.steps().end());
    const auto copy = AttentionGraph::fromSteps(4, n, graph.unit(), steps);
    REQUIRE(copy.has_value());
    REQUIRE(copy->causal());
    REQUIRE(maxFlows(*copy, {0, 3, {}, {}, true})->values ==
            maxFlows(graph, {0, 3, {}, {}, true})->values);
    REQUIRE(AttentionGraph::fromSteps(3, n, graph.unit(), steps).error().code == Code::badShape);
    REQUIRE(AttentionGraph::fromSteps(4, n, 0.0, steps).error().code == Code::badNumber);
    for (const double wrong : {-1.0, 0.5, std::nan(""), AttentionGraph::saturated}) {
        std::vector<double> bad = steps;
        bad[n + 3] = wrong;
        REQUIRE(AttentionGraph::fromSteps(4, n, graph.unit(), bad).error().place ==
                "layer 1, row 2, column 1 (counting from 1)");
    }
}

TEST_CASE("ties are sinks with exactly the flow of another") {
    const AttentionGraph graph = graphOf({{.5, .25, .25, .25, .5, .25, .25, .25, .5}}, 3);
    const auto table = maxFlows(graph, {0, 0, {}, {}, false});
    REQUIRE(tiedSinks(graph, *table, 0, 0) == 2);
    const AttentionGraph causal = graphOf({{1, 0, 0, .5, .5, 0, .2, .3, .5}}, 3);
    const auto lower = maxFlows(causal, {0, 0, {}, {}, false});
    REQUIRE(tiedSinks(causal, *lower, 0, 0) == 0);  // zeros that cannot be reached do not count
    REQUIRE(tiedSinks(causal, *lower, 0, 1) == 2);
    REQUIRE(tiedSinks(causal, *lower, 0, 2) == 0);
}
