// SPDX-License-Identifier: MIT
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "render/matrix_renderer.h"
#include "view/matrix_view.h"
#include "view/widgets.h"

namespace hw {

/// What the heads view remembers between frames.
struct HeadsUi {
    HeadOrder order = HeadOrder::number;
    int largeLayer = -1;  ///< the head shown large, or -1: the one under the pointer
    int largeHead = -1;
};

/// L x H thumbnails drawn by the GPU; a click takes a head alone into the fusion, with Shift or Ctrl
/// it is added or left out. At the right one head stands large with its figures: the one under the
/// pointer, else the one that is alone in the fusion: its weights, `alone`, with names and cursor, and where
/// there is room what the method makes of it alone, `result` (null: nothing else).
/// Ordered by a statistic, the grid becomes one list. O(visible heads).
void drawHeads(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
               const MatrixModel& alone, const MatrixModel* result, const Hover& hover, HeadsUi& ui,
               MatrixUi& matrix, MatrixRenderer* renderer, const Rect& area, Commands& commands);

}  // namespace hw
