// SPDX-License-Identifier: MIT
#pragma once

#include "figure/svg.h"
#include "panels/faithfulness/model.h"

namespace hw::figure {

/// The table of faithfulness, drawn below `top`, for each score of the file: methods by layers as numbers and
/// as lines. Returns the height. O(scores * layers).
float drawFaithfulnessFigure(Svg& svg, const FaithfulnessModel& model, float top);

}  // namespace hw::figure
