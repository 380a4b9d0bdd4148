// SPDX-License-Identifier: MIT
// Settings as text, in the form of links.
#pragma once

#include <string>
#include <vector>

#include "core/model/settings.h"

namespace hw::cli {

struct SettingText {
    std::string key;  ///< in links
    std::string value;
};

/// Every setting, in the order of core/model/setting_fields.h. Equal settings have equal texts.
std::vector<SettingText> settingTexts(const Settings& settings);

}  // namespace hw::cli
