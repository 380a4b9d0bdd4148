// SPDX-License-Identifier: MIT
// Where rollout goes across a data set, as shares of an example by distance or by token class, and their means over
// examples.
#pragma once

#include <span>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/report/faithfulness.h"

namespace hw {

/// Distances 0 to 31 have a slot each, followed by two slots per octave: 32-47, 48-63, 64-95, 96-127, ... A text of
/// 4096 tokens has 46 slots.
int distanceSlot(int distance);
/// The smallest distance of a slot.
int firstDistance(int slot);

/// The share of a layer's rollout at each distance |query - key|, by slot up to that of keys - 1. It is the mean over
/// `queries` (all if empty) of each row divided by its sum. Ignores rows without a sum, or with a value that is not
/// finite. NaN everywhere if no row is left. Adds up to 1. Cost O(queries * keys).
std::vector<double> massByDistance(MatrixView layer, std::span<const int> queries);

/// The same by class. `classOfKey` is a number in [0, classes) for each key.
std::vector<double> massByClass(MatrixView layer, std::span<const int> queries,
                                std::span<const int> classOfKey, int classes);

/// Means over examples of such shares, [layer][slot]. A slot beyond an example's length has none of its mass and counts
/// as 0, so that the means of a layer add up to 1 as the shares do.
class MassTable {
public:
    /// Adds one example's shares, or ignores them if they are NaN.
    void add(int layer, std::span<const double> shares);
    /// Adds the cells of other examples, with the same slots.
    void add(int layer, std::vector<MeanSpread> cells);
    /// All slots of a layer, each with the same count.
    const std::vector<std::vector<MeanSpread>>& layers() const { return layers_; }

private:
    std::vector<MeanSpread>& layerOf(int layer, std::size_t slots);
    std::vector<std::vector<MeanSpread>> layers_;
};

}  // namespace hw
