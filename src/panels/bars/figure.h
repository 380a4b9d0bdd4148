// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/bars/model.h"

namespace hw::figure {

/// One bar per token with its number, drawn below `top`, on the page's scale. Returns the height. O(tokens).
float drawBarsFigure(Svg& svg, const BarsModel& bars, float top);

}  // namespace hw::figure
