// SPDX-License-Identifier: MIT
#include "cli/batch/batch_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cli/arguments/nearest_name.h"
#include "cli/batch/experiment/experiment_options.h"
#include "cli/setting_options.h"

namespace hw::cli {

Result<void> applyBatchWords(Options& options, std::span<const std::string_view> words) {
    if (options.command == Command::batch) {
        if (words.empty())
            return usage("batch needs a method.", "headwaters batch rollout FILES... --out DIR");
        options.batch.correlates = words[0] == "correlate";
        options.batch.summarises = words[0] == "summary";
        options.batch.experiments = words[0] == "experiment";
        options.batch.asksWhy = words[0] == "why";
        const auto method = fromName<Method>(words[0]);
        if (!method && options.batch.isOfMethod()) {
            std::vector<std::string_view> names{"correlate", "summary", "experiment", "why"};
            for (const Method each : every<Method>()) names.push_back(nameOf(each));
            const std::string_view nearest = nearestName(words[0], names);
            return usage("There is no method \"" + std::string(words[0]) + "\".",
                         nearest.empty() ? "See headwaters batch --help."
                                         : "Did you mean " + std::string(nearest) + "?");
        }
        if (method) options.method = *method;
        // The texts of single results, of which a line is made.
        options.format = Format::json;
        words = words.subspan(1);
    }
    if (words.empty()) {
        return options.command == Command::merge
                   ? usage("No folder is given.", "Name what batch correlate --partial wrote.")
                   : usage("No file is given.", "Name files and folders, or - for standard input.");
    }
    options.batch.files.assign(words.begin(), words.end());
    options.file = options.batch.files.front();
    return {};
}

Result<void> checkBatch(const Options& options) {
    const BatchOptions& batch = options.batch;
    if (auto good = checkExperiment(options); !good) return good;
    if (options.command != Command::batch) return {};
    if (batch.out.empty())
        return usage("batch needs --out.", "Name a folder: it is made if it is not there.");
    if (options.isExampleGiven) return usage("batch takes every example.", "Leave --example out.");
    if (batch.partial && !batch.correlates)
        return usage("--partial belongs to batch correlate.",
                     "Results of other methods lie side by side already.");
    if (batch.summarises && batch.format != BatchFormat::jsonl)
        return usage("batch summary writes JSON Lines.", "Leave --format out.");
    if (std::ranges::count(batch.files, "-") > 1) return usage("Standard input is named twice.");
    return {};
}

}  // namespace hw::cli
