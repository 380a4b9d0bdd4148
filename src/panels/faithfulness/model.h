// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/report/ranked_rows.h"
#include "io/write/json_writer.h"
#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "panels/rankings/rankings.h"

namespace hw {

struct FaithfulnessCell {
    double mean = 0;       ///< or the only example's correlation. NaN without one
    double deviation = 0;  ///< of the population. NaN for one example
    double low = 0;        ///< 95 % interval. NaN if not known (yet)
    double high = 0;
    /// For one example, the share of shuffles whose correlation is as far from 0. For many, the adjusted p of its
    /// difference from the best of its layer. NaN if not known (yet), or without a comparison.
    double p = 0;
    /// For one example, the share of shuffles in which any cell of the table is as far from 0. For many, the p of the
    /// mean against 0, adjusted for all cells (Holm).
    double pOfTable = 0;
    int examples = 0;
    int constant = 0;   ///< examples whose ranking is constant, counted as 0
    bool best = false;  ///< the largest of its layer, and significant (see markBest)
};

/// Rankings by layers for one importance score of the file.
struct FaithfulnessTable {
    std::string name;
    std::vector<int> rows;                               ///< indices into rankedRows
    std::vector<std::vector<FaithfulnessCell>> methods;  ///< [row][layer]
    const RankedRow& row(std::size_t index) const { return rankedRows[rows[index]]; }
};

struct FaithfulnessModel {
    std::string title;
    std::string caption;
    std::vector<FaithfulnessTable> tables;
    std::vector<Rankings> rankings;  ///< of the present cell, for this example
    int layers = 0;
    int layer = 0;
    int firstLayer = 0;  ///< of rollout and flow
    Method method = Method::rollout;
    Side side = Side::encoder;
    int tokens = 0;        ///< ranked ones in the present example
    int examples = 1;      ///< number in the file
    int done = 0;          ///< number of them finished
    bool overAll = false;  ///< the table covers all of them
    bool ready = false;
    bool complete = false;  ///< tests and intervals too
    double share = 0;       ///< finished share of the work, 0..1
    int secondsLeft = 0;    ///< until it is complete, rounded. 0 if not known
    bool stopped = false;   ///< by StopWork, before it was complete
    Standing standing;
    struct Choice {
        std::string token;
        bool leftOut;
    };
    RankingScope among = RankingScope::words;
    std::vector<Choice>
        choices;         ///< with Among::all, special tokens that may be excluded from the ranking
    std::string ranked;  ///< "10 of 11 tokens are ranked, without [CLS]."
    std::vector<std::string> leftOut;  ///< as in the state
};

/// The question for the table of the present example, or of the whole file.
Query correlationQuery(const AppState& state);

/// Which of the present example's tokens are ranked.
std::vector<bool> shownRanked(const AppState& state);
/// The number of ranked tokens.
int rankedCount(const AppState& state);
/// The same in words: "10 of 11 tokens are ranked, without [CLS]."
std::string describeRanking(const AppState& state);

/// O(scores * layers).
FaithfulnessModel faithfulnessModel(const AppState& state, ResultStore& results);

/// The progress of the table: "63 %, about 10 s left", "stopped at 3 of 20 examples".
std::string describeProgress(const FaithfulnessModel& model);

/// The short text below a correlation, ".012" (p of one example), "±.07" (half of the interval), or "" if not known.
std::string underCell(const FaithfulnessModel& model, const FaithfulnessCell& cell);

/// Whether a row belongs to the present view.
bool isShown(const FaithfulnessModel& model, const RankedRow& row);

/// {"examples":N,"done","tokens" (of one),"ranked":"All ...","leftOut":[...],"importance":{"blankout":{"raw":[{"layer",
/// "mean","sd","low","high","p","pOfTable"},...],...}}}, as in `headwaters correlate --format json` with tests against
/// chance. Layers count from 1. For one example sd is 0. For many, p is that of the difference from the layer's best.
void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
