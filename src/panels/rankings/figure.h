// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/rankings/rankings.h"

namespace hw::figure {

/// Draws both rankings below `top`; returns the height.
float drawRankingsFigure(Svg& svg, const Rankings& rankings, float top);

/// How high it is, near enough to know whether it fits a page.
float rankingsHeight(const Svg& svg, const Rankings& rankings);

}  // namespace hw::figure
