// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/evolution/multiples_model.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The height at this width for boxes of a useful size, in CSS pixels.
float multiplesHeight(const MultiplesModel& model, float width);

/// One matrix per layer on one colour scale, drawn by the GPU. A click selects the layer. The hovered cell is marked in
/// all of them. Scrolls if the area is too small. O(layers).
void drawMultiples(const Pen& pen, const MultiplesModel& model, MatrixRenderer& renderer,
                   Colormap colormap, const Rect& area, Commands& commands);

}  // namespace hw
