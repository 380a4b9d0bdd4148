// SPDX-License-Identifier: MIT
// The one rule about outputs, for every command. An output is never an input, by whatever name, and never anything but
// a file.
#pragma once

#include "cli/options.h"

namespace hw::cli {

/// Compares each file that the command writes with each file that it reads, by device and inode. These are files and
/// their siblings of one model, everything in a model's folder, standard input. Errors: badArgument if an output is an
/// input, or the folder of results is a folder of inputs; cannotRead as checkOutput. Cost: one stat per file of a
/// model's folder.
Result<void> checkOutputs(const CommandOptions& options);

}  // namespace hw::cli
