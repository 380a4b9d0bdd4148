// SPDX-License-Identifier: MIT
// Options that change settings, and the errors for invalid ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"

namespace hw::cli {

/// badArgument without a place, for wrong usage.
std::unexpected<Problem> usage(std::string finding, std::string remedy = "See headwaters --help.");
std::unexpected<Problem> badValue(std::string_view option, std::string_view value,
                                  std::string remedy);

/// A zero-based layer from its number, which counts from 1 for users.
Result<int> layerNumber(std::string_view option, std::string_view value);

/// Replaces the settings by a named preset.
Result<void> applyPreset(Settings& settings, std::string_view name);

/// `--fusion`, `--residual` and the like. False if the option is not a setting.
Result<bool> applySetting(Settings& settings, std::string_view name, std::string_view value);

struct SettingText {
    std::string key;  ///< in links
    std::string value;
};

/// The value of a key, empty without one.
std::string_view settingNamed(std::span<const SettingText> texts, std::string_view key);

/// Every setting, in the order of core/model/setting_fields.h. Equal settings have equal texts.
std::vector<SettingText> settingTexts(const Settings& settings);

}  // namespace hw::cli
