// SPDX-License-Identifier: MIT
#include "core/flow/max_flow.h"
#include "core/matrix/divided_rows.h"
#include "core/matrix/matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/flow/flow_examples.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/strange_graphs.h"

using namespace hw;
using flow_graphs::graphOf;
using flow_graphs::Layers;
using flow_graphs::paperExample;
using flow_graphs::Random;
using flow_graphs::strange;
using flow_graphs::strangeKinds;

namespace {

std::vector<double> layerValues(const FlowTable& table, int layer) {
    const std::size_t size = table.sources.size() * table.sinks.size();
    const auto first =
        table.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(layer) * size);
    return {first, first + static_cast<std::ptrdiff_t>(size)};
}

void requireNear(const std::vector<double>& values, const std::vector<double>& expected,
                 double tolerance = 1e-14) {
    REQUIRE(values.size() == expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        CAPTURE(i, values[i], expected[i]);
        REQUIRE(std::abs(values[i] - expected[i]) <= tolerance);
    }
}

// Renumbers the tokens, rows and columns alike.
Layers permuted(const Layers& layers, int n, const std::vector<int>& order) {
    Layers result = layers;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        for (int q = 0; q < n; ++q) {
            for (int k = 0; k < n; ++k) {
                result[l][q * n + k] = layers[l][order[q] * n + order[k]];
            }
        }
    }
    return result;
}

// Every pair, compared with the plain solver, with every cut measured again, and sometimes the whole trace.
void checkAll(const AttentionGraph& graph, Random& random) {
    FlowSolver solver(graph);
    REQUIRE(solver.begin({0, graph.layers() - 1, {}, {}, true}).has_value());
    while (!solver.step(1000)) {}
    const FlowTable& table = solver.table();
    REQUIRE(solver.counts().failedCuts == 0);
    for (int l = 0; l < graph.layers(); ++l) {
        for (int s = 0; s < graph.tokens(); ++s) {
            for (int t = 0; t < graph.tokens(); ++t) {
                const double steps = flow_graphs::plainFlow(graph, l, s, t);
                CAPTURE(l, s, t);
                REQUIRE(table.values[table.index(l, s, t)] == steps * graph.unit());
                if (random.below(16) == 0) {
                    const auto pair = maxFlow(graph, l, s, t);
                    REQUIRE(pair.has_value());
                    REQUIRE(pair->value == steps * graph.unit());
                    REQUIRE(verify(graph, *pair));
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("attention flow gives the exact fractions of the three token example") {
    const AttentionGraph graph = graphOf(paperExample(), 3);
    const auto table = maxFlows(graph, {0, 2, {}, {}, true});
    REQUIRE(table.has_value());
    requireNear(layerValues(*table, 0), paperExample()[0]);
    requireNear(layerValues(*table, 1),
                {7. / 10, 3. / 10, 11. / 20, 9. / 20, 4. / 5, 3. / 10, 3. / 20, 7. / 20, 9. / 10});
    requireNear(layerValues(*table, 2),
                {13. / 15, 19. / 30, 13. / 15, 9. / 20, 4. / 5, 3. / 10, 2. / 5, 3. / 5, 1.});
    std::vector<double> relative = layerValues(*table, 2);
    divideRows(std::span(relative), 3);
    requireNear(relative, {26. / 71, 19. / 71, 26. / 71, 9. / 31, 16. / 31, 6. / 31, 1. / 5,
                           3. / 10, 1. / 2});
}

TEST_CASE(
    "flow of small random and adversarial networks equals a plain integer solver on every pair") {
    Random random(1);
    for (int round = 0; round < 480; ++round) {
        const int kind = round % strangeKinds;
        const int n = 1 + random.below(7);
        const int layerCount = 1 + random.below(6);
        Layers layers = strange(kind, layerCount, n, random);
        if (random.below(2) == 0 && kind != 6)
            layers = flow_graphs::addResidual(std::move(layers), n, 0.5);
        CAPTURE(round, kind, n, layerCount);
        checkAll(graphOf(layers, n), random);
    }
}

TEST_CASE(
    "flow of networks like those of trained models equals a plain integer solver on every pair") {
    Random random(2);
    for (int round = 0; round < 12; ++round) {
        const int n = 8 + random.below(9);
        const int layerCount = 3 + random.below(6);
        CAPTURE(round, n, layerCount);
        checkAll(graphOf(flow_graphs::modelLike(layerCount, n, round % 2 == 0,
                                                static_cast<std::uint64_t>(round)),
                         n),
                 random);
    }
}

TEST_CASE("flow of wide networks equals a plain integer solver on sampled pairs") {
    Random random(3);
    for (int round = 0; round < 8; ++round) {
        const int n = 60 + random.below(75);  // one, two and three words per set
        const int layerCount = 3 + random.below(4);
        const bool causal = round % 2 == 0;
        const AttentionGraph graph = graphOf(
            flow_graphs::modelLike(layerCount, n, causal, static_cast<std::uint64_t>(round)), n);
        const auto table = maxFlows(graph, {0, layerCount - 1, {}, {}, false});
        REQUIRE(table.has_value());
        for (int sample = 0; sample < 12; ++sample) {
            const int l = random.below(layerCount), s = random.below(n),
                      t = random.below(causal ? s + 1 : n);
            CAPTURE(round, n, l, s, t);
            const double steps = flow_graphs::plainFlow(graph, l, s, t);
            REQUIRE(table->values[table->index(l, s, t)] == steps * graph.unit());
            const auto pair = maxFlow(graph, l, s, t);
            REQUIRE(pair->value == steps * graph.unit());
            REQUIRE(verify(graph, *pair));
        }
    }
}

TEST_CASE("flow lies between rollout and the ceiling of source and sink") {
    const int n = 12;
    const Layers layers = flow_graphs::modelLike(5, n, false, 7);
    const AttentionGraph graph = graphOf(layers, n);
    const auto table = maxFlows(graph, {0, 4, {}, {}, false});
    std::vector<double> rollout = layers[0];
    for (int l = 0; l < 5; ++l) {
        if (l > 0) {
            std::vector<double> next(rollout.size(), 0.0);
            for (int q = 0; q < n; ++q) {
                for (int m = 0; m < n; ++m) {
                    for (int k = 0; k < n; ++k) {
                        next[q * n + k] += layers[l][q * n + m] * rollout[m * n + k];
                    }
                }
            }
            rollout = next;
        }
        for (int s = 0; s < n; ++s) {
            for (int t = 0; t < n; ++t) {
                const double value = table->values[table->index(l, s, t)];
                REQUIRE(rollout[s * n + t] <= value + 1e-12);
                REQUIRE(value <=
                        std::min(graph.rowSums(l)[s], graph.columnSums(0)[t]) * graph.unit());
            }
        }
    }
}

TEST_CASE(
    "permuting tokens permutes flows, and scaling capacities by a power of two scales them "
    "exactly") {
    const int n = 9;
    const Layers layers = flow_graphs::modelLike(4, n, false, 11);
    const std::vector<int> order{4, 2, 8, 0, 1, 7, 3, 6, 5};
    Layers scaled = layers;
    for (auto& matrix : scaled) {
        for (double& value : matrix) value *= 0x1p-40;
    }
    const auto table = maxFlows(graphOf(layers, n), {0, 3, {}, {}, false});
    const auto moved = maxFlows(graphOf(permuted(layers, n, order), n), {0, 3, {}, {}, false});
    const auto small = maxFlows(graphOf(scaled, n), {0, 3, {}, {}, false});
    for (int l = 0; l < 4; ++l) {
        for (int s = 0; s < n; ++s) {
            for (int t = 0; t < n; ++t) {
                const double value = table->values[table->index(l, order[s], order[t])];
                REQUIRE(moved->values[moved->index(l, s, t)] == value);
                REQUIRE(small->values[table->index(l, order[s], order[t])] == value * 0x1p-40);
            }
        }
    }
}

TEST_CASE("identity attention passes each token to itself and nothing else") {
    const int n = 5;
    const Layers identity(3, flow_graphs::addResidual({std::vector<double>(25, 0.0)}, n, 1.0)[0]);
    const auto table = maxFlows(graphOf(identity, n), {0, 2, {}, {}, true});
    for (int l = 0; l < 3; ++l) {
        for (int s = 0; s < n; ++s) {
            for (int t = 0; t < n; ++t)
                REQUIRE(table->values[table->index(l, s, t)] == (s == t ? 1.0 : 0.0));
        }
    }
}

TEST_CASE("causal networks are recognised and send nothing to later tokens") {
    const int n = 10;
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(6, n, true, 5), n);
    REQUIRE(graph.causal());
    const auto table = maxFlows(graph, {0, 5, {}, {}, true});
    for (int l = 0; l < 6; ++l) {
        for (int s = 0; s < n; ++s) {
            for (int t = s + 1; t < n; ++t) REQUIRE(table->values[table->index(l, s, t)] == 0.0);
        }
    }
    const auto pair = maxFlow(graph, 5, 2, 7);
    REQUIRE(pair->value == 0.0);
    REQUIRE(pair->paths.empty());
    REQUIRE(verify(graph, *pair));
}

TEST_CASE(
    "splitting a request by sinks, sources and layers gives the same numbers as one request") {
    const int n = 14;
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(6, n, false, 9), n);
    const auto whole = maxFlows(graph, {0, 5, {}, {}, false});
    FlowSolver solver(graph);
    for (int shard = 0; shard < 3; ++shard) {
        FlowRequest request{2, 5, {3, 0, 13}, {}, false};
        for (int t = shard; t < n; t += 3) request.sinks.push_back(n - 1 - t);
        REQUIRE(solver.begin(request).has_value());
        REQUIRE(solver.progress() == 0.0);
        double before = 0.0;
        int steps = 0;
        for (bool done = false; !done; ++steps) {
            done = solver.step(1);
            REQUIRE(solver.progress() >= before);
            before = solver.progress();
        }
        REQUIRE(steps > 20);
        REQUIRE(solver.progress() == 1.0);
        const FlowTable table = solver.takeTable();
        for (int l = 2; l <= 5; ++l) {
            for (int s = 0; s < 3; ++s) {
                for (int t = 0; t < static_cast<int>(table.sinks.size()); ++t) {
                    REQUIRE(table.values[table.index(l - 2, s, t)] ==
                            whole->values[whole->index(l, table.sources[s], table.sinks[t])]);
                }
            }
        }
    }
}

TEST_CASE("saturation counts the sinks that stand at their ceiling") {
    const AttentionGraph graph = graphOf(flow_graphs::modelLike(12, 8, false, 3), 8);
    const auto table = maxFlows(graph, {0, 11, {}, {}, false});
    const Saturation shallow = saturation(graph, *table, 0, 2);
    const Saturation deep = saturation(graph, *table, 11, 2);
    REQUIRE(shallow.sinks == 8);
    REQUIRE(shallow.atCeiling < 8);
    REQUIRE(deep.atCeiling == 8);
}
