// SPDX-License-Identifier: MIT
// Spearman's rank correlation, with the choices in which published numbers differ.
#pragma once

#include <span>
#include <vector>

namespace hw {

enum class TieRanks {
    average,  ///< equal values share the mean of their ranks, the usual definition
    dense,  ///< equal values share one rank and the next value has the next rank, as in the paper's code
};

struct RankOptions {
    TieRanks ties = TieRanks::average;
    /// Neighbours in sorted order that differ by no more than this are equal. 1e-9 suits flows, whose last digits
    /// depend on the rounding of capacities. 0 means equal to the bit.
    double epsilon = 0.0;
};

/// Rank of each value, 1 for the smallest. NaN counts as larger than every number, and as equal to other
/// NaN. Cost O(n log n).
std::vector<double> ranksOf(std::span<const double> values, const RankOptions& options = {});

/// Pearson's correlation in [-1, 1]. NaN if either side is constant or has a NaN or infinite value, or if
/// the lengths differ.
double pearson(std::span<const double> a, std::span<const double> b);

/// Pearson's correlation of the ranks. NaN if either side is constant, since there is no order to compare (tables of
/// means count it as 0, see MeanSpread).
/// Source: Spearman 1904; Abnar & Zuidema 2020, tables 1 to 3, with TieRanks::dense as in their code.
double spearman(std::span<const double> a, std::span<const double> b, const RankOptions& forA = {},
                const RankOptions& forB = {});

}  // namespace hw
