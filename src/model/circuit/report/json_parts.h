// SPDX-License-Identifier: MIT
// The parts of all_json.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "model/circuit/detail/direct.h"
#include "model/circuit/list/pair_list.h"
#include "model/circuit/report/read_pairs.h"

namespace hw::circuit {

/// Numbers in rows of `width`.
void writeRows(JsonWriter& json, std::span<const double> values, std::size_t width);
/// A list of edges by their names.
void writeEdges(JsonWriter& json, const Graph& graph, std::span<const int> edges);
/// One answer, or the list of several.
void writeOutputs(JsonWriter& json, std::string_view key, const std::vector<int>& outputs);

/// What belongs to the first pair alone: `means` are those of the list, by position and over positions, or empty.
Result<void> writeFirstPair(JsonWriter& json, const model::Session& session, const PairRuns& runs,
                            std::span<const double> eap, std::span<const NodeValues> means,
                            const Watch& watch);
/// "inputs" of the clean run.
struct InputParts {
    const model::Session& session;
    const PairRuns& runs;
    const DetailedRun& run;
    const DirectContributions* direct;  ///< null if the model has none
    int position;
};
Result<void> writeInputs(JsonWriter& json, const InputParts& about, const model::Stop& stop);
/// Scores of heads on repeated random tokens.
Result<void> writeRepeats(JsonWriter& json, const model::Session& session, const Components& parts,
                          const model::Stop& stop);
/// "list" with its circuits and cuts.
Result<void> writeList(JsonWriter& json, const PairList& list, const Watch& watch);

}  // namespace hw::circuit
