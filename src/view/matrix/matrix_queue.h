// SPDX-License-Identifier: MIT
#pragma once

#include "imgui.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A matrix that fills `area`, in the page's colours; the caller sets which part of it is drawn.
MatrixDraw matrixIn(const Rect& area, Ramp ramp, const Theme& theme);

/// Inserts a matrix into a draw list, between what came before and what comes after.
/// `what` is in framebuffer pixels; its clip rectangle is set to the list's. The renderer must
/// live until the frame is rendered.
void queueMatrix(ImDrawList* list, MatrixRenderer& renderer, MatrixDraw what);

}  // namespace hw
