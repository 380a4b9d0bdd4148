// SPDX-License-Identifier: MIT
// DIR/sums.json of `batch correlate --partial`: a table of faithfulness that others can be added to.
//
//   {"format":"headwaters-sums/1","settings":{...},"examples":12,"failed":0,
//    "importance":[{"name":"blankout","methods":[{"method":"raw","firstLayer":0,"cells":[[count,constant,mean,squares]]}]}]}
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/scores.h"
#include "cli/setting_texts.h"

namespace hw::cli {

struct Sums {
    std::vector<SettingText> settings;  ///< of the computation
    int examples = 0;
    int failed = 0;  ///< documents and examples that could not be used
    ScoreTables tables;
};

std::string sumsJson(const Sums& sums);
/// Errors: cannotRead; notRecognised for another file, or a folder whose batch has not come to its end.
Result<Sums> readSums(const std::string& folder);

/// merge: the tables of all folders as correlate prints them; order plays no part but for the last digit.
/// `failed` becomes how many inputs the folders lack. Errors: those of readSums; badArgument if settings differ or
/// a folder is named twice.
Result<std::string> mergeText(const Options& options, int& failed);

}  // namespace hw::cli
