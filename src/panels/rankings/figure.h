// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/rankings/rankings.h"

namespace hw::figure {

/// Draws both rankings below `top`. Returns the height.
float drawRankingsFigure(Svg& svg, const Rankings& rankings, float top);

/// An estimate of the height, to decide whether it fits a page.
float rankingsHeight(const Svg& svg, const Rankings& rankings);

}  // namespace hw::figure
