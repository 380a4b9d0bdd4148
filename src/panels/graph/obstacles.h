// SPDX-License-Identifier: MIT
// Why nothing is traced, and the alternatives. Internal to panels/graph.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "page/state/command.h"

namespace hw {

/// Why nothing can be traced, or empty if it can.
std::string whyNotTraced(const AppState& state);

/// The alternatives in this case, which are lines, a method that can be traced, or one side of an encoder-decoder
/// model.
std::vector<Alternative> tracedInstead(const AppState& state);

}  // namespace hw
