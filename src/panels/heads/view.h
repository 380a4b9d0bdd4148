// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "panels/heads/model.h"
#include "panels/image/view.h"
#include "panels/matrix/view.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of the heads view between frames.
struct HeadsUi {
    HeadOrder order = HeadOrder::number;
    bool inItsLayer = true;  ///< a click selects a head only in its own layer, not in every layer
    int largeLayer = -1;     ///< layer of the enlarged head, or -1 for the one under the pointer
    int largeHead = -1;
    RegionUi picture;  ///< with HeadThumbnails::patches
};

/// Layers by heads as thumbnails, drawn by the GPU. A click makes a head the only one fused. With Shift or Ctrl it is
/// added or removed. At the right one head is shown large with its statistics, the one under the pointer, else the only
/// one fused. The latter has its weights (`alone`) with names and cursor and, if it fits, the method's result for only
/// this head (`result`, may be null).
/// Sorted by a statistic, the grid becomes one list. O(visible heads).
void drawHeads(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
               const MatrixModel& alone, const MatrixModel* result, const Hover& hover, HeadsUi& ui,
               MatrixUi& matrix, MatrixRenderer* renderer, const Rect& area, Commands& commands);

}  // namespace hw
