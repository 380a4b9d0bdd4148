// SPDX-License-Identifier: MIT
// The table of faithfulness: what correlate computes for an example, and how examples are combined.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "io/write/export.h"

namespace hw::cli {

/// Spearman's correlation of a row's layers with one score of an example; NaN where a ranking is constant.
struct LayerScores {
    std::string importance;
    int row = 0;         ///< of rankedRows
    int firstLayer = 0;  ///< zero-based
    std::vector<double> layers;
};

/// What a table over many examples is tested with.
struct ScoredExample {
    std::string cluster;  ///< examples that name one count as one observation; or empty
    std::vector<LayerScores> scores;
};

/// The tables of all scores, in the order of their first appearance.
class ScoreTables {
public:
    void add(const LayerScores& scores);
    /// Adds what was computed over other examples.
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
/// The output token whose ranking is compared: `--token`, else usualOutputs(). Error: badArgument.
Result<OutputChoice> outputFor(const Example& example, const WeightOptions& options);
/// The names of the scores, each once.
std::vector<std::string_view> importanceNames(const std::vector<LayerScores>& scores);
/// Writes the member "importance":{NAME:{METHOD:[{"layer","correlation"}]}}.
void writeScores(JsonWriter& json, const std::vector<LayerScores>& scores);
/// What a row of rankedRows gives each token, from its first layer on.
struct RankedValues {
    int firstLayer = 0;  ///< zero-based
    std::vector<double>
        values;  ///< [layers][tokens], NaN where nothing is known; none before firstLayer
};
/// Of each row of rankedRows; nothing where the example has nothing for it. Errors: those of the methods, and
/// badArgument for an output token that does not exist. Cost: of flow, and of joint attribution a problem a layer.
Result<std::vector<std::optional<RankedValues>>> exampleRankings(const Example& example,
                                                                 const WeightOptions& options);
/// Which of the encoder's, or the only stack's, tokens are ranked: --among, --exclude, and each has every score.
std::vector<bool> takingPart(const Example& example, const WeightOptions& options);
/// Every row with every score that has a number for each token.
std::vector<LayerScores> scoresOf(const std::vector<std::optional<RankedValues>>& rankings,
                                  const Example& example, const WeightOptions& options,
                                  TieRanks ties);
/// Both. Errors: those of exampleRankings.
Result<std::vector<LayerScores>> exampleScores(const Example& example, const WeightOptions& options,
                                               TieRanks ties);
/// The badArgument error: no example has scores.
Problem noScores();
/// The tables as correlate prints them. `among`: which tokens take part (Names<Among>); empty: not known.
std::string scoresText(int examples, const std::vector<ExportScores>& tables,
                       std::string_view among, Format format, CsvCells cells = CsvCells::asTheyAre);

}  // namespace hw::cli
