// SPDX-License-Identifier: MIT
// The state as window.headwaters shows it (docs/api.md): plain JSON, everything counted from 0.
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

std::string apiStateJson(const AppState& state);

/// The examples of the open file: {"titles": [...], "texts": [...]}, both empty without one.
std::string examplesJson(const AppState& state);

}  // namespace hw
