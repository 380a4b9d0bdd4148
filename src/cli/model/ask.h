// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/options.h"

namespace hw::cli {

/// ask: a number of the model's output, what cuts make of it, scores of tokens, as JSON. Writes the file of
/// Options::model.out too. Errors: badArgument for a target, a cut or a score that is not there, and those of running.
Result<std::string> askText(const Options& options);

}  // namespace hw::cli
