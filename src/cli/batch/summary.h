// SPDX-License-Identifier: MIT
// batch summary, the data of one example for the data set page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/inputs.h"
#include "cli/correlate/scores.h"
#include "core/statistics/head_statistics.h"
#include "io/tree/tree.h"

namespace hw::cli {

/// Shares of rollout, [layer][slot]. Rows before the first layer have no slots. For the output token (the same as in
/// correlate) and for all tokens together.
struct RolloutShares {
    std::vector<std::vector<double>> output;
    std::vector<std::vector<double>> all;
};

/// For one classification of the tokens in the file.
struct ClassShares {
    std::string name;
    std::vector<std::string> classes;  ///< each once, in the order of the text
    std::vector<double> tokens;        ///< share of tokens in each class
    RolloutShares rollout;             ///< by class
};

struct Summary {
    std::string cluster;  ///< the one that the example names, or empty
    int heads = 0;
    std::vector<HeadStatistics> statistics;  ///< [layers * heads]
    RolloutShares distances;                 ///< core/report/mass_table.h
    std::vector<ClassShares> classes;
    std::vector<LayerScores> scores;  ///< empty if the example has no scores to compare with
};

/// Errors: those of rollout and of exampleScores. Cost: rollout, plus that of correlate if there are scores.
Result<Summary> summarise(const Example& example, const BatchOptions& options);

/// All its numbers as members of an object, `{"statistics":...}`. Correlations are written as in correlate.
std::string summaryJson(const Summary& summary);
/// The inverse, from a line of results.jsonl that anybody may have changed. Nothing if batch would not write it.
/// Missing members stay empty.
std::optional<Summary> readSummary(const io::Tree& tree);

/// The example's line in the page's list. It has the place (`file` is relative to `out`), the beginning of the text,
/// and numbers to sort by.
std::string listLine(const Example& example, const Summary& summary, const Place& place, int number,
                     const std::string& out);

}  // namespace hw::cli
