// SPDX-License-Identifier: MIT
// Settings as text, in the form of links.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings.h"

namespace hw::cli {

struct SettingText {
    std::string key;  ///< in links
    std::string value;
};

/// The value of a key; empty: there is none.
std::string_view settingNamed(std::span<const SettingText> texts, std::string_view key);

/// Every setting, in the order of core/model/setting_fields.h. Equal settings have equal texts.
std::vector<SettingText> settingTexts(const Settings& settings);

}  // namespace hw::cli
