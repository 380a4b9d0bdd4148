// SPDX-License-Identifier: MIT
// batch summary: what a data set's page shows, of one example.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/inputs.h"
#include "cli/scores.h"
#include "core/statistics/head_statistics.h"
#include "io/tree/tree.h"

namespace hw::cli {

/// Shares of rollout, [layer][slot], rows of zero slots before the first layer: of the output token (that of
/// correlate) and of all tokens alike.
struct RolloutShares {
    std::vector<std::vector<double>> output;
    std::vector<std::vector<double>> all;
};

/// Of one respect in which the file says what its tokens are.
struct ClassShares {
    std::string name;
    std::vector<std::string> classes;  ///< each once, in the order of the text
    std::vector<double> tokens;        ///< share of the tokens that are of the class
    RolloutShares rollout;             ///< by class
};

struct Summary {
    int heads = 0;
    std::vector<HeadStatistics> statistics;  ///< [layers * heads]
    RolloutShares distances;                 ///< core/report/mass_table.h
    std::vector<ClassShares> classes;
    std::vector<LayerScores> scores;  ///< empty: the example has no scores to compare with
};

/// Errors: those of rollout and of exampleScores. Cost: rollout, and where there are scores that of correlate.
Result<Summary> summarise(const Example& example, const Options& options);

/// Every number of it as members of an object, `{"statistics":...}`; correlations as correlate has them.
std::string summaryJson(const Summary& summary);
/// A line of results.jsonl, read back. Empty of what is not there.
Summary readSummary(const io::Tree& tree);

/// The example's line in the list of the page: where it is from (`file` as it is found from `out`), the beginning of its
/// text, and numbers to sort by.
std::string listLine(const Example& example, const Summary& summary, const Place& place, int number,
                     const std::string& out);

}  // namespace hw::cli
