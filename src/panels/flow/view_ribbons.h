// SPDX-License-Identifier: MIT
// The ribbons of the flow view.
#pragma once

#include <optional>

#include "panels/flow/layout.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A node by its level and row.
struct GraphNode {
    int level = 0;
    int row = 0;
    bool operator==(const GraphNode&) const = default;
    bool joins(const FlowRibbon& ribbon) const {
        return (ribbon.layer + 1 == level && ribbon.queryRow == row) ||
               (ribbon.layer == level && ribbon.keyRow == row);
    }
};

/// All ribbons, with those of `path` (an index, or -1) or else of the node `lit` highlighted, and the marks of the
/// minimum cut. Returns the ribbon under the pointer, or null.
const FlowRibbon* drawRibbons(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
                              int path, const std::optional<GraphNode>& lit);

/// Cut edges, as dashed lines from node to node, with their tooltips. O(cuts).
void drawCuts(const Pen& pen, const LayerGraph& model, const FlowPlane& plane);

/// The hovered ribbon, in ink, with its numbers at the pointer.
void lightRibbon(const Pen& pen, const LayerGraph& model, const FlowPlane& plane,
                 const FlowRibbon& ribbon);

}  // namespace hw
