// SPDX-License-Identifier: MIT
// Layers by tokens with an edge for the amount that passes from one to the next, the data of the flow and graph views.
#pragma once

#include <string>
#include <vector>

#include "core/flow/answers/minimum_cut.h"
#include "page/models/number_phrases.h"
#include "panels/flow/file_presence.h"

namespace hw {

/// The meaning of an edge's width.
enum class WidthMeaning {
    flow,    ///< maximum or joint flow, with the capacity
    share,   ///< share of the output's rollout, with the edge's weight
    weight,  ///< the attention weight itself
};

/// One edge of a flow as a band between two nodes. Offsets are in flow units from the node's top.
struct FlowRibbon {
    int layer = 0;  ///< attention layer, zero-based, from level layer up to level layer + 1
    int query = 0;  ///< tokens, zero-based
    int key = 0;
    int queryRow = 0;  ///< indices into LayerGraph::rows
    int keyRow = 0;
    double amount = 0;
    double capacity = 0;
    double queryOffset = 0;
    double keyOffset = 0;
    bool isLit = false;  ///< on the highlighted path
    bool inCut = false;  ///< full, and part of the minimum cut nearest the source
    FilePresence files = FilePresence::one;
    double here = 0;  ///< with two files, its amount in each, NaN if a file has no such edge
    double before = 0;
};

/// An edge that was cut in the run, where nothing passes.
struct CutLine {
    int layer = 0;
    int queryRow = 0;  ///< indices into LayerGraph::rows
    int keyRow = 0;
    std::string label;  ///< "keys → [MASK], layer 3: cut in 2 heads"
};

/// A graph ready to be drawn.
struct LayerGraph {
    WidthMeaning carries = WidthMeaning::flow;
    int startLayer = 0;
    int layer = 0;  ///< the source is above this attention layer
    int source = 0;
    int sink = 0;                     ///< allInputs for all of them
    std::vector<int> rows;            ///< tokens that are drawn, in text order
    bool bothFiles = false;           ///< two files' graphs over each other
    std::vector<std::string> labels;  ///< one per row. Equal tokens are numbered, "the (2)"
    std::vector<FlowRibbon> ribbons;
    std::vector<CutLine> cuts;                 ///< of a run that was cut
    std::vector<std::vector<double>> through;  ///< [level - startLayer][row], flow through a node
    std::vector<std::vector<int>>
        pathRows;  ///< paths as rows from the source down, -1 if not drawn
    std::vector<double>
        sinkValues;  ///< the value at each row's token as an input, NaN before it has arrived
    int sinkDecimals = fewestDecimals;  ///< number of decimals of all of them
    std::string inputHeading;  ///< heading of these values, "share of the flow from all inputs"
};

/// The row of a token, or -1 if it is not drawn. O(log rows).
int rowOf(const LayerGraph& graph, int token);

/// A suffix for each token whose text occurs several times, " (2)" for the second. Otherwise "". O(n log n).
std::vector<std::string> placesAmongEqual(const std::vector<std::string>& labels);

/// Adds a ribbon between two drawn tokens, without its position. If one is not drawn, it returns null and adds nothing.
FlowRibbon* addRibbon(LayerGraph& graph, const FlowEdge& edge);

/// Gives ribbons their offsets and nodes their totals. O(ribbons log ribbons).
void stackRibbons(LayerGraph& graph);

}  // namespace hw
