// SPDX-License-Identifier: MIT
// What chance alone says of the tables of correlate: the same tests as the page's (core/report/correlation_tests.h).
#pragma once

#include "cli/correlate/scores.h"

namespace hw::cli {

/// Of one example: p by shuffles, and the interval of each correlation. `--ranks dense` has none: the test is of average
/// ranks.
void addChance(std::vector<ExportScores>& tables,
               const std::vector<std::optional<RankedValues>>& rankings, const Example& example,
               const Options& options);
/// Of many: the interval of each mean by the bootstrap, and the paired test against the layer's best. `examples`: the
/// correlations of each.
void addChance(std::vector<ExportScores>& tables,
               const std::vector<std::vector<LayerScores>>& examples);

}  // namespace hw::cli
