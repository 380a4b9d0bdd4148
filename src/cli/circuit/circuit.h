// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// circuit: the circuit of --pairs as JSON, in MIB's form with its test, or with --all everything of one run of the
/// list (docs/circuits.md). With --out it is written to that file, and nothing is returned. Errors: badArgument for
/// pairs that do not fit the model, and those of running.
Result<std::string> circuitText(const CircuitOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
