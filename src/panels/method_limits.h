// SPDX-License-Identifier: MIT
// The limits of the chosen method for any data, as plain sentences. Those that it shares with others come first.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

std::vector<std::string> limitsOfMethod(const AppState& state);

}  // namespace hw
