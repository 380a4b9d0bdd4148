// SPDX-License-Identifier: MIT
// Which engine is asked for a pair, and what it begins with.
#pragma once

#include <cstddef>

namespace hw {

/// As measured (docs/max_flow.md); tests and benchmarks choose others.
struct DeepFrom {
    int layer = 10;       ///< the first source layer, counted from 0; at least 2
    int tokens = 32;      ///< from sink to source, at least 1
    bool always = false;  ///< even where it seldom pays
    std::size_t bytes = std::size_t{256} << 20;  ///< room for the rows of one pair
    bool onward = true;  ///< where FlowEngine can: from the flow of the layer below
    static constexpr int never = 1 << 30;
};

}  // namespace hw
