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

/// Rejects options that make no sense together.
Result<void> checkExperiment(const BatchOptions& options);

/// The control in addition to random units. It ranks units first that are nearest to the output position.
inline constexpr std::string_view nearestFirst = "nearest";

/// How tokens are tested (model::blankNamed), from --test-words, else by hiding them.
std::string testOf(const ModelOptions& own);

/// The methods that are compared, by name. Default: all that rank such units. For edges and tokens nearestFirst is the
/// last.
std::vector<std::string> methodsOf(const BatchExperiment& experiment);

}  // namespace hw::cli
