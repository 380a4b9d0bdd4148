// SPDX-License-Identifier: MIT
// Each command's own checks: what belongs together, and options that it has but that do nothing beside the others. These are refused,
// not ignored.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"
#include "core/problem.h"

namespace hw::cli {

/// The names of the options as they were written, with their dashes.
using Given = std::span<const std::string_view>;

/// Errors of all: badArgument, for the first that makes no sense.
Result<void> checkNothing(const CommandOptions& options, Given given);
/// Of what reads a document; of what takes an example along, with what was asked of it.
Result<void> checkReading(const InputOptions& options, Given given);
Result<void> checkSent(const WeightOptions& options, Given given);
Result<void> checkMethod(const MethodOptions& options, Given given);
Result<void> checkCorrelate(const CorrelateOptions& options, Given given);
Result<void> checkExplain(const ExplainOptions& options, Given given);
Result<void> checkFigure(const FigureOptions& options, Given given);
Result<void> checkBatch(const BatchOptions& options, Given given);
Result<void> checkMerge(const MergeOptions& options, Given given);
Result<void> checkTokenize(const TokenizeOptions& options, Given given);
Result<void> checkRun(const RunOptions& options, Given given);
Result<void> checkAsk(const AskOptions& options, Given given);
Result<void> checkWhy(const WhyOptions& options, Given given);

}  // namespace hw::cli
