// SPDX-License-Identifier: MIT
// The engine for a pair, and its starting flow.
#pragma once

#include <cstddef>

namespace hw {

/// As measured (docs/max_flow.md). Tests and benchmarks choose other values.
struct DeepFlowLimits {
    int layer = 10;       ///< the first source layer, counted from 0; at least 2
    int tokens = 32;      ///< from sink to source, at least 1
    bool always = false;  ///< even where it seldom pays
    std::size_t bytes = std::size_t{256} << 20;  ///< memory for the rows of one pair
    bool onward = true;  ///< where FlowEngine can, begin with the flow of the layer below
    static constexpr int never = 1 << 30;
};

}  // namespace hw
