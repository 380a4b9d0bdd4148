// SPDX-License-Identifier: MIT
// The whole page as one function from view model to commands.
#pragma once

#include "panels/views.h"

namespace hw {

/// Draws one frame into Dear ImGui's main viewport (position 0,0, size io.DisplaySize, in units of the views). Call it
/// between NewFrame and Render. O(visible content).
Commands drawPage(const PageModel& model, UiState& ui);

/// The scale in presentation mode, at least 1. In a window of 1920 x 1080 the smallest type (10 units) is 22 pixels
/// high, less in windows that are lower or narrow.
float projectedZoom(ImVec2 window);

}  // namespace hw
