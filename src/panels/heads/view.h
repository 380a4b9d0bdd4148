// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "panels/heads/model.h"
#include "panels/image/view.h"
#include "panels/matrix/view.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the heads view remembers between frames.
struct HeadsUi {
    HeadOrder order = HeadOrder::number;
    /// A click means a head of its layer, not of every layer; nothing: as the settings have it.
    std::optional<bool> inItsLayer;
    int largeLayer = -1;  ///< the head shown large, or -1: the one under the pointer
    int largeHead = -1;
    RegionUi picture;  ///< with HeadThumbnails::patches
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
