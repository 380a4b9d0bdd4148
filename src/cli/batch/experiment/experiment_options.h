// SPDX-License-Identifier: MIT
// Options of batch experiment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// `--units`, `--methods`, `--draws`.
Result<void> applyExperiment(BatchOptions& options, std::string_view name, std::string_view value);

/// Rejects what makes no sense.
Result<void> checkExperiment(const BatchOptions& options);

/// The control beside random units: those nearest to where the answer is read come first.
inline constexpr std::string_view nearestFirst = "nearest";

/// How tokens are tested (model::blankNamed): as --test-words says, else by hiding them.
std::string testOf(const ModelOptions& own);

/// The methods that are compared, by name: those of the options, else all that rank such units; of edges and tokens nearestFirst is the last.
std::vector<std::string> methodsOf(const ExperimentWish& wish);

}  // namespace hw::cli
