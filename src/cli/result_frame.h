// SPDX-License-Identifier: MIT
// The output around a method's numbers, and how the options show the numbers.
#pragma once

#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "core/result/result_axes.h"
#include "core/result/shown_result.h"
#include "io/write/export.h"

namespace hw::cli {

/// The data of one example's result in addition to its numbers, and how its numbers are shown.
struct ResultFrame {
    ResultAxes texts;  ///< of the groups
    ShownResult shown;
    ExportResult about;  ///< refers to `texts`, without layers at first
};

/// The frame for the options' method. The example must have its part. --token names words, each once, or all of them
/// ("mean", "max") without those that have no weights. Errors: badArgument if a token does not exist or is of the other
/// text, if the file does not have two texts, or if every token would be hidden.
Result<ResultFrame> resultFrame(const Example& example, Part part, const MethodOptions& options);

/// All tokens of the chosen words. Empty if none is chosen, which means all.
std::vector<int> membersOf(const OutputChoice& words, const TokenGroups& queries);

}  // namespace hw::cli
