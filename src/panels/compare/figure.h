// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/compare/model.h"
#include "render/colormap.h"

namespace hw::figure {

/// The compare view, drawn below `top`: its columns as bars or matrices, the chosen difference, and the
/// rank correlations. Returns the height. O(columns * keys), with matrices O(values).
float drawCompareFigure(Svg& svg, const CompareModel& model, Ramp ramp, float top);

}  // namespace hw::figure
