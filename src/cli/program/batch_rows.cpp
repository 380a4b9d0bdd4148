// SPDX-License-Identifier: MIT
// Options of data sets.
#include "cli/batch/experiment/experiment_options.h"
#include "cli/program/option_row.h"

namespace hw::cli {
namespace {

Result<void> takeExperiment(Options& options, std::string_view name, std::string_view value) {
    if (auto known = applyExperiment(options.batch.experiment, name, value); !known)
        return std::unexpected(known.error());
    return {};
}

Result<void> takeThreads(Options& options, std::string_view name, std::string_view value) {
    options.batch.threads = options.model.threads = 1;
    if (auto good = takeWhole<&Options::batch, &BatchOptions::threads>(options, name, value); !good)
        return good;
    options.model.threads = options.batch.threads;
    return {};
}

constexpr std::string_view batchGroup = "Data set";
constexpr std::string_view experimentGroup = "Experiment";

constexpr OptionRow batchTable[] = {
    {"--threads", "N", "batch ask run", batchGroup, "threads; of batch all processors, of ask 1",
     takeThreads, "of ask as many cuts and scores at once; a run takes one processor"},
    {"--partial", "", "batch", batchGroup, "(correlate) also DIR/sums.json, for merge",
     turnOn<&Options::batch, &BatchOptions::partial>},
    {"--units", "WHAT", "experiment", experimentGroup, "edges (default), heads, tokens, or patches",
     takeExperiment, "patches of pictures"},
    {"--methods", "LIST", "batch", experimentGroup,
     "(experiment, why) the methods that are compared", takeExperiment,
     "of experiment gradients, relevance, rollout, flow, attention; of tokens and patches also "
     "scores\n"
     "of ask. Of why, without it, hide, mask, delete, routes, direct, attention, rollout, flow "
     "and\n"
     "rollout-without-sinks; also methods and scores of ask, by their names"},
    {"--most", "K", "experiment", experimentGroup, "cut up to K units; default 64", takeExperiment},
    {"--draws", "N", "experiment", experimentGroup, "N random controls of each; default 20",
     takeExperiment},
    {"--seed", "S", "experiment", experimentGroup, "of the random controls; default 1",
     takeExperiment},
};

}  // namespace

std::span<const OptionRow> batchRows() { return batchTable; }

}  // namespace hw::cli
