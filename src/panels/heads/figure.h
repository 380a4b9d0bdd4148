// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/heads/model.h"
#include "render/colormap.h"

namespace hw::figure {

/// Every head's attention, drawn below `top`: one row per layer, the first on top, all on one colour scale.
/// Heads outside the fusion are marked. Returns the height. O(layers * heads * cells of a thumbnail).
float drawHeadsFigure(Svg& svg, const HeadsModel& model, Ramp ramp, float top);

}  // namespace hw::figure
