// SPDX-License-Identifier: MIT
// A flow that begins with that of a layer below. It has the same value as a flow from nothing and as independent
// solvers, is a flow on every edge, and has a minimum cut that is measured again.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/flow/flow_graphs.h"
#include "core/flow/flow_pairs.h"
#include "core/flow/kernel/flow_engine.h"
#include "core/flow/long_prompts.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"
#include "flow_bench/libraries.h"

namespace {

using namespace hw;
using flow_graphs::Random;

constexpr DeepFlowLimits fresh{10, 32, false, std::size_t{256} << 20, false};

// One source and one sink, layer after layer.
class Climb {
public:
    Climb(const AttentionGraph& graph, int source, int sink)
        : graph_(graph),
          engine_(graph),
          source_(source),
          sink_(sink),
          range_{graph.causal() ? sink : 0, graph.causal() ? source + 1 : graph.tokens()},
          supply_(graph.tokens()),
          demand_(graph.tokens()) {}

    double fromNothing(int layer, double enough) {
        for (int k = 0; k < graph_.tokens(); ++k) {
            supply_[k] = graph_.step(layer, source_, k);
            demand_[k] = graph_.step(0, k, sink_);
        }
        layer_ = layer;
        return engine_.run(
            {supply_.data(), layer, demand_.data(), 1, range_, enough, sink_, source_, false});
    }
    double onward(int layer, double enough) {
        REQUIRE(engine_.canGoOn(layer, source_, sink_, range_));
        layer_ = layer;
        return engine_.goOn(layer, enough);
    }
    const FlowEngine& engine() const { return engine_; }

    /// The value that the edges carry, or -1 if it is no flow.
    double carried() const {
        std::vector<double> here(graph_.tokens(), 0.0);
        double total = 0.0;
        for (int k = range_.first; k < range_.end; ++k) {
            const double full = graph_.step(layer_, source_, k);
            here[k] = full - supply_[k];
            if (here[k] < 0.0 || here[k] > full) return -1.0;
            total += here[k];
        }
        for (int layer = layer_ - 1; layer >= 1; --layer) {
            std::vector<double> below(graph_.tokens(), 0.0);
            for (int q = range_.first; q < range_.end; ++q) {
                for (int k = range_.first; k < std::min(range_.end, graph_.keys(q)); ++k) {
                    const double flow = engine_.flow(layer, q, k);
                    if (flow < 0.0 || flow > graph_.step(layer, q, k)) return -1.0;
                    here[q] -= flow;
                    below[k] += flow;
                }
            }
            if (std::any_of(here.begin(), here.end(), [](double rest) { return rest != 0.0; }))
                return -1.0;
            here = below;
        }
        for (int k = range_.first; k < range_.end; ++k) {
            const double full = graph_.step(0, k, sink_);
            if (here[k] != full - demand_[k] || demand_[k] < 0.0) return -1.0;
        }
        return total;
    }

private:
    const AttentionGraph& graph_;
    FlowEngine engine_;
    int source_, sink_, layer_ = 0;
    TokenRange range_;
    std::vector<double> supply_, demand_;
};

flow_graphs::Layers anyLayers(int round, int layers, int n, Random& random) {
    switch (round % 4) {
        case 0: return flow_graphs::modelLike(layers, n, random.below(2) == 0, random.bits());
        case 1:
            return flow_graphs::longPrompt({layers, n, 1 + random.below(2), 3.0}, random.bits());
        case 2: return flow_graphs::spoilt(layers, n, random);
        default:
            return flow_graphs::strange(random.below(flow_graphs::strangeKinds), layers, n, random);
    }
}

std::vector<double> values(const AttentionGraph& graph, FlowRequest request, DeepFlowLimits from) {
    FlowSolver solver(graph, from);
    request.verifyCuts = true;
    REQUIRE(solver.begin(request).has_value());
    while (!solver.step(1 << 20)) {}
    REQUIRE(solver.counts().failedCuts == 0);
    return solver.takeTable().values;
}

}  // namespace

TEST_CASE("a flow that begins with one of a layer below is a maximum flow on every network") {
    std::vector<std::string> names = flow_bench::libraryNames();
    names.emplace_back();  // the plain solver
    Random random(31);
    int steps = 0, stopped = 0;
    for (int round = 0; round < 600; ++round) {
        const int n = 2 + random.below(round % 16 == 0 ? 90 : 12);
        const int layers = 4 + random.below(8);
        const auto graph = AttentionGraph::fromDoubles(anyLayers(round, layers, n, random), n);
        REQUIRE(graph.has_value());
        const int source = random.below(n);
        const int sink = random.below(graph->causal() ? source + 1 : n);
        Climb climb(*graph, source, sink), other(*graph, source, sink);
        int layer = 1 + random.below(2);
        // Not always a maximum to continue from.
        const double first = other.fromNothing(layer, AttentionGraph::saturated);
        climb.fromNothing(layer, random.below(2) == 0 ? first : std::floor(first / 2));
        for (;;) {
            layer += 1 + (random.below(3) == 0 ? random.below(3) : 0);
            if (layer >= layers) break;
            CAPTURE(round, n, layer, source, sink, graph->causal());
            const double most = other.fromNothing(layer, AttentionGraph::saturated);
            // Sometimes it stops at the value of a known cut, without a search that finds one.
            const bool whole = random.below(3) != 0;
            const double enough = whole ? AttentionGraph::saturated : most;
            REQUIRE(climb.onward(layer, enough) == most);
            REQUIRE(climb.carried() == most);
            ++(whole ? steps : stopped);
            if (!whole) continue;
            REQUIRE(verifyCut(*graph, cutOfRun(*graph, climb.engine(), layer, source, sink),
                              most * graph->unit()));
            const std::string& name = names[static_cast<std::size_t>(round) % names.size()];
            const auto library = flow_bench::makeLibrary(name, *graph, layer);
            REQUIRE(most == (library ? library->flow(source, sink)
                                     : flow_graphs::plainFlow(*graph, layer, source, sink)));
        }
    }
    REQUIRE(steps > 1000);
    REQUIRE(stopped > 500);
}

TEST_CASE(
    "requests have the same values whether a flow begins with that of the layer below or not") {
    Random random(32);
    for (int round = 0; round < 60; ++round) {
        const int n = 3 + random.below(round % 6 == 0 ? 70 : 20);
        const int layers = 5 + random.below(9);
        const auto graph = AttentionGraph::fromDoubles(anyLayers(round, layers, n, random), n);
        REQUIRE(graph.has_value());
        CAPTURE(round, n, layers, graph->causal());
        const int last = layers - 1;
        const std::vector<FlowRequest> requests{
            {0, last, {}, {}},
            {2, last, {n - 1}, {}, false, 2},
            {1, last, {n - 1, 0, n / 2, n - 1}, {n / 3, 0, n / 3}, false, 3}};
        for (const FlowRequest& request : requests)
            REQUIRE(values(*graph, request, {}) == values(*graph, request, fresh));
    }
}

TEST_CASE("through all layers of a causal network, most of the work is left out") {
    const auto graph = AttentionGraph::fromDoubles(flow_graphs::longPrompt({10, 200}, 3), 200);
    const int source = 199, sink = 40;
    Climb climb(*graph, source, sink), other(*graph, source, sink);
    climb.fromNothing(2, AttentionGraph::saturated);
    const std::int64_t before = climb.engine().work();
    for (int layer = 3; layer < 10; ++layer) {
        REQUIRE(climb.onward(layer, AttentionGraph::saturated) ==
                other.fromNothing(layer, AttentionGraph::saturated));
    }
    REQUIRE(3 * (climb.engine().work() - before) < 2 * other.engine().work());
}
