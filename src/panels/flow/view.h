// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/flow/model.h"
#include "panels/flow/view_graph.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of the flow view between frames.
struct FlowUi {
    int path = -1;  ///< the highlighted path, or -1
    GraphUi graph;
};

/// Layers by tokens, the source at the left, the inputs at the right. Ribbons are as wide as the
/// flow on their edge; those of the minimum cut have a mark in the colour of the cut. A click on a node
/// at the right makes it the sink, one on any other node makes that the source. O(ribbons).
void drawFlow(const Pen& pen, const FlowModel& model, FlowUi& ui, const Rect& area,
              Commands& commands);
/// Space for the title in a view this wide.
float flowTitleRoom(const FlowModel& model, const FlowUi& ui, float width);

}  // namespace hw
