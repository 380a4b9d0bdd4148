// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/flow/model.h"
#include "panels/flow/view_graph.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the flow view remembers between frames.
struct FlowUi {
    int path = -1;  ///< the path that is lit, or -1
    GraphUi graph;
};

/// Layers x tokens, the source at the left, the inputs at the right. Ribbons are as wide as the
/// flow on their edge; those of the minimum cut carry a mark in the accent colour. A click on a node
/// at the right makes it the sink, any other one the source. O(ribbons).
void drawFlow(const Pen& pen, const FlowModel& model, FlowUi& ui, const Rect& area,
              Commands& commands);
/// What the title has of a view this wide.
float flowTitleRoom(const FlowUi& ui, float width);

}  // namespace hw
