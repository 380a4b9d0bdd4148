// SPDX-License-Identifier: MIT
// headwaters batch METHOD FILES... --out DIR: a method over a data set.
//
// Threads take document after document and example after example; what one has computed goes into the files of
// results and then into the record (cli/batch/record.h), so that a program that is stopped loses the examples that
// were being computed, and the next run goes on. What is held are the documents that are open, one a thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/setting_texts.h"

namespace hw::cli {

struct BatchOutcome {
    std::uint64_t examples = 0;  ///< computed now
    std::uint64_t before = 0;    ///< done by earlier runs
    std::uint64_t failed = 0;    ///< documents and examples in failed.jsonl
    std::uint64_t passed =
        0;  ///< files of folders that hold no attention, and examples without scores
    std::uint64_t warnings = 0;  ///< in warnings.jsonl
};

/// Errors are those that end a batch: a folder or settings that do not fit, files that cannot be written. What a
/// single input lacks is in the outcome.
Result<BatchOutcome> batch(const Options& options);

/// "1204 examples of 3 in OUT; 2 could not be used: OUT/failed.jsonl."
std::string outcomeText(const BatchOutcome& outcome, const std::string& out);

/// Everything that changes a number, as texts: for the record and the sums.
std::vector<SettingText> computedWith(const Options& options);

}  // namespace hw::cli
