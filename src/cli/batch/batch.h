// SPDX-License-Identifier: MIT
// `headwaters batch METHOD FILES... --out DIR` runs a method over a data set.
//
// Threads take document after document and example after example. An example's results go into the result files in the
// order of the inputs, and then into the record (cli/batch/record/record.h). A program that is stopped loses only the
// examples in progress, and the next run continues. Memory holds the open documents, one per thread, and results that
// wait for earlier ones. With a model a document is a text, and the model runs when its turn comes (source.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/inputs.h"
#include "cli/options.h"
#include "cli/setting_options.h"

namespace hw::cli {

struct BatchOutcome {
    std::uint64_t examples = 0;  ///< in this run
    std::uint64_t before = 0;    ///< by earlier runs
    std::uint64_t failed = 0;    ///< documents and examples listed in failed.jsonl
    std::uint64_t passed = 0;  ///< files in folders without attention, and examples without scores
    std::uint64_t warnings = 0;  ///< number of them in warnings.jsonl
    std::string table;           ///< for people, from correlate, summary and experiment
};

/// Errors end a batch: a folder or settings that do not fit, files that cannot be written. The outcome lists errors of
/// single inputs.
Result<BatchOutcome> batch(const BatchOptions& options);

/// "1204 examples in OUT; 2 not usable: OUT/failed.jsonl."
std::string outcomeText(const BatchOutcome& outcome, const std::string& out);

/// A line of failed.jsonl or warnings.jsonl, with the problem under the key `what`. A negative `example` means the
/// whole document.
std::string noteLine(const Place& place, int example, const Problem& problem,
                     std::string_view what);

/// All options that affect a number, as texts for the record and the sums.
std::vector<SettingText> computedWith(const BatchOptions& options);

}  // namespace hw::cli
