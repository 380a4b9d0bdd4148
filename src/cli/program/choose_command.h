// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// False if there is no such command.
bool chooseCommand(Options& options, std::string_view word);
/// Its answer is text unless --format says otherwise.
bool isForPeople(const Options& options);

}  // namespace hw::cli
