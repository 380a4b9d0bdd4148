// SPDX-License-Identifier: MIT
#include "core/flow/edges/joint_flow.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"

using namespace hw;
using flow_graphs::graphOf;
using flow_graphs::paperExample;

namespace {

// Within capacities, and the flow into every token equals the flow out of it.
void requireFeasible(const AttentionGraph& graph, const PairFlow& flow) {
    const std::size_t n = graph.tokens();
    std::vector<double> balance((static_cast<std::size_t>(flow.layer) + 2) * n, 0.0);
    for (const FlowEdge& edge : flow.edges) {
        REQUIRE(edge.capacity == graph.capacity(edge.layer, edge.query, edge.key));
        REQUIRE(edge.amount <= edge.capacity);
        REQUIRE(edge.amount > 0.0);
        balance[(static_cast<std::size_t>(edge.layer) + 1) * n +
                static_cast<std::size_t>(edge.query)] -= edge.amount;
        balance[static_cast<std::size_t>(edge.layer) * n + static_cast<std::size_t>(edge.key)] +=
            edge.amount;
    }
    balance[(static_cast<std::size_t>(flow.layer) + 1) * n +
            static_cast<std::size_t>(flow.source)] += flow.value;
    double arrived = 0.0;
    for (std::size_t at = 0; at < balance.size(); ++at) {
        if (at < n)
            arrived += balance[at];
        else
            REQUIRE(std::abs(balance[at]) < 1e-13);
    }
    REQUIRE(std::abs(arrived - flow.value) < 1e-13);
}

}  // namespace

TEST_CASE("a joint flow splits over the inputs as rollout, in exact fractions") {
    const AttentionGraph graph = graphOf(paperExample(), 3);
    const double expected[3][3] = {{147. / 400, 39. / 160, 311. / 800},
                                   {119. / 400, 43. / 80, 33. / 200},
                                   {511. / 3200, 47. / 160, 1749. / 3200}};
    for (int source = 0; source < 3; ++source) {
        const auto flow = jointFlow(graph, 2, source, 100);
        REQUIRE(flow.has_value());
        REQUIRE(std::abs(flow->value - 1.0) < 1e-15);
        requireFeasible(graph, *flow);
        const std::vector<double> inputs = flow->inputs;
        for (std::size_t key = 0; key < 3; ++key)
            REQUIRE(std::abs(inputs[key] - expected[source][key]) < 1e-14);
    }
}

TEST_CASE("a joint flow is feasible, cannot be larger, and its paths are the heaviest") {
    for (const bool causal : {false, true}) {
        const int n = 20;
        const AttentionGraph graph = graphOf(flow_graphs::modelLike(6, n, causal, 3), n);
        const auto flow = jointFlow(graph, 5, n - 1, n * n);
        REQUIRE(flow.has_value());
        requireFeasible(graph, *flow);
        // The source's row is a cut between it and everything else.
        double cut = 0.0;
        for (const FlowEdge& edge : flow->nearSource.edges) cut += edge.capacity;
        REQUIRE(std::abs(cut - flow->value) < 1e-14);
        REQUIRE_FALSE(flow->paths.empty());
        double previous = 2.0;
        for (const FlowPath& path : flow->paths) {
            REQUIRE(path.tokens.size() == 7);
            double product = 1.0;
            for (int step = 0; step < 6; ++step) {
                const std::size_t at = step;
                product *= graph.capacity(5 - step, path.tokens[at], path.tokens[at + 1]);
            }
            REQUIRE(std::abs(product - path.amount) < 1e-14);
            REQUIRE(path.amount <= previous);
            previous = path.amount;
            // Staying at the last token to the end is one of the paths it competes with.
            double stay = graph.capacity(5, n - 1, path.tokens.back());
            for (int layer = 0; layer < 5; ++layer)
                stay *= graph.capacity(layer, path.tokens.back(), path.tokens.back());
            REQUIRE(path.amount >= stay - 1e-15);
        }
    }
}

TEST_CASE("a joint flow cut to its largest edges keeps what arrives") {
    const int n = 20;
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(4, n, false, 3), n);
    const auto whole = jointFlow(graph, 3, 2, n * n);
    const auto some = jointFlow(graph, 3, 2, 15);
    REQUIRE(some->edges.size() == 60);
    REQUIRE(some->inputs == whole->inputs);
    for (int layer = 0; layer < 4; ++layer) {
        double smallest = 1.0;
        for (const FlowEdge& edge : some->edges) {
            if (edge.layer == layer) smallest = std::min(smallest, edge.amount);
        }
        int larger = 0;
        for (const FlowEdge& edge : whole->edges)
            larger += edge.layer == layer && edge.amount > smallest ? 1 : 0;
        REQUIRE(larger == 14);
    }
}

TEST_CASE(
    "a joint flow in proportion is refused where rows cannot carry it, or indices are out of "
    "range") {
    REQUIRE(jointFlow(graphOf({{.2, .2, .2, .2}, {.5, .5, .5, .5}}, 2), 1, 0, 9).error().code ==
            Code::badArgument);
    const AttentionGraph graph = graphOf(paperExample(), 3);
    REQUIRE(jointFlow(graph, 3, 0, 9).error().place == "layer");
    REQUIRE(jointFlow(graph, 0, 3, 9).error().place == "source");
}
