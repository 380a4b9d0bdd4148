// SPDX-License-Identifier: MIT
// Large causal networks store each row only up to its query. Capacities, values and cuts are the same.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/flow/long_prompts.h"
#include "core/flow/max_flow.h"

namespace hw::test {
namespace {

/// 11 layers of 874 tokens are just large enough. 874 is no multiple of 16.
constexpr flow_graphs::Prompt prompt{.layers = 11, .tokens = 874};

std::vector<std::vector<double>> matrices() {
    flow_graphs::LongPrompt made(prompt, 5);
    std::vector<std::vector<double>> all;
    for (int layer = 0; layer < prompt.layers; ++layer) {
        all.push_back(made.next());
        for (double& value : all.back()) value /= 2;
        for (int token = 0; token < prompt.tokens; ++token)
            all.back()[std::size_t{1} * token * (prompt.tokens + 1)] += 0.5;
    }
    return all;
}

std::vector<double> allSteps(const AttentionGraph& graph) {
    std::vector<double> steps;
    for (int layer = 0; layer < graph.layers(); ++layer) {
        for (int query = 0; query < graph.tokens(); ++query) {
            for (int key = 0; key < graph.tokens(); ++key)
                steps.push_back(graph.step(layer, query, key));
        }
    }
    return steps;
}

bool sameSums(const AttentionGraph& a, const AttentionGraph& b) {
    const std::size_t nodes = std::size_t{1} * a.layers() * a.tokens();
    const auto same = [nodes](const double* x, const double* y) {
        return std::equal(x, x + nodes, y);
    };
    return same(a.rowSums(0), b.rowSums(0)) && same(a.columnSums(0), b.columnSums(0)) &&
           same(a.diagonal(0), b.diagonal(0)) &&
           std::equal(a.rowBits(0, 0), a.rowBits(0, 0) + nodes * a.words(), b.rowBits(0, 0));
}

TEST_CASE("A packed network has the steps, flows and cuts of the whole one", "[flow]") {
    const auto weights = matrices();
    const AttentionGraph packed = *AttentionGraph::fromDoubles(weights, prompt.tokens);
    REQUIRE(packed.keys(0) == 1);
    const std::size_t whole = std::size_t{1} * prompt.layers * prompt.tokens * prompt.tokens;
    CHECK(packed.steps().size() < whole * 52 / 100);
    const std::vector<double> steps = allSteps(packed);
    const AttentionGraph square =
        *AttentionGraph::fromSteps(prompt.layers, prompt.tokens, packed.unit(), steps);
    REQUIRE(square.keys(0) == prompt.tokens);
    CHECK(allSteps(square) == steps);
    CHECK(sameSums(packed, square));
    const std::vector<double> held(packed.steps().begin(), packed.steps().end());
    const AttentionGraph copy =
        *AttentionGraph::fromSteps(prompt.layers, prompt.tokens, packed.unit(), held);
    CHECK(copy.keys(0) == 1);
    CHECK(allSteps(copy) == steps);
    CHECK(sameSums(packed, copy));
    for (std::size_t at = 0; at < steps.size(); at += 9973) {
        const int row = static_cast<int>(at / prompt.tokens);
        const double weight = weights[row / prompt.tokens][at % weights[0].size()];
        REQUIRE(std::abs(steps[at] * packed.unit() - weight) <= packed.unit());
    }
    FlowRequest request{0, prompt.layers - 1, {}, {}};
    request.layerStep = 5;
    request.verifyCuts = true;
    request.sources = {prompt.tokens - 1, 500, 300};
    request.sinks = {0, 15, 16, 290, 499, 500, 872};
    const FlowTable ours = *maxFlows(packed, request);
    const FlowTable theirs = *maxFlows(square, request);
    CHECK(ours.values == theirs.values);
    for (std::size_t i = 0; i < ours.values.size(); ++i)
        REQUIRE(ours.certificates[i].shape == theirs.certificates[i].shape);
    const MinimumCut cut =
        expandCut(packed, 5, 500, 16, {CutShape::mixedNeck, FlowProof::search, 3});
    CHECK(cut.capacity ==
          expandCut(square, 5, 500, 16, {CutShape::mixedNeck, FlowProof::search, 3}).capacity);
}

TEST_CASE("A key behind its query, however late it comes, unpacks the network", "[flow]") {
    auto weights = matrices();
    const std::vector<double> before =
        allSteps(*AttentionGraph::fromDoubles(weights, prompt.tokens));
    weights.back()[std::size_t{1} * 700 * prompt.tokens + 701] = 0.25;
    const AttentionGraph graph = *AttentionGraph::fromDoubles(weights, prompt.tokens);
    CHECK_FALSE(graph.causal());
    REQUIRE(graph.keys(0) == prompt.tokens);
    CHECK(graph.capacity(prompt.layers - 1, 700, 701) == 0.25);
    std::vector<double> after = allSteps(graph);
    after[(std::size_t{10} * prompt.tokens + 700) * prompt.tokens + 701] = 0.0;
    CHECK(after == before);
}

}  // namespace
}  // namespace hw::test
