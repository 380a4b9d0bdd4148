// SPDX-License-Identifier: MIT
// Networks solved source by source have the flows of their single layers.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"

using namespace hw;

TEST_CASE("a network solved source by source has the flows of its single layers") {
    for (const int n : {44, 70, 100}) {
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
