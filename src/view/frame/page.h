// SPDX-License-Identifier: MIT
// The whole page as one function from view model to commands.
#pragma once

#include "page/state/command.h"
#include "panels/bars/view.h"
#include "panels/flow/view.h"
#include "panels/heads/view.h"
#include "panels/image/view.h"
#include "panels/matrix/view.h"
#include "panels/page_model.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/theme.h"

namespace hw {

/// What only the views remember: scroll positions, zoom, what a pointer holds. Never shared.
struct UiState {
    MatrixUi matrix;                     ///< zoom and pan, the same for raw and result
    MatrixRenderer* renderer = nullptr;  ///< set by the platform
    bool moving = false;                 ///< out: a view still moves by itself, draw again
    FlowUi flow;                         ///< the lit path
    HeadsUi heads;                       ///< order and the large head
    ImageUi image;                       ///< textures of the picture and its mask
    BarsUi bars;                         ///< gliding rows
    FollowScroll compareScroll;
    FollowScroll sentenceScroll;
    double wakeIn = 0;         ///< out: seconds until something comes by itself; 0: nothing
    bool settingHeld = false;  ///< a slider is being dragged
    bool sheet = false;        ///< on a compact page: the settings are shown
};

/// Draws one frame into Dear ImGui's main viewport (position 0,0, size io.DisplaySize, CSS pixels).
/// Call between NewFrame and Render. O(what is visible).
Commands drawPage(const PageModel& model, UiState& ui);

}  // namespace hw
