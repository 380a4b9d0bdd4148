// SPDX-License-Identifier: MIT
// A graph of layers by tokens, drawn by the flow and graph views.
#pragma once

#include <string>
#include <vector>

#include "page/state/command.h"
#include "panels/flow/layout.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of a graph between frames.
struct GraphUi {
    MatrixWindow window;    ///< the visible part of the graph
    std::vector<int> rows;  ///< rows of `window`, which is reset when they change
    int pinnedLevel = -1;   ///< the node whose edges stay highlighted, as long as it is drawn
    int pinnedToken = -1;
    std::string pinnedLabel;  ///< since another file has other tokens
};

/// Layout of the graph in its area: the plot between two columns of names.
struct GraphPlaces {
    FlowPlane all;
    float labelWidth = 0;
    Rect plot() const { return {all.left, all.top, all.width, all.height}; }
    bool hasRoom() const { return all.width >= 40 && all.height >= 20 && all.rows > 0; }
};
GraphPlaces graphPlaces(const LayerGraph& graph, const Rect& place, bool narrow);

/// Ribbons, nodes, names at either side and layers below. `path` is the highlighted one, or -1. The node under the
/// pointer has its edges highlighted, up and down. A click pins it, and words above the plot name it and can make it
/// the output. In a flow a click on an input makes it the sink. Wheel, pinch and dragging zoom and pan. O(ribbons +
/// nodes).
void drawLayerGraph(const Pen& pen, const LayerGraph& graph, const GraphPlaces& places, GraphUi& ui,
                    int path, Commands& commands);

/// Width of drawShowAll.
float showAllRoom(const GraphUi& ui);
/// "show all" if zoomed, right-aligned at `right`. Returns its width.
float drawShowAll(const Pen& pen, GraphUi& ui, float right, float middle);

}  // namespace hw
