// SPDX-License-Identifier: MIT
// The table of faithfulness. The correlations of one example, and how examples are combined.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "io/write/export.h"

namespace hw::cli {

/// Spearman's correlation of a row's layers with one score of an example. NaN where a ranking is constant.
struct LayerScores {
    std::string importance;
    int row = 0;         ///< of rankedRows
    int firstLayer = 0;  ///< zero-based
    std::vector<double> layers;
};

/// The data of one example for the tests of a table over many.
struct ScoredExample {
    std::string cluster;  ///< examples with the same one count as one observation, or empty
    std::vector<LayerScores> scores;
};

/// The tables of all scores, in the order of their first appearance.
class ScoreTables {
public:
    void add(const LayerScores& scores);
    /// Adds the sums over other examples.
    void add(const ExportScores& other);
    const std::vector<ExportScores>& all() const { return tables_; }

private:
    ExportScores::Row& rowOf(const std::string& importance, int row, int firstLayer);
    std::vector<ExportScores> tables_;
};

/// Whether an example has anything to correlate.
bool hasScores(const Example& example);
/// The part to rank: the encoder's, or the only one, since importance scores belong to its tokens.
Part rankedPart(const Example& example, const WeightOptions& options);
/// The output token whose ranking is compared, from `--token`. Default: usualOutputs(). Error: badArgument.
Result<OutputChoice> outputFor(const Example& example, const WeightOptions& options);
/// The names of the scores, each once.
std::vector<std::string_view> importanceNames(const std::vector<LayerScores>& scores);
/// Writes the member "importance":{NAME:{METHOD:[{"layer","correlation"}]}}.
void writeScores(JsonWriter& json, const std::vector<LayerScores>& scores);
/// A row of rankedRows as one value per token, from its first layer on.
struct RankedValues {
    int firstLayer = 0;          ///< zero-based
    std::vector<double> values;  ///< [layers][tokens], NaN where unknown. Starts at firstLayer
};
/// One element for each row of rankedRows, nothing if the example has no data for it. Errors: those of the methods, and
/// badArgument for an output token that does not exist. Cost: flow, and one problem per layer for joint attribution.
Result<std::vector<std::optional<RankedValues>>> exampleRankings(const Example& example,
                                                                 const WeightOptions& options);
/// Which tokens of the encoder, or of the only stack, are ranked, by --among and --exclude. Each has every score.
std::vector<bool> takingPart(const Example& example, const WeightOptions& options);
/// Every row with every score that has a number for each token.
std::vector<LayerScores> scoresOf(const std::vector<std::optional<RankedValues>>& rankings,
                                  const Example& example, const WeightOptions& options,
                                  TieRanks ties);
/// exampleRankings and scoresOf together. Errors: those of exampleRankings.
Result<std::vector<LayerScores>> exampleScores(const Example& example, const WeightOptions& options,
                                               TieRanks ties);
/// The badArgument error for a file in which no example has scores.
Problem noScores();
/// The tables as correlate prints them. `among` names the tokens that take part (Names<Among>), empty if unknown.
std::string scoresText(int examples, const std::vector<ExportScores>& tables,
                       std::string_view among, Format format, CsvCells cells = CsvCells::asTheyAre);

}  // namespace hw::cli
