// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "render/matrix_renderer.h"
#include "view/widgets.h"

namespace hw {

/// What the heads view remembers between frames.
struct HeadsUi {
    HeadOrder order = HeadOrder::number;
    int largeLayer = -1;  ///< the head shown large, or -1: the one under the pointer
    int largeHead = -1;
};

/// L x H thumbnails drawn by the GPU; a click takes a head alone into the fusion, with Shift or Ctrl
/// it is added or left out; the pointed head stands large at the right with its figures. Ordered by
/// a statistic, the grid becomes one list. O(visible heads).
void drawHeads(const Pen& pen, const HeadsModel& model, const ControlsModel& controls, HeadsUi& ui,
               MatrixRenderer* renderer, const Rect& area, Commands& commands);

}  // namespace hw
