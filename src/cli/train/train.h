// SPDX-License-Identifier: MIT
// Trains a small transformer (model/train).
#pragma once

#include <functional>
#include <string_view>

#include "cli/options.h"
#include "core/problem.h"

namespace hw::cli {

/// Receives the next lines of the output. False ends the training, for example if the reader closed the pipe.
using TakeLines = std::function<bool(std::string_view lines)>;

/// Trains a recipe by its name, or from a JSON file. Gives `take` a JSON object for each step, or rows of a table, while
/// it trains, and writes the model's folder at the end. Errors: those of recipeFrom and Trainer; cannotRead.
Result<void> train(const TrainOptions& options, const TakeLines& take);

}  // namespace hw::cli
