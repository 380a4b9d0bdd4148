// SPDX-License-Identifier: MIT
// The state as window.headwaters shows it (docs/api.md): plain JSON, everything counted from 0.
#pragma once

#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

std::string apiStateJson(const AppState& state);

/// What a paper has to say of the present method and settings: {"sentence", "bibtex"} (core/report/cited.h). `address`:
/// of the program; `date` as "2026-11-22".
std::string citationJson(const AppState& state, std::string_view address, std::string_view date);

/// The examples of the open file: {"titles": [...], "texts": [...]}, both empty without one.
std::string examplesJson(const AppState& state);

}  // namespace hw
