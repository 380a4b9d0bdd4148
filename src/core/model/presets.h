// SPDX-License-Identifier: MIT
// Named settings with their sources.
#pragma once

#include <span>
#include <string_view>

#include "core/model/settings.h"

namespace hw {

/// All presets, the default ("abnar-zuidema-2020") first.
std::span<const Preset> presets();

/// By id or by English name. Case, spaces and punctuation are ignored ("Vit-explain (corrected)"). Null if there is
/// none.
const Preset* findPreset(std::string_view idOrName);

/// The preset with exactly these settings, not counting the chosen heads. Null if there is none.
const Preset* presetOf(const Settings& settings);

/// Applies the preset's settings, but leaves heads and layers unchanged.
void usePreset(Settings& settings, const Preset& preset);

}  // namespace hw
