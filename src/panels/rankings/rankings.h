// SPDX-License-Identifier: MIT
// Two rankings of the same tokens side by side: what Spearman's correlation compares. Plain data, for any panel.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/statistics/spearman.h"
#include "io/write/json_writer.h"

namespace hw {

struct RankedToken {
    std::string label;
    double left = 0;  ///< ranks, 1 = the largest; equal values share the mean of theirs
    double right = 0;
    double leftValue = 0;
    double rightValue = 0;
    int leftPlace = 0;  ///< from the top, without gaps
    int rightPlace = 0;
};

struct Rankings {
    std::string title;
    std::string left;  ///< what the sides are
    std::string right;
    std::vector<RankedToken> tokens;  ///< those that are drawn, in the order of the left ranks
    int hidden = 0;                   ///< ranked and not drawn: those that are highest in neither
    double correlation = 0;           ///< NaN: one side is constant
    double squares = 0;               ///< sum of the squared differences of the ranks
    std::string caption;
};

/// Of the tokens with `keep`; the spans are as long as there are tokens. At most `most` are drawn, those that are
/// highest on either side. O(n log n).
/// Source: Spearman 1904; 1 - 6 * squares / (n (n^2 - 1)) where no two values are equal.
Rankings rankingsOf(std::span<const std::string> labels, std::span<const double> left,
                    std::span<const double> right, const std::vector<bool>& keep,
                    const RankOptions& forLeft, const RankOptions& forRight, int most);

/// As a table of the mirror.
void writeTable(JsonWriter& json, const Rankings& rankings);

}  // namespace hw
