// SPDX-License-Identifier: MIT
// Where the engine of deep causal networks is asked.
#pragma once

#include <cstddef>

namespace hw {

/// As measured (docs/max_flow.md); tests and benchmarks choose others.
struct DeepFrom {
    int layer = 10;       ///< the first source layer, counted from 0; at least 2
    int tokens = 32;      ///< from sink to source, at least 1
    bool always = false;  ///< even where it seldom pays
    std::size_t bytes = std::size_t{256} << 20;  ///< room for the rows of one pair
    static constexpr int never = 1 << 30;
};

}  // namespace hw
