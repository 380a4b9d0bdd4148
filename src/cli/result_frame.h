// SPDX-License-Identifier: MIT
// What a command prints around a method's numbers, and how the options have them shown.
#pragma once

#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "core/result/result_axes.h"
#include "core/result/shown_result.h"
#include "io/write/export.h"

namespace hw::cli {

/// What one example's result says besides its numbers, and how its numbers are shown.
struct ResultFrame {
    ResultAxes texts;  ///< of the groups
    ShownResult shown;
    ExportResult about;  ///< refers to `texts`; no layers yet
};

/// For the options' method, whose part the example has. --token names words, each once, or all of them ("mean", "max")
/// without those that have no weights. Errors: badArgument if a token does not exist or is of the other text, if the
/// file does not have two texts, or if every token would be hidden.
Result<ResultFrame> resultFrame(const Example& example, Part part, const MethodOptions& options);

/// All tokens of the chosen words; empty if none is chosen (all).
std::vector<int> membersOf(const OutputChoice& words, const TokenGroups& queries);

}  // namespace hw::cli
