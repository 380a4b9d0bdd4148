// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "session/actions/actions.h"

namespace hw {

/// The fixed actions, the methods, and the panels, which get the keys 1, 2, 3, ... in order.
const std::vector<Action>& actionTable();

/// The group of actions that need no document, except saving and linking.
inline constexpr LocalizedText pageGroup = "Page"_tr;

}  // namespace hw
