// SPDX-License-Identifier: MIT
// The engine for deep causal networks. Its values equal those of the other engine and of independent solvers bit for
// bit, and its cuts are measured again. Also on short networks, which otherwise never use it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/flow_pairs.h"
#include "core/flow/long_prompts.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"
#include "flow_bench/libraries.h"

namespace {

using namespace hw;
using flow_graphs::makeCausal;
using flow_graphs::Random;

constexpr DeepFlowLimits everywhere{2, 1, true};
constexpr DeepFlowLimits nowhere{DeepFlowLimits::never};

struct Run {
    FlowTable table;
    FlowCounts counts;
};

Run solve(const AttentionGraph& graph, const FlowRequest& request, DeepFlowLimits from) {
    FlowSolver solver(graph, from);
    REQUIRE(solver.begin(request).has_value());
    while (!solver.step(1 << 20)) {}
    const FlowCounts counts = solver.counts();
    return {solver.takeTable(), counts};
}

AttentionGraph graphOf(const flow_graphs::Prompt& prompt, std::uint64_t seed) {
    return *AttentionGraph::fromDoubles(flow_graphs::longPrompt(prompt, seed), prompt.tokens);
}

// Removes entries above the diagonal, so that a network of any kind becomes causal.
std::int64_t bySearch(const FlowCounts& counts) {
    return counts.proofs[static_cast<int>(FlowProof::search)];
}

}  // namespace

TEST_CASE(
    "the engine of deep networks equals independent solvers bit for bit on any causal network") {
    std::vector<std::string> names = flow_bench::libraryNames();
    names.emplace_back();  // the plain solver
    Random random(11);
    std::int64_t searched = 0;
    for (int round = 0; round < 500; ++round) {
        const int n = 2 + random.below(round % 8 == 0 ? 30 : 10);
        const int layers = 3 + random.below(9);
        auto matrices =
            round % 3 == 0
                ? flow_graphs::strange(random.below(flow_graphs::strangeKinds), layers, n, random)
                : flow_graphs::spoilt(layers, n, random);
        makeCausal(matrices, n);
        const auto graph = AttentionGraph::fromDoubles(matrices, n);
        REQUIRE(graph.has_value());
        const Run run = solve(*graph, {0, layers - 1, {}, {}, true}, everywhere);
        REQUIRE(run.counts.failedCuts == 0);
        searched += bySearch(run.counts);
        const int layer = 2 + random.below(layers - 2);
        const std::string& name = names[static_cast<std::size_t>(round) % names.size()];
        const auto library = flow_bench::makeLibrary(name, *graph, layer);
        for (int sample = 0; sample < 8; ++sample) {
            const int source = random.below(n), sink = random.below(source + 1);
            CAPTURE(round, name, n, layers, layer, source, sink);
            const double flow = library ? library->flow(source, sink)
                                        : flow_graphs::plainFlow(*graph, layer, source, sink);
            REQUIRE(run.table.values[run.table.index(layer, source, sink)] == flow * graph->unit());
        }
    }
    REQUIRE(searched > 5000);
}

TEST_CASE("flow over a long prompt is the same with and without the engine of deep networks") {
    const flow_graphs::Prompt kinds[] = {
        {14, 110},                 // one head
        {14, 110, 12},             // a mean
        {12, 90, 1, 3.5},          // sharp
        {14, 110, 1, 1.5, 40},     // padded at the left
        {12, 90, 1, 1.5, 0, 0.0},  // without a residual, straight edges are narrow
    };
    std::uint64_t seed = 0;
    for (const auto& prompt : kinds) {
        const AttentionGraph graph = graphOf(prompt, ++seed);
        const int n = prompt.tokens, last = prompt.layers - 1;
        FlowRequest request{2, last, {n - 1, n / 2}, {}};
        const Run plain = solve(graph, request, nowhere);
        request.verifyCuts = true;
        CAPTURE(seed);
        for (const DeepFlowLimits from : {everywhere, DeepFlowLimits{}}) {
            const Run deep = solve(graph, request, from);
            REQUIRE(deep.table.values == plain.table.values);
            REQUIRE(deep.counts.failedCuts == 0);
        }
    }
}

TEST_CASE("in a deep layer of a long prompt the wave settles most of what was searched before") {
    const AttentionGraph graph = graphOf({24, 256}, 3);
    const FlowRequest request{23, 23, {255}, {}};
    const Run plain = solve(graph, request, nowhere);
    const Run deep = solve(graph, request, {});
    REQUIRE(deep.table.values == plain.table.values);
    REQUIRE(bySearch(plain.counts) > 128);
    REQUIRE(3 * bySearch(deep.counts) < 2 * bySearch(plain.counts));
}

TEST_CASE("without room for its rows, the engine of deep networks leaves a pair to the other one") {
    const AttentionGraph graph = graphOf({12, 100}, 5);
    const FlowRequest request{2, 11, {99}, {}, true};
    const Run plain = solve(graph, request, nowhere);
    // None at all, one row, some.
    for (const std::size_t rows : {std::size_t{0}, std::size_t{1}, std::size_t{12}}) {
        DeepFlowLimits from = everywhere;
        from.bytes = rows * 112 * sizeof(double);
        const Run tight = solve(graph, request, from);
        CAPTURE(rows);
        REQUIRE(tight.table.values == plain.table.values);
        REQUIRE(tight.counts.failedCuts == 0);
    }
}

TEST_CASE(
    "a wave is a flow: written out edge by edge and searched on from, it comes to the maximum") {
    const AttentionGraph graph = graphOf({12, 90}, 7);
    FlowColumns columns(graph);
    DeepFlow deep(graph, columns, std::size_t{64} << 20);
    FlowSolver solver(graph, nowhere);
    REQUIRE(solver.begin({8, 8, {89}, {}}).has_value());
    while (!solver.step(1 << 20)) {}
    int waves = 0;
    for (int sink = 0; sink < 89; ++sink) {
        columns.prepare(sink);
        const double steps = solver.table().values[sink] / graph.unit();
        CAPTURE(sink);
        // A bound that no flow reaches. The wave goes as far as it can, and the search up to the cut.
        REQUIRE_FALSE(deep.wave({8, 89, sink, AttentionGraph::saturated}));
        REQUIRE(deep.search() == steps);
        REQUIRE(verifyCut(graph, cutOfRun(graph, deep, 8, 89, sink), steps * graph.unit()));
        if (deep.wave({8, 89, sink, steps})) ++waves;
    }
    REQUIRE(waves > 9);
}
