// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/matrix/model.h"
#include "render/gl/matrix_renderer.h"
#include "view/matrix/matrix_ui.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A matrix with title, token labels, the outputs' rows outlined, linked cursor, caption and scale. A click on a row
/// selects it as output (with Shift or Ctrl it is added or removed). The wheel with Ctrl or a pinch zooms about the
/// pointer. When zoomed, dragging and the wheel pan, and a double click shows everything again. Draws into the current
/// ImGui window, in CSS pixels. O(visible labels). `low` as in matrixLayout.
Commands drawMatrixView(const MatrixModel& model, MatrixUi& ui, MatrixRenderer& renderer,
                        ImVec2 pos, ImVec2 size, const Pen& pen, bool low = false);

}  // namespace hw
