// SPDX-License-Identifier: MIT
// The heaviest single ways through a product of matrices. Rollout is the sum over all ways from an output down to an
// input, each the product of its weights (Abnar & Zuidema 2020, section 3.1). Internal to core/explain.
#pragma once

#include <span>
#include <vector>

#include "core/flow/max_flow.h"

namespace hw {

/// Built from the input upward, one matrix a call. Keeps `most` ways for each token of a level: O(levels n most) memory,
/// and O(n (n + most log n)) a level.
class HeaviestPaths {
public:
    /// Ways to the input `key` of `keys`.
    HeaviestPaths(int keys, int key, int most);

    /// One matrix further up, [rows][columns of the level below], row-major; only `row` where one is enough (-1: all).
    void climb(std::span<const double> matrix, int rows, int row);

    /// The heaviest from `query` at the top, largest first; equal ones in the order of their tokens.
    std::vector<FlowPath> from(int query) const;

private:
    struct Way {
        double value = 0.0;
        int below = -1;  // token one level down
        int rank = 0;    // of the way that goes on from there
    };
    using Level = std::vector<std::vector<Way>>;  // [token], largest first

    int most_;
    std::vector<Level> levels_;
};

}  // namespace hw
