// SPDX-License-Identifier: MIT
// The head start of the search. It gives the same value and the same proof, and leaves nothing for the next run.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/flow/flow_graphs.h"
#include "core/flow/flow_pairs.h"
#include "core/flow/kernel/flow_engine.h"
#include "core/flow/strange_graphs.h"

using namespace hw;
using flow_graphs::Random;

namespace {

// One pair after the other, each with and without a head start, on one engine.
class Both {
public:
    explicit Both(const AttentionGraph& graph) : graph_(graph), engine_(graph) {}

    double run(int layer, int source, int sink, bool wide, double enough) {
        const TokenRange range{graph_.causal() ? sink : 0,
                               graph_.causal() ? source + 1 : graph_.tokens()};
        const std::size_t n = graph_.tokens();
        const double* row = graph_.row(layer, source);
        const double* column = graph_.column(0, sink);
        supply_.assign(row, row + n);
        demand_.assign(column, column + n);
        return engine_.run(
            {supply_.data(), layer, demand_.data(), 1, range, enough, sink, source, wide});
    }

    void compare(int layer, int source, int sink) {
        CAPTURE(graph_.tokens(), layer, source, sink);
        const double plain = run(layer, source, sink, false, AttentionGraph::saturated);
        REQUIRE(run(layer, source, sink, true, AttentionGraph::saturated) == plain);
        const MinimumCut cut = cutOfRun(graph_, engine_, layer, source, sink);
        REQUIRE(verifyCut(graph_, cut, plain * graph_.unit()));
        // Stopped where a cut proves that the flow is maximal. After that none of it remains.
        REQUIRE(run(layer, source, sink, true, plain) == plain);
        REQUIRE(run(layer, source, sink, false, AttentionGraph::saturated) == plain);
        if (layer + 1 < graph_.layers()) goOn(layer, source, sink);
    }

    // Through one matrix a head start leaves a flow, whether a search followed it or not. Through more it may not.
    void goOn(int layer, int source, int sink) {
        const TokenRange range{graph_.causal() ? sink : 0,
                               graph_.causal() ? source + 1 : graph_.tokens()};
        const double above = run(layer + 1, source, sink, false, AttentionGraph::saturated);
        const double most = run(layer, source, sink, true, AttentionGraph::saturated);
        REQUIRE(engine_.canGoOn(layer + 1, source, sink, range) == (layer == 2));
        if (layer != 2) return;
        REQUIRE(engine_.goOn(layer + 1, AttentionGraph::saturated) == above);
        const MinimumCut cut = cutOfRun(graph_, engine_, layer + 1, source, sink);
        REQUIRE(verifyCut(graph_, cut, above * graph_.unit()));
        REQUIRE(run(layer, source, sink, true, most) == most);
        REQUIRE(engine_.goOn(layer + 1, AttentionGraph::saturated) == above);
    }

private:
    const AttentionGraph& graph_;
    FlowEngine engine_;
    std::vector<double> supply_;
    std::vector<double> demand_;
};

void compareSome(const flow_graphs::Layers& layers, int n, int pairs, Random& random) {
    const auto graph = AttentionGraph::fromDoubles(layers, n);
    REQUIRE(graph.has_value());
    if (graph->layers() < 3) return;
    Both both(*graph);
    for (int i = 0; i < pairs; ++i) {
        const int source = random.below(n);
        const int sink = random.below(graph->causal() ? source + 1 : n);
        both.compare(2 + random.below(graph->layers() - 2), source, sink);
    }
}

}  // namespace

TEST_CASE("a head start in whole rows changes no flow and no proof, on any network") {
    Random random(17);
    for (int round = 0; round < 400; ++round) {
        const int n = 1 + random.below(14);
        const int layers = 3 + random.below(6);
        const int kind = round % (flow_graphs::strangeKinds + 2);
        CAPTURE(round, n, layers, kind);
        compareSome(kind < flow_graphs::strangeKinds ? flow_graphs::strange(kind, layers, n, random)
                                                     : flow_graphs::spoilt(layers, n, random),
                    n, 12, random);
    }
}

TEST_CASE(
    "a head start agrees where rows are wide: at the edges of a word, with a token that all look "
    "at") {
    Random random(18);
    for (const int n : {63, 64, 65, 96, 128, 130}) {
        for (const bool causal : {false, true})
            compareSome(flow_graphs::modelLike(7, n, causal, random.bits()), n, 20, random);
    }
}
