// SPDX-License-Identifier: MIT
// Each command's own checks, for options that need each other, and options that have no effect with the others. These
// are refused, not ignored.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"
#include "core/problem.h"

namespace hw::cli {

/// The names of the options as they were written, with their dashes.
using Given = std::span<const std::string_view>;

/// Errors of all: badArgument, for the first option that makes no sense.
Result<void> checkNothing(const CommandOptions& options, Given given);
/// For commands that read a document. checkSent is for those that include an example with its question.
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
Result<void> checkCircuit(const CircuitOptions& options, Given given);
Result<void> checkTrain(const TrainOptions& options, Given given);
Result<void> checkWhy(const WhyOptions& options, Given given);

}  // namespace hw::cli
