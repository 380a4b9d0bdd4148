// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "core/model/methods.h"
#include "io/write/json_writer.h"
#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "panels/rankings/rankings.h"

namespace hw {

/// The methods of a FaithfulnessTable, in order.
inline constexpr Words faithfulnessMethods[] = {"raw"_tr, "rollout"_tr, "flow"_tr};
static_assert(std::size(faithfulnessMethods) == rankedMethods.size());

struct FaithfulnessCell {
    double mean = 0;       ///< or the only example's correlation; NaN: none
    double deviation = 0;  ///< of the population; NaN for one example
    int examples = 0;
    int constant = 0;   ///< examples whose ranking is constant, counted as 0
    bool best = false;  ///< max of its layer (shared by ties)
};

/// One importance score of the file: three methods by layers.
struct FaithfulnessTable {
    std::string name;
    std::vector<std::vector<FaithfulnessCell>> methods;  ///< [raw, rollout, flow][layer]
};

struct FaithfulnessModel {
    std::string title;
    std::string caption;
    std::vector<FaithfulnessTable> tables;
    std::vector<Rankings> rankings;  ///< behind the present cell, for this example
    int layers = 0;
    int layer = 0;
    int firstLayer = 0;  ///< of rollout and flow
    Method method = Method::rollout;
    int examples = 1;      ///< number in the file
    int done = 0;          ///< number of them finished
    bool overAll = false;  ///< the table covers all of them
    bool ready = false;
    bool complete = false;
    double share = 0;      ///< share of the work that is done, 0..1
    bool stopped = false;  ///< by StopWork, before it was complete
    Standing standing;
    struct Choice {
        std::string token;
        bool leftOut;
    };
    std::vector<Choice> choices;       ///< special tokens that may be left out of the ranking
    std::string ranked;                ///< "10 of 11 tokens are ranked; left out: [CLS]."
    std::vector<std::string> leftOut;  ///< as in the state
};

/// The question for the table: for the present example, or for the whole file.
Query correlationQuery(const AppState& state);

/// How many tokens are ranked: "10 of 11 tokens are ranked; left out: [CLS]."
std::string rankedWords(const AppState& state);

/// O(scores * layers).
FaithfulnessModel faithfulnessModel(const AppState& state, ResultStore& results);

/// How far the table is: "63 %", "stopped at 3 of 20 examples".
std::string progressWords(const FaithfulnessModel& model);

/// {"examples":N,"done","ranked":"All ...","leftOut":[...],"importance":{"blankout":{"raw":[{"layer",
/// "mean","sd"},...],...}}}: as `headwaters correlate --format json`; layers from 1; for one example sd is 0.
void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model);

}  // namespace hw
