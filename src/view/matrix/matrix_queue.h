// SPDX-License-Identifier: MIT
#pragma once

#include "imgui.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A matrix that fills `area`, in the page's colours. The caller sets its visible part.
MatrixDraw matrixIn(const Rect& area, Ramp ramp, const Theme& theme);

/// Inserts a matrix into a draw list, between the commands before and after it.
/// `what` is in framebuffer pixels. Its clip rectangle is set to the list's. The renderer must live until the frame is
/// rendered.
void queueMatrix(ImDrawList* list, MatrixRenderer& renderer, MatrixDraw what);

}  // namespace hw
