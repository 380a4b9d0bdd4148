// SPDX-License-Identifier: MIT
// A random baseline: units with the same weights as those of a ranking.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "model/ask/units.h"

namespace hw::model {

/// Draws units with about the weights of others, each at most once in a list. The same seed draws the same units on
/// every machine.
class Draw {
public:
    Draw(std::vector<Unit> all, std::uint32_t seed);

    /// For each unit a random one of the sixteen whose weight is nearest to its own (itself if no other is left). The
    /// list is shorter if none is left at all. O(all) per unit.
    std::vector<Unit> like(const std::vector<Unit>& units);

private:
    std::vector<Unit> all_;  ///< sorted by weight
    std::mt19937 random_;
};

/// The mean of some draws, and the 2.5th and 97.5th percentile.
struct Spread {
    double mean = 0;
    double low = 0;
    double high = 0;
};
/// Requires at least one value. O(n log n).
Spread spreadOf(std::vector<double> values);

}  // namespace hw::model
