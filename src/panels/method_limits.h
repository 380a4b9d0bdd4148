// SPDX-License-Identifier: MIT
// What the chosen method does not say, whatever the data: in plain sentences, those that it shares with others first.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

std::vector<std::string> limitsOfMethod(const AppState& state);

}  // namespace hw
