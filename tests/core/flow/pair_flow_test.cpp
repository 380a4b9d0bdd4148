// SPDX-License-Identifier: MIT
// The flow of one pair, with its paths, its cuts and its refusals.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"

using namespace hw;
using flow_graphs::graphOf;
using flow_graphs::Layers;
using flow_graphs::paperExample;

TEST_CASE("a pair shows paths that are sorted, add up, and two cuts that limit it") {
    const AttentionGraph graph = graphOf(paperExample(), 3);
    const auto pair = maxFlow(graph, 2, 0, 1);
    REQUIRE(pair.has_value());
    REQUIRE(std::abs(pair->value - 19. / 30) < 1e-14);
    REQUIRE(verify(graph, *pair));
    double sum = 0.0;
    for (const FlowPath& path : pair->paths) sum += path.amount;
    REQUIRE(sum == pair->value);
    REQUIRE(pair->nearSource.capacity == pair->value);
    REQUIRE(pair->nearSink.capacity == pair->value);
}

TEST_CASE("verify refuses a flow whose value, edge, path or cut was changed") {
    const AttentionGraph graph = graphOf(paperExample(), 3);
    const PairFlow good = *maxFlow(graph, 2, 0, 1);
    PairFlow bad = good;
    bad.value *= 1.5;
    REQUIRE_FALSE(verify(graph, bad));
    bad = good;
    bad.edges[0].amount *= 0.5;
    REQUIRE_FALSE(verify(graph, bad));
    bad = good;
    bad.paths.pop_back();
    REQUIRE_FALSE(verify(graph, bad));
    bad = good;
    bad.nearSource.edges.pop_back();
    REQUIRE_FALSE(verify(graph, bad));
    bad = good;
    bad.nearSink.sourceSide[1] = 1;  // the sink itself
    REQUIRE_FALSE(verify(graph, bad));
}

TEST_CASE(
    "with one way through, the cut is unique; with two equal bottlenecks in a row it is not") {
    // Token 0 passes 1, then 0.25, then 1. The other token is cut off.
    const AttentionGraph narrow = graphOf({{1, 0, 0, 1}, {.25, 0, 0, 1}, {1, 0, 0, 1}}, 2);
    REQUIRE(maxFlow(narrow, 2, 0, 0)->cutIsUnique);
    const AttentionGraph twice = graphOf({{.25, 0, 0, 1}, {.25, 0, 0, 1}, {1, 0, 0, 1}}, 2);
    const auto pair = maxFlow(twice, 2, 0, 0);
    REQUIRE_FALSE(pair->cutIsUnique);
    REQUIRE(pair->nearSource.edges.at(0).layer == 1);
    REQUIRE(pair->nearSink.edges.at(0).layer == 0);
}

TEST_CASE(
    "requests outside the network and matrices that cannot be capacities are refused with a "
    "place") {
    const AttentionGraph graph = graphOf(paperExample(), 3);
    REQUIRE(maxFlow(graph, 3, 0, 0).error().code == Code::badArgument);
    REQUIRE(maxFlow(graph, 0, -1, 0).error().code == Code::badArgument);
    REQUIRE(maxFlow(graph, 0, 0, 3).error().code == Code::badArgument);
    REQUIRE(maxFlows(graph, {0, 3, {}, {}, false}).error().code == Code::badArgument);
    REQUIRE(maxFlows(graph, {0, 1, {4}, {}, false}).error().code == Code::badArgument);
    REQUIRE(AttentionGraph::fromDoubles(Layers{}, 3).error().code == Code::badShape);
    REQUIRE(AttentionGraph::fromDoubles(Layers{{1, 2, 3}}, 2).error().code == Code::badShape);
    const auto negative = AttentionGraph::fromDoubles(Layers{{1, 0, -.5, 1}}, 2);
    REQUIRE(negative.error().code == Code::badNumber);
    REQUIRE(negative.error().place == "layer 1, row 2, column 1 (counting from 1)");
    REQUIRE(AttentionGraph::fromDoubles(Layers{{1, 0, std::nan(""), 1}}, 2).error().code ==
            Code::badNumber);
    const Matrix wide(2, 3);
    REQUIRE(AttentionGraph::fromMatrices(std::vector<MatrixView>{wide}).error().code ==
            Code::badShape);
}
