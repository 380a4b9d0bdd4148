// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "figure/svg.h"
#include "panels/flow/model.h"

namespace hw::figure {

/// A pair's maximum flow, or a joint flow, drawn below `top`. Layers go from left to right, with a ribbon for each edge
/// as wide as its flow, marks across the minimum cut, and the flow from each input at the left. Returns the height.
/// O(ribbons).
float drawFlowFigure(Svg& svg, const FlowModel& model, float top);

/// The graph itself, with a caption below. It must have at least one row.
float drawGraphFigure(Svg& svg, const LayerGraph& graph, std::string_view caption, float top);

}  // namespace hw::figure
