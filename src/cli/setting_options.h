// SPDX-License-Identifier: MIT
// Options that change settings, and the sentences for wrong ones.
#pragma once

#include <string>
#include <string_view>

#include "core/model/settings.h"
#include "core/problem.h"

namespace hw::cli {

/// badArgument without a place: how the program is called is wrong.
std::unexpected<Problem> usage(std::string finding, std::string remedy = "See headwaters --help.");
std::unexpected<Problem> badValue(std::string_view option, std::string_view value,
                                  std::string remedy);

/// Zero-based, out of a number that counts from 1 as layers do in front of people.
Result<int> layerNumber(std::string_view option, std::string_view value);

/// Starts anew from a named preset.
Result<void> applyPreset(Settings& settings, std::string_view name);

/// `--fusion`, `--residual` and the like. False if the option is none of settings.
Result<bool> applySetting(Settings& settings, std::string_view name, std::string_view value);

}  // namespace hw::cli
