// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/bars/model.h"
#include "render/colormap.h"

namespace hw::figure {

/// One bar a token with its number below `top`, on the scale of the page. Returns the height. O(tokens).
float drawBarsFigure(Svg& svg, const BarsModel& bars, Ramp ramp, float top);

}  // namespace hw::figure
