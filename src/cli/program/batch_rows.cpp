// SPDX-License-Identifier: MIT
// Options of data sets.
#include "cli/batch/experiment/experiment_options.h"
#include "cli/program/option_row.h"

namespace hw::cli {
namespace {

constexpr TakeOption takeExperiment = takeBy<applyExperiment>;

constexpr std::string_view batchGroup = "Data set";
constexpr std::string_view experimentGroup = "Experiment";

constexpr OptionRow batchTable[] = {
    {"--threads", "N", "batch ask run", batchGroup, "threads; of batch all processors, of ask 1",
     takeWhole<&ThreadOptions::threads>,
     "of ask as many cuts and scores at once; a run takes one processor"},
    {"--partial", "", "batch", batchGroup, "(correlate) also DIR/sums.json, for merge",
     turnOn<&BatchOptions::partial>},
    {"--units", "WHAT", "experiment", experimentGroup, "edges (default), heads, tokens, or patches",
     takeExperiment, "patches of pictures"},
    {"--methods", "LIST", "batch", experimentGroup,
     "(experiment, why) the methods that are compared", takeExperiment,
     "of experiment gradients, relevance, rollout, flow, attention; of tokens and patches also "
     "scores\n"
     "of ask. Of why, without it, hide, mask, delete, routes, direct, attention, rollout, flow "
     "and\n"
     "rollout-without-sinks; also methods and scores of ask, by their names"},
    {"--most", "K", "experiment", experimentGroup, "cut up to K units; default 64",
     takeWhole<&BatchOptions::experiment, &BatchExperiment::most>},
    {"--draws", "N", "experiment", experimentGroup, "N random controls of each; default 20",
     takeExperiment},
    {"--seed", "S", "experiment", experimentGroup, "of the random controls; default 1",
     takeWhole<&BatchOptions::experiment, &BatchExperiment::seed>},
};

}  // namespace

std::span<const OptionRow> batchRows() { return batchTable; }

}  // namespace hw::cli
