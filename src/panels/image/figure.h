// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/image/model.h"
#include "render/colormap.h"

namespace hw::figure {

/// The file's picture, drawn below `top`, and next to it the patches as cells, outputs framed. Returns the
/// height. O(patches + bytes of the picture).
float drawImageFigure(Svg& svg, const ImageModel& model, Ramp ramp, float top);

}  // namespace hw::figure
