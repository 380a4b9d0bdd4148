// SPDX-License-Identifier: MIT
// What chance alone says of the tables of correlate: the same tests as the page's (core/report/correlation_tests.h).
#pragma once

#include "cli/correlate/scores.h"

namespace hw::cli {

/// Of one example: p by shuffles, and the interval of each correlation. `--ranks dense` has none: the test is of average
/// ranks.
void addChance(std::vector<ExportScores>& tables,
               const std::vector<std::optional<RankedValues>>& rankings, const Example& example,
               const WeightOptions& options, TieRanks ties);
/// Of many: Student's interval of each mean, the paired test against the layer's best, and the test against 0.
void addChance(std::vector<ExportScores>& tables, const std::vector<ScoredExample>& examples);
/// The intervals alone, of independent examples of which only their sums are known.
void addIntervals(std::vector<ExportScores>& tables);

}  // namespace hw::cli
