// SPDX-License-Identifier: MIT
// Augmenting paths. They are feasible one after the other, their sum is the certified flow, and the cut is full.
#include "core/explain/augmenting_paths.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <tuple>

#include "core/explain/explain.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/support.h"

namespace hw::test {
namespace {

Explanation explained(const AttentionGraph& graph, int layer, int source, int sink,
                      int most = 100'000) {
    auto explainer =
        FlowExplainer::begin(graph, 0, {NumberKind::value, layer, 0, source, sink}, most);
    REQUIRE(explainer.has_value());
    while (explainer->advance()) {}
    return std::move(*explainer).take();
}

/// Replays the paths edge by edge. Returns the first fault, or nothing.
std::string replay(const AttentionGraph& graph, const Explanation& found) {
    std::map<std::tuple<int, int, int>, double> flow;
    double before = INFINITY;
    for (const Augmentation& path : found.flow->paths) {
        if (!(path.amount > 0.0)) return "a path without flow";
        if (path.amount > before) return "a path wider than the one before";
        before = path.amount;
        if (path.levels.front() != found.place.layer + 1 || path.levels.back() != 0) return "ends";
        if (path.tokens.front() != found.place.query || path.tokens.back() != found.place.key)
            return "tokens of the ends";
        double narrowest = INFINITY;
        for (int round = 0; round < 2; ++round) {
            for (std::size_t i = 0; i + 1 < path.levels.size(); ++i) {
                const bool isDown = path.levels[i + 1] == path.levels[i] - 1;
                if (!isDown && path.levels[i + 1] != path.levels[i] + 1) return "a jump";
                const int layer = std::min(path.levels[i], path.levels[i + 1]);
                const int query = path.tokens[isDown ? i : i + 1];
                const int key = path.tokens[isDown ? i + 1 : i];
                double& amount = flow[{layer, query, key}];
                const double left = isDown ? graph.capacity(layer, query, key) - amount : amount;
                if (round == 0) narrowest = std::min(narrowest, left);
                if (round == 1) amount += isDown ? path.amount : -path.amount;
            }
        }
        if (narrowest != path.amount) return "not what the narrowest edge has left";
    }
    for (const FlowEdge& edge : found.flow->edges) {
        if (edge.amount != flow[{edge.layer, edge.query, edge.key}]) return "amount of an edge";
        if (edge.capacity != graph.capacity(edge.layer, edge.query, edge.key)) return "capacity";
    }
    return {};
}

void checkPair(const AttentionGraph& graph, int layer, int source, int sink) {
    const Explanation found = explained(graph, layer, source, sink);
    const auto certified = maxFlow(graph, layer, source, sink);
    REQUIRE(certified.has_value());
    CHECK(replay(graph, found).empty());
    CHECK(found.value == certified->value);
    CHECK(found.flow->isComplete);
    CHECK(found.rest == 0.0);
    CHECK(found.flow->cut.capacity == found.value);
    CHECK(verifyCut(graph, found.flow->cut, found.value));
    double sum = 0.0;
    for (const FlowPath& path : found.paths) sum += path.amount;
    CHECK(sum == found.value);
    // By the search's own numbers, the cut's edges have no capacity left.
    AugmentingPaths search(graph, layer, source, sink);
    while (search.advance()) {}
    CHECK(search.sent() == certified->value);
    for (const FlowEdge& edge : found.flow->cut.edges)
        CHECK(search.amount(edge.layer, edge.query, edge.key) == edge.capacity);
}

}  // namespace

TEST_CASE("augmenting paths: three tokens by exact fractions, every pair") {
    const auto graph = flowNetwork(threeLayers(), Settings{});
    REQUIRE(graph.has_value());
    for (int layer = 0; layer < 3; ++layer) {
        for (int pair = 0; pair < 9; ++pair) checkPair(*graph, layer, pair / 3, pair % 3);
    }
    const Explanation found = explained(*graph, 2, 0, 0);
    CHECK(std::abs(found.value - 13.0 / 15) < 1e-8);  // thirds are float32
    CHECK(found.flow->edges.size() == 24);            // all with capacity (three weights stay 0)
    CHECK(found.flow->paths.size() <= 6);
}

TEST_CASE(
    "augmenting paths: random and adversarial networks, and where flow has to be taken back") {
    bool tookBack = false;
    for (unsigned seed = 0; seed < 12; ++seed) {
        const auto graph = flowNetwork(
            randomAttention(4, 1, 6, seed, seed % 3 == 0, seed % 2 == 0 ? 3.0 : 8.0), Settings{});
        REQUIRE(graph.has_value());
        for (int pair = 0; pair < 36; ++pair) {
            checkPair(*graph, 3, pair / 6, pair % 6);
            const Explanation found = explained(*graph, 3, pair / 6, pair % 6);
            for (const Augmentation& path : found.flow->paths)
                tookBack = tookBack || path.levels.size() > 5;
        }
    }
    CHECK(tookBack);
    for (const NamedTensor& named : adversarialTensors()) {
        const auto graph = flowNetwork(named.attentions, Settings{});
        if (!graph) continue;
        INFO(named.name);
        const int last = graph->tokens() - 1;
        checkPair(*graph, graph->layers() - 1, last, 0);
        checkPair(*graph, graph->layers() - 1, 0, last);
    }
}

TEST_CASE("augmenting paths: of a large network the widest, and the rest of the certified flow") {
    for (const bool causal : {false, true}) {
        const auto graph = flowNetwork(randomAttention(4, 2, 512, 9, causal), Settings{});
        REQUIRE(graph.has_value());
        const Explanation found = explained(*graph, 3, 400, 100, 10);
        CHECK(found.flow->paths.size() == 10);
        CHECK_FALSE(found.flow->isComplete);
        CHECK(replay(*graph, found).empty());
        double sum = found.rest;
        for (const FlowPath& path : found.paths) sum += path.amount;
        CHECK(sum == found.value);
        CHECK(found.rest > 0.0);
        CHECK(found.value == maxFlow(*graph, 3, 400, 100)->value);
    }
}

}  // namespace hw::test
