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
