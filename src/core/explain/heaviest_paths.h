// SPDX-License-Identifier: MIT
// The heaviest individual paths through a product of matrices. Rollout is the sum over all paths from an output to an
// input, each the product of its weights (Abnar & Zuidema 2020, section 3.1). Internal.
#pragma once

#include <span>
#include <vector>

#include "core/flow/answers/pair_flow.h"

namespace hw {

/// Built from the input upward, one matrix per call. Keeps `most` paths for each token of a level. Memory O(levels n
/// most), cost O(n (n + most log n)) per level.
class HeaviestPaths {
public:
    /// Paths to input `key` out of `keys`.
    HeaviestPaths(int keys, int key, int most);

    /// Adds the next matrix up, [rows][columns of the level below], row-major. If `row` is not -1, adds only that row.
    void climb(std::span<const double> matrix, int rows, int row);

    /// The heaviest paths from `query` at the top, largest first. Ties come in the order of their tokens.
    std::vector<FlowPath> from(int query) const;

private:
    struct PathStep {
        double value = 0.0;
        int below = -1;  // token one level down
        int rank = 0;    // rank, at that token, of the path that continues from there
    };
    using Level = std::vector<std::vector<PathStep>>;  // [token], largest first

    int most_;
    std::vector<Level> levels_;
};

}  // namespace hw
