// SPDX-License-Identifier: MIT
// What the keys do. The list under "?" (web/help.js) says the same.
#pragma once

#include <string_view>

#include "app/command.h"

namespace hw {

/// The commands for a key pressed while the canvas has the focus; `key` is the DOM's
/// KeyboardEvent.key. Empty: the key is not bound and stays the browser's. Keys with Ctrl, Alt or
/// Meta never come here.
Commands commandsForKey(const AppState& state, std::string_view key);

}  // namespace hw
