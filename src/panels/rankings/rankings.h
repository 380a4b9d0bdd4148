// SPDX-License-Identifier: MIT
// Two rankings of the same tokens side by side, which Spearman's correlation compares. Plain data, for any panel.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/statistics/spearman.h"
#include "io/write/json_writer.h"

namespace hw {

struct RankedToken {
    std::string label;
    double left = 0;  ///< ranks, 1 = the largest. Equal values share their mean rank
    double right = 0;
    double leftValue = 0;
    double rightValue = 0;
    int leftPlace = 0;  ///< place from the top, without gaps
    int rightPlace = 0;
};

struct Rankings {
    std::string title;
    std::string left;  ///< headings of the two sides
    std::string right;
    std::vector<RankedToken> tokens;  ///< the drawn tokens, ordered by the left rank
    int hidden =
        0;  ///< ranked ones that are not drawn, since they are not among the highest on either side
    double correlation = 0;  ///< NaN if one side is constant
    double squares = 0;      ///< sum of the squared differences of the ranks
    std::string caption;
};

/// Rankings of the tokens with `keep`. The spans have one entry per token. At most `most` are drawn, those highest on
/// either side. O(n log n).
/// Source: Spearman 1904; 1 - 6 * squares / (n (n^2 - 1)) if no two values are equal.
Rankings rankingsOf(std::span<const std::string> labels, std::span<const double> left,
                    std::span<const double> right, const std::vector<bool>& keep,
                    const RankOptions& forLeft, const RankOptions& forRight, int most);

/// Writes them as a table of the mirror.
void writeTable(JsonWriter& json, const Rankings& rankings);

}  // namespace hw
