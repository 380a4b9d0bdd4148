// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/rankings/rankings.h"

namespace hw::figure {

/// Draws both rankings below `top`; returns the height.
float drawRankingsFigure(Svg& svg, const Rankings& rankings, float top);

}  // namespace hw::figure
