// SPDX-License-Identifier: MIT
#include "core/flow/kernel/attention_graph.h"
#include "core/matrix/matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/flow/max_flow.h"

using namespace hw;

TEST_CASE("float matrices enter the network as they are") {
    Matrix matrix{{0.1f, 0.9f}, {0.25f, 0.75f}};
    const auto graph = AttentionGraph::fromMatrices(std::vector<MatrixView>{matrix, matrix});
    REQUIRE(graph.has_value());
    REQUIRE(graph->capacity(1, 0, 0) == static_cast<double>(0.1f));
    REQUIRE(graph->capacity(1, 1, 1) == 0.75);
}

TEST_CASE("the uniform causal reference favours early tokens") {
    const auto graph = AttentionGraph::uniformCausal(4, 6, 0.5);
    REQUIRE(graph.has_value());
    REQUIRE(graph->causal());
    const auto table = maxFlows(*graph, {3, 3, {5}, {}, true});
    for (int t = 1; t < 5; ++t) REQUIRE(table->values[t] <= table->values[t - 1]);
    REQUIRE(table->values[4] < table->values[0]);
    REQUIRE(AttentionGraph::uniformCausal(4, 6, 1.5).error().code == Code::badArgument);
}
