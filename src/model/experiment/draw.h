// SPDX-License-Identifier: MIT
// What chance would have cut: random units that weigh as much as those of a ranking.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "model/ask/units.h"

namespace hw::model {

/// Draws units of about the weights of others, none twice in a list. The same seed draws the same on every machine.
class Draw {
public:
    Draw(std::vector<Unit> all, std::uint32_t seed);

    /// For each unit another one among the sixteen whose weight is nearest to its own (itself if no other is left); fewer
    /// where none is. O(all) a unit.
    std::vector<Unit> like(const std::vector<Unit>& units);

private:
    std::vector<Unit> all_;  ///< by weight
    std::mt19937 random_;
};

/// Of some draws at one place: their mean, and the 2.5th and 97.5th percentile.
struct Spread {
    double mean = 0;
    double low = 0;
    double high = 0;
};
/// Of at least one value. O(n log n).
Spread spreadOf(std::vector<double> values);

}  // namespace hw::model
