// SPDX-License-Identifier: MIT
// The whole page as one function from view model to commands.
#pragma once

#include "panels/views.h"

namespace hw {

/// Draws one frame into Dear ImGui's main viewport (position 0,0, size io.DisplaySize, CSS pixels).
/// Call between NewFrame and Render. O(what is visible).
Commands drawPage(const PageModel& model, UiState& ui);

}  // namespace hw
