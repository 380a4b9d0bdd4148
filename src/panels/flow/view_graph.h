// SPDX-License-Identifier: MIT
// A graph of layers x tokens, as the views of flow and of lines have it.
#pragma once

#include "page/state/command.h"
#include "panels/flow/layout.h"
#include "view/widgets/matrix_window.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What a graph remembers between frames.
struct GraphUi {
    MatrixWindow window;    ///< the part of the graph that is seen
    std::vector<int> rows;  ///< what `window` is about; other tokens begin with all of them
};

/// Where the parts of the graph stand in a place: the plot between two columns of names.
struct GraphPlaces {
    FlowPlane all;
    float labelWidth = 0;
    Rect plot() const { return {all.left, all.top, all.width, all.height}; }
    bool hasRoom() const { return all.width >= 40 && all.height >= 20 && all.rows > 0; }
};
GraphPlaces graphPlaces(const LayerGraph& graph, const Rect& place, bool narrow);

/// Ribbons, nodes, names at either side and layers below; `path`: the one that is lit, or -1. A click on a node goes
/// there. Wheel, fingers and dragging enlarge it. O(ribbons + nodes).
void drawLayerGraph(const Pen& pen, const LayerGraph& graph, const GraphPlaces& places, GraphUi& ui,
                    int path, Commands& commands);

/// What drawShowAll takes of a line.
float showAllRoom(const GraphUi& ui);
/// "show all" where a part is seen, its end at `right`; returns what it takes.
float drawShowAll(const Pen& pen, GraphUi& ui, float right, float middle);

}  // namespace hw
