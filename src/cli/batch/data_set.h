// SPDX-License-Identifier: MIT
// DIR/dataset.headwaters.jsonl of `batch summary`, which the data set page opens and `merge` combines.
//
//   {"format":"headwaters-dataset/1","program":"...","settings":{...},"methods":["raw","rollout","flow",...]}
//   {"file":"../data/a.jsonl","line":3,"bytes":[812,406],"example":0,"text":"...","tokens":8,...}  one per example
//   {"end":true,"examples":1,"failed":0,"statistics":{...},"rolloutByDistance":{...},"tokenClasses":[...],"importance":[...]}
//
// The last line is written once the batch has finished. A cell in it is [count, constant, mean, squares] of a
// MeanSpread. File names are relative to this folder, or that of the last {"folder":"../part-1"}.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/batch/summary.h"
#include "cli/correlate/scores.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/report/mass_table.h"
#include "core/statistics/mean_tests.h"

namespace hw::cli {

inline constexpr std::string_view dataSetName = "dataset.headwaters.jsonl";
/// The name of merge's list until it is complete.
inline constexpr std::string_view joinedName = "dataset.headwaters.jsonl.new";

/// Means over examples of everything in a summary. The order of examples affects the last digit at most.
class DataSet {
public:
    void add(const Summary& summary);
    void add(const DataSet& other);
    /// The statistics of each layer for terminals, as means over its heads.
    std::string layersText() const;
    const ScoreTables& scores() const { return scores_; }
    /// The last line of the list.
    std::string endLine(int failed) const;
    /// The inverse, for a file that anybody may have changed. Nothing if batch would not write it. Missing members stay
    /// empty.
    static std::optional<DataSet> read(const io::Tree& tree);
    int examples() const { return examples_; }
    /// The number of examples, or less if some share a cluster.
    int clusters() const { return clusters_.count() + clustersOfParts_; }

private:
    /// [layer][head] for each of the statistics.
    using Heads = std::vector<std::vector<MeanSpread>>;
    struct Rollout {
        MassTable output;
        MassTable all;
    };
    /// One classification. The names of its classes, and the share of tokens as a table with one layer.
    struct Classes {
        std::vector<std::string> names;
        MassTable tokens;
        Rollout rollout;
    };
    static bool readRollout(Rollout& rollout, const io::Tree& tree, io::NodeId node,
                            std::size_t widest);
    static std::vector<int> slotsOf(Classes& mine, const std::vector<std::string>& names);

    int examples_ = 0;
    Clusters clusters_;        ///< from the examples that were added one by one
    int clustersOfParts_ = 0;  ///< from parts. A cluster in two parts counts twice
    std::map<std::string, Heads> statistics_;
    std::map<std::string, Heads> ofLayers_;  ///< one row, with each layer's mean over its heads
    Rollout distances_;
    std::map<std::string, Classes> classes_;
    ScoreTables scores_;
};

std::string dataSetHead(const std::vector<SettingText>& settings);

/// The means over a folder's results.jsonl. Errors: cannotRead, and those of a line with other content.
Result<DataSet> meansOf(const std::string& folder);

/// True for a folder written by batch summary.
bool isDataSet(const std::string& folder);
/// merge: the lists of all folders as one, in --out, and a sentence about it. Sets `failed` to the number of inputs
/// that failed in the folders. Errors: as mergeText.
Result<std::string> mergeDataSets(const MergeOptions& options, int& failed);

}  // namespace hw::cli
