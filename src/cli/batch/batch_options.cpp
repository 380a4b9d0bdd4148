// SPDX-License-Identifier: MIT
#include "cli/batch/batch_options.h"

#include <algorithm>

#include "cli/arguments/numbers.h"
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
        if (!method && options.batch.isOfMethod())
            return usage("There is no method \"" + std::string(words[0]) + "\".");
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

Result<bool> applyBatch(Options& options, std::string_view name, std::string_view value) {
    if (name == "--threads") {
        const auto number = wholeNumber(value, rangeOf(name));
        if (!number) return badValue(name, value, std::string(rangeOf(name).remedy));
        options.batch.threads = options.model.threads = *number;
        return true;
    }
    if (options.command == Command::batch && name == "--format") {
        const auto format = fromName<BatchFormat>(value);
        if (!format) return badValue(name, value, "Use one of: jsonl, csv, npy.");
        options.batch.format = *format;
        return true;
    }
    const auto experiment = applyExperiment(options.batch.experiment, name, value);
    if (!experiment || *experiment) return experiment;
    const bool isOut = options.command == Command::batch || options.command == Command::merge;
    if (!isOut || name != "--out") return false;
    if (value.empty()) return badValue(name, value, "Name a folder.");
    options.batch.out = value;
    return true;
}

Result<void> checkBatch(const Options& options) {
    const BatchOptions& batch = options.batch;
    if (auto good = checkExperiment(options); !good) return good;
    if (options.command != Command::batch) {
        const bool runs = options.command == Command::ask || options.command == Command::run;
        if (batch.partial || (batch.threads > 0 && !runs))
            return usage("--threads and --partial belong to batch, --threads to ask and run too.");
        return {};
    }
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
