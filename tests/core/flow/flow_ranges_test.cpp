// SPDX-License-Identifier: MIT
// Ranges of flows. Each range contains its flow, in steps and without a tolerance, on networks of every kind. Over long
// prompts the ranges are narrow enough to show.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/flow_ranges.h"
#include "core/flow/long_prompts.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"

namespace {

using namespace hw;
using flow_graphs::makeCausal;
using flow_graphs::Random;

struct Widths {
    std::int64_t pairs = 0;
    std::int64_t exact = 0;
    std::int64_t wrong = 0;
    double least = 0.0;
    double flow = 0.0;
    double most = 0.0;
};

// All sinks and layers of one source.
Widths compare(const AttentionGraph& graph, int source, int close) {
    FlowRanges ranges(graph, source, close);
    while (!ranges.step(1000)) {}
    const FlowTable flows = *maxFlows(graph, {0, graph.layers() - 1, {source}, {}});
    Widths widths;
    for (int layer = 0; layer < graph.layers(); ++layer) {
        for (int sink = 0; sink < graph.tokens(); ++sink) {
            const double flow = flows.values[flows.index(layer, 0, sink)];
            const double least = ranges.least(layer, sink), most = ranges.most(layer, sink);
            ++widths.pairs;
            widths.exact += ranges.isExact(layer, sink) ? 1 : 0;
            if (!(least <= flow && flow <= most)) ++widths.wrong;
            if (ranges.isExact(layer, sink) && least != flow) ++widths.wrong;
            if (layer != close) continue;
            widths.least += least;
            widths.flow += flow;
            widths.most += most;
        }
    }
    return widths;
}

}  // namespace

TEST_CASE("every flow of a random network lies within its range") {
    Random random(23);
    std::int64_t exact = 0, pairs = 0;
    for (int round = 0; round < 2000; ++round) {
        const int n = 1 + random.below(round % 8 == 0 ? 40 : 12);
        const int layers = 1 + random.below(9);
        auto matrices =
            round % 3 == 0
                ? flow_graphs::strange(random.below(flow_graphs::strangeKinds), layers, n, random)
                : flow_graphs::spoilt(layers, n, random);
        if (round % 2 == 0) makeCausal(matrices, n);
        const auto graph = AttentionGraph::fromDoubles(matrices, n);
        REQUIRE(graph.has_value());
        const int source = random.below(n), close = random.below(layers);
        CAPTURE(round, n, layers, source, close);
        const Widths widths = compare(*graph, source, close);
        REQUIRE(widths.wrong == 0);
        exact += widths.exact;
        pairs += widths.pairs;
    }
    // There are many of both kinds, ranges that are already flows and others.
    REQUIRE(10 * exact > pairs);
    REQUIRE(10 * (pairs - exact) > pairs);
}

TEST_CASE("no flow is above what its source's own rows say") {
    Random random(5);
    int narrow = 0;
    for (int round = 0; round < 600; ++round) {
        const int n = 1 + random.below(24), layers = 1 + random.below(8);
        auto matrices =
            round % 3 == 0
                ? flow_graphs::strange(random.below(flow_graphs::strangeKinds), layers, n, random)
                : flow_graphs::spoilt(layers, n, random);
        if (round % 2 == 0) makeCausal(matrices, n);
        for (auto& matrix : matrices) {
            for (int q = 0; q < n; ++q) {
                double sum = 0.0;
                for (int k = 0; k < n; ++k) sum += matrix[q * n + k];
                for (int k = 0; k < n && sum > 0.0; ++k) matrix[q * n + k] /= sum;
            }
        }
        const auto graph = *AttentionGraph::fromDoubles(matrices, n);
        const int source = random.below(n);
        std::vector<std::vector<double>> rows;
        for (const auto& matrix : matrices)
            rows.emplace_back(matrix.begin() + source * n, matrix.begin() + (source + 1) * n);
        const std::vector<double> most = flowCeilings(rows, source, graph.causal());
        const FlowTable flows = *maxFlows(graph, {0, layers - 1, {source}, {}});
        for (int layer = 0; layer < layers; ++layer) {
            for (int sink = 0; sink < n; ++sink) {
                const double flow = flows.values[flows.index(layer, 0, sink)];
                CAPTURE(round, n, layers, source, layer, sink);
                REQUIRE(flow <= most[layer * n + sink]);
                narrow += flow > 0.0 && most[layer * n + sink] < flow + 1e-8 ? 1 : 0;
            }
        }
    }
    REQUIRE(narrow > 5000);
}

TEST_CASE("the ranges of a long prompt hold its flows, and are narrower where the view is") {
    for (const int heads : {1, 12}) {
        const flow_graphs::Prompt prompt{24, 256, heads};
        const auto graph = *AttentionGraph::fromDoubles(flow_graphs::longPrompt(prompt, 5), 256);
        const Widths close = compare(graph, 255, 23);
        CAPTURE(heads, close.least, close.flow, close.most);
        REQUIRE(close.wrong == 0);
        REQUIRE(close.most < 1.05 * close.flow);
        REQUIRE(close.least > 0.5 * close.flow);
        FlowRanges plain(graph, 255, 10);
        while (!plain.step(1 << 20)) {}
        double sum = 0.0;
        for (int sink = 0; sink < 256; ++sink) sum += plain.least(23, sink);
        REQUIRE(sum < close.least);
    }
}

TEST_CASE("what is in a range before it was computed is all that the source receives") {
    const auto graph = *AttentionGraph::fromDoubles(flow_graphs::longPrompt({6, 64}, 1), 64);
    FlowRanges ranges(graph, 40, 5);
    REQUIRE(!ranges.isDone());
    REQUIRE(ranges.least(5, 3) == 0.0);
    REQUIRE(ranges.most(5, 3) == graph.rowSums(5)[40] * graph.unit());
    while (!ranges.step(1)) {}
    REQUIRE(ranges.isDone());
    REQUIRE(ranges.most(5, 41) == 0.0);
    REQUIRE(ranges.isExact(5, 41));
}

TEST_CASE("one token's flows are the same whatever the order of the sinks") {
    const auto graph = *AttentionGraph::fromDoubles(flow_graphs::longPrompt({14, 96}, 2), 96);
    std::vector<int> sinks(96);
    for (int at = 0; at < 96; ++at) sinks[at] = at * 37 % 96;
    FlowSolver solver(graph);
    const auto run = [&](std::vector<int> sources, std::vector<int> order) {
        REQUIRE(solver.begin({0, 13, std::move(sources), std::move(order)}).has_value());
        while (!solver.step(1 << 20)) {}
        return solver.takeTable();
    };
    // The solver switches from few sources to all and back.
    const FlowTable mixed = run({95}, sinks);
    const FlowTable every = run({}, {});
    const FlowTable again = run({95}, sinks);
    REQUIRE(mixed.values == again.values);
    for (int layer = 0; layer < 14; ++layer)
        for (int at = 0; at < 96; ++at)
            REQUIRE(mixed.values[mixed.index(layer, 0, at)] ==
                    every.values[every.index(layer, 95, sinks[at])]);
}
