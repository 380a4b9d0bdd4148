// SPDX-License-Identifier: MIT
// Attention flow, compared with LEMON and Boost if their headers are installed, and with a plain solver everywhere.
// Thousands of random and adversarial networks give equal values to the last grid step.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"
#include "flow_bench/libraries.h"

namespace {

using namespace hw;
using flow_graphs::Random;
using flow_graphs::spoilt;

// Uses the plain solver if there is no library.
double flowBy(flow_bench::Library* library, const AttentionGraph& graph, int layer, int source,
              int sink) {
    return library == nullptr ? flow_graphs::plainFlow(graph, layer, source, sink)
                              : library->flow(source, sink);
}

}  // namespace

TEST_CASE("flow equals independent solvers bit for bit on thousands of networks") {
    std::vector<std::string> names = flow_bench::libraryNames();
    names.emplace_back();  // the plain solver
    Random random(7);
    for (int round = 0; round < 1600; ++round) {
        const int n = 2 + random.below(round % 8 == 0 ? 30 : 10);
        const int layers = 2 + random.below(8);
        const auto graph = AttentionGraph::fromDoubles(spoilt(layers, n, random), n);
        REQUIRE(graph.has_value());
        FlowSolver solver(*graph);
        REQUIRE(solver.begin({0, layers - 1, {}, {}, round % 4 == 0}).has_value());
        while (!solver.step(1 << 20)) {}
        REQUIRE(solver.counts().failedCuts == 0);
        const FlowTable& table = solver.table();
        const std::string& name = names[static_cast<std::size_t>(round) % names.size()];
        const int layer = random.below(layers);
        const auto library = flow_bench::makeLibrary(name, *graph, layer);
        for (int sample = 0; sample < 12; ++sample) {
            const int source = random.below(n), sink = random.below(n);
            CAPTURE(round, name, n, layers, layer, source, sink);
            REQUIRE(table.values[table.index(layer, source, sink)] ==
                    flowBy(library.get(), *graph, layer, source, sink) * graph->unit());
        }
    }
}
