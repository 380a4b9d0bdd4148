// SPDX-License-Identifier: MIT
#pragma once

#include "render/colormap.h"
#include "view/widgets.h"

namespace hw {

/// Where a legend's ramp stands, and the width of all of it.
struct ColorLegend {
    float x = 0;
    float rampWidth = 0;
    float width = 0;
};

/// "0 [ramp] 0.178", its vertical middle at `middle`; the ramp takes about a third of `room`.
/// The strip is linear in the value; `gamma` lifts its colours as the matrix has them.
/// A diverging ramp begins at the negative scale.
ColorLegend drawColorLegend(const Pen& pen, Ramp ramp, float scale, float x, float middle,
                            float room, float gamma = 1);

}  // namespace hw
