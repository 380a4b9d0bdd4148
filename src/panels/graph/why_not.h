// SPDX-License-Identifier: MIT
// Why nothing is traced, and what there is instead. Internal to panels/graph.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

/// Why there is nothing to trace; empty if there is.
std::string whyNotTraced(const AppState& state);

/// Then: lines, a method that is traced, or one side of an encoder-decoder model.
std::vector<Way> tracedInstead(const AppState& state);

}  // namespace hw
