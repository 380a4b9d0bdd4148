// SPDX-License-Identifier: MIT
// Tests of the tables of correlate against chance, the same as the page's (core/report/correlation_tests.h).
#pragma once

#include "cli/correlate/scores.h"

namespace hw::cli {

/// For one example, p by shuffles, and the interval of each correlation. `--ranks dense` has neither, since the test
/// needs average ranks.
void addChance(std::vector<ExportScores>& tables,
               const std::vector<std::optional<RankedValues>>& rankings, const Example& example,
               const WeightOptions& options, TieRanks ties);
/// For many examples, Student's interval of each mean, the paired test against the layer's best, and the test against
/// 0.
void addChance(std::vector<ExportScores>& tables, const std::vector<ScoredExample>& examples);
/// Only the intervals, for independent examples of which only the sums are known.
void addIntervals(std::vector<ExportScores>& tables);

}  // namespace hw::cli
