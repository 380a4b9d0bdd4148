// SPDX-License-Identifier: MIT
// DIR/sums.json of `batch correlate --partial`, a table of faithfulness that can be added to others.
//
//   {"format":"headwaters-sums/1","settings":{...},"examples":12,"failed":0,"inputs":"1f0c...",
//    "importance":[{"name":"blankout","methods":[{"method":"raw","firstLayer":0,"cells":[[count,constant,mean,squares]]}]}]}
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/record/done_examples.h"
#include "cli/correlate/scores.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/refusal.h"
#include "io/tree/tree.h"

namespace hw::cli {

struct Sums {
    std::vector<SettingText> settings;  ///< of the computation
    int examples = 0;
    int failed = 0;            ///< documents and examples that could not be used
    std::uint64_t inputs = 0;  ///< the sum of all examples' hashes, which identifies them
    ScoreTables tables;
};

/// Writes [count, constant, mean, squares]. Reads several cells from their numbers. Nothing if one cannot be the mean
/// of values from -most to most.
void writeCell(JsonWriter& json, const MeanSpread& cell);
std::optional<std::vector<MeanSpread>> cellsOf(std::span<const double> numbers, double most);
/// Writes the member "importance" above. Reads it, with nothing if batch would not write it.
void writeTables(JsonWriter& json, const ScoreTables& tables);
std::optional<ScoreTables> readTables(const io::Tree& tree);
std::vector<SettingText> readSettings(const io::Tree& tree);

/// badArgument if a part's settings differ from the first one's.
Result<void> compareSettings(const std::vector<SettingText>& first,
                             const std::vector<SettingText>& other, const std::string& folder);
/// Adds the folder to those seen. Error: badArgument if its file of that name was seen already, by whatever path or
/// link.
Result<void> nameOnce(std::vector<std::string>& seen, const std::string& folder,
                      std::string_view file);
/// badArgument, because the folder contains the same as another one of the arguments.
std::unexpected<Problem> heldTwice(const std::string& folder);

std::string sumsJson(const Sums& sums);
/// The inverse, for a file that anybody may have changed.
std::optional<Sums> sumsOf(std::string_view text);
/// Adds to a number of examples. Error: tooLarge beyond the largest int.
Result<void> addCount(int& count, int more, const std::string& folder);
/// Errors: cannotRead; notRecognised for another file, or a folder whose batch has not finished.
Result<Sums> readSums(const std::string& folder);

/// Adds the examples of a folder's record. If the record is missing or has fewer examples, the tables get no tests.
void addScored(ScoredExamples& all, const std::string& folder, int examples);

/// merge: the tables of all folders as correlate prints them. The order of folders affects the last digit at most. Sets
/// `failed` to the number of inputs that failed in the folders. Errors: those of readSums; badArgument if settings
/// differ or a folder is named twice.
Result<std::string> mergeText(const MergeOptions& options, int& failed);

}  // namespace hw::cli
