// SPDX-License-Identifier: MIT
// DIR/sums.json of `batch correlate --partial`: a table of faithfulness that can be added to others.
//
//   {"format":"headwaters-sums/1","settings":{...},"examples":12,"failed":0,
//    "importance":[{"name":"blankout","methods":[{"method":"raw","firstLayer":0,"cells":[[count,constant,mean,squares]]}]}]}
#pragma once

#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/scores.h"
#include "cli/setting_texts.h"
#include "io/tree/tree.h"

namespace hw::cli {

struct Sums {
    std::vector<SettingText> settings;  ///< of the computation
    int examples = 0;
    int failed = 0;  ///< documents and examples that could not be used
    ScoreTables tables;
};

/// An error about a folder of results.
std::unexpected<Problem> refusal(Code code, const std::string& folder, std::string finding,
                                 std::string remedy);

/// Writes [count, constant, mean, squares]; reads several of them from their numbers.
void writeCell(JsonWriter& json, const MeanSpread& cell);
std::vector<MeanSpread> cellsOf(std::span<const double> numbers);
/// Writes the member "importance" above.
void writeTables(JsonWriter& json, const ScoreTables& tables);
ScoreTables readTables(const io::Tree& tree);
std::vector<SettingText> readSettings(const io::Tree& tree);

/// badArgument if a part's settings differ from the first one's.
Result<void> compareSettings(const std::vector<SettingText>& first,
                             const std::vector<SettingText>& other, const std::string& folder);
/// Adds the folder to those seen; badArgument if it is among them already.
Result<void> nameOnce(std::vector<std::filesystem::path>& seen, const std::string& folder);

std::string sumsJson(const Sums& sums);
/// Errors: cannotRead; notRecognised for another file, or a folder whose batch has not finished.
Result<Sums> readSums(const std::string& folder);

/// merge: the tables of all folders as correlate prints them; their order affects the last digit at most.
/// Sets `failed` to the number of inputs that the folders lack. Errors: those of readSums; badArgument if
/// settings differ or a folder is named twice.
Result<std::string> mergeText(const Options& options, int& failed);

}  // namespace hw::cli
