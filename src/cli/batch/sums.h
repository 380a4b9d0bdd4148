// SPDX-License-Identifier: MIT
// DIR/sums.json of `batch correlate --partial`: a table of faithfulness that others can be added to.
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

/// What is wrong with a folder of results.
std::unexpected<Problem> refusal(Code code, const std::string& folder, std::string finding,
                                 std::string remedy);

/// [count, constant, mean, squares], and several of them back from their numbers.
void writeCell(JsonWriter& json, const MeanSpread& cell);
std::vector<MeanSpread> cellsOf(std::span<const double> numbers);
/// The member "importance" of the above.
void writeTables(JsonWriter& json, const ScoreTables& tables);
ScoreTables readTables(const io::Tree& tree);
std::vector<SettingText> readSettings(const io::Tree& tree);

/// badArgument if the settings of a part differ from those of the first.
Result<void> compareSettings(const std::vector<SettingText>& first,
                             const std::vector<SettingText>& other, const std::string& folder);
/// badArgument if the folder is among those seen, which it then is.
Result<void> nameOnce(std::vector<std::filesystem::path>& seen, const std::string& folder);

std::string sumsJson(const Sums& sums);
/// Errors: cannotRead; notRecognised for another file, or a folder whose batch has not come to its end.
Result<Sums> readSums(const std::string& folder);

/// merge: the tables of all folders as correlate prints them; order plays no part but for the last digit.
/// `failed` becomes how many inputs the folders lack. Errors: those of readSums; badArgument if settings differ or
/// a folder is named twice.
Result<std::string> mergeText(const Options& options, int& failed);

}  // namespace hw::cli
