// SPDX-License-Identifier: MIT
// The network whose flows are known as fractions, and networks for tests that fail if one cannot be made.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <utility>

#include "core/flow/flow_graphs.h"

namespace flow_graphs {

inline hw::AttentionGraph graphOf(const Layers& layers, int n) {
    auto graph = hw::AttentionGraph::fromDoubles(layers, n);
    REQUIRE(graph.has_value());
    return std::move(*graph);
}

/// Removes attention to later tokens.
inline void makeCausal(Layers& layers, int n) {
    for (auto& matrix : layers)
        for (int q = 0; q < n; ++q)
            for (int k = q + 1; k < n; ++k) matrix[q * n + k] = 0.0;
}

inline Layers paperExample() {
    const double third = 1.0 / 3.0;
    return addResidual({{.5, .3, .2, .1, .6, .3, .2, .2, .6},
                        {.1, .1, .8, .7, .2, .1, 0, .5, .5},
                        {third, third, third, 0, 1, 0, .25, .25, .5}},
                       3, 0.5);
}

}  // namespace flow_graphs
