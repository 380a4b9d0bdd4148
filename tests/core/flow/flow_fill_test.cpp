// SPDX-License-Identifier: MIT
// The flow of source layer 3 that is filled in whole rows and columns: never more than the maximum, and on attention mostly all of
// it; and networks solved source by source give what single layers give.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/flow/flow_fill.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/kernel/flow_engine.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"

using namespace hw;
using flow_graphs::Random;

namespace {

struct Share {
    int pairs = 0;
    int whole = 0;
};

// Every pair of a network of three layers, or every `stride`-th.
Share fillAll(const flow_graphs::Layers& layers, int n, int stride = 1) {
    Share share;
    const auto graph = AttentionGraph::fromDoubles(layers, n);
    REQUIRE(graph.has_value());
    if (graph->causal()) return share;
    FlowFill fill(*graph);
    FlowEngine engine(*graph);
    for (int sink = 0; sink < n; sink += stride) {
        for (int source = 0; source < n; source += stride) {
            if (source == sink) continue;
            CAPTURE(n, source, sink);
            std::vector<double> supply(graph->row(2, source), graph->row(2, source) + n);
            std::vector<double> demand(graph->column(0, sink), graph->column(0, sink) + n);
            const double most = engine.run({supply.data(), 2, demand.data(), 1, {0, n}});
            const double filled = fill.run(source, sink);
            REQUIRE(filled <= most);
            ++share.pairs;
            share.whole += filled == most;
        }
    }
    return share;
}

}  // namespace

TEST_CASE("a flow filled in rows and columns is never above the maximum") {
    Random random(16);
    for (int round = 0; round < 60; ++round) {
        const int n = 2 + random.below(12);
        fillAll(flow_graphs::spoilt(3, n, random), n);
        fillAll(flow_graphs::strange(random.below(flow_graphs::strangeKinds), 3, n, random), n);
        fillAll(flow_graphs::modelLike(3, n, false, random.bits()), n);
    }
}

TEST_CASE("on attention of many tokens most flows of source layer 3 are filled") {
    const Share share = fillAll(flow_graphs::modelLike(3, 128, false, 4), 128, 7);
    REQUIRE(share.whole * 3 > share.pairs);
}

TEST_CASE("a network solved source by source has the flows of its single layers") {
    for (const int n : {44, 70}) {
        const auto graph = AttentionGraph::fromDoubles(flow_graphs::modelLike(7, n, false, 9), n);
        const auto all = maxFlows(*graph, {0, 6, {}, {1, n / 2, n - 1}, false});
        for (int layer = 0; layer < 7; ++layer) {
            const auto one = maxFlows(*graph, {layer, layer, {}, {1, n / 2, n - 1}, false});
            const std::size_t size = one->values.size();
            for (std::size_t i = 0; i < size; ++i)
                REQUIRE(one->values[i] == all->values[layer * size + i]);
        }
    }
}
