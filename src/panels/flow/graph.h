// SPDX-License-Identifier: MIT
// Layers x tokens with an edge for what passes from one to the next: what the views of flow and of lines draw.
#pragma once

#include <string>
#include <vector>

#include "core/flow/max_flow.h"
#include "page/models/number_words.h"
#include "panels/flow/whose.h"

namespace hw {

/// What the width of an edge is.
enum class Carries {
    flow,    ///< of a maximum or a joint flow, beside the edge's capacity
    share,   ///< of the output's rollout, beside the weight of the edge
    weight,  ///< the attention weight itself
};

/// One edge of a flow as a band between two nodes. Offsets are in flow units from the node's top.
struct FlowRibbon {
    int layer = 0;  ///< attention layer, zero-based: from level layer + 1 to level layer
    int query = 0;  ///< tokens, zero-based
    int key = 0;
    int fromRow = 0;  ///< rows of FlowModel::rows
    int toRow = 0;
    double amount = 0;
    double capacity = 0;
    double fromOffset = 0;
    double toOffset = 0;
    bool isLit = false;  ///< of the path that is looked at
    bool inCut = false;  ///< full, and part of the minimum cut nearest the source
    Whose whose = Whose::one;
    double here = 0;  ///< of two files: what it carries in either, NaN where that has no such edge
    double before = 0;
};

/// Ready to be drawn.
struct LayerGraph {
    Carries carries = Carries::flow;
    int startLayer = 0;
    int layer = 0;  ///< the source stands above this attention layer
    int source = 0;
    int sink = 0;                     ///< allInputs: all of them
    std::vector<int> rows;            ///< tokens that are drawn, in text order
    bool bothFiles = false;           ///< two files' graphs over each other
    std::vector<std::string> labels;  ///< one a row; equal tokens are numbered: "the (2)"
    std::vector<FlowRibbon> ribbons;
    std::vector<std::vector<double>> through;  ///< [level - startLayer][row]: what passes a node
    std::vector<std::vector<int>> pathRows;  ///< paths as rows from the source down, -1: not drawn
    std::vector<double>
        sinkValues;  ///< what reaches each row's token as an input, NaN: not there yet
    int sinkDecimals = fewestDecimals;  ///< of all of them
    std::string inputHeading;           ///< what they are: "share of the flow to all inputs"
};

/// The row that a token is drawn in, or -1. O(log rows).
int rowOf(const LayerGraph& graph, int token);

/// What stands behind the name of each token whose text is there several times: " (2)" for the second; else nothing.
/// O(n log n).
std::vector<std::string> placesAmongEqual(const std::vector<std::string>& labels);

/// A ribbon between two drawn tokens, without its place; null, and nothing added, where one of them is not drawn.
FlowRibbon* addRibbon(LayerGraph& graph, const FlowEdge& edge);

/// Gives ribbons their offsets and nodes what passes them. O(ribbons log ribbons).
void stackRibbons(LayerGraph& graph);

}  // namespace hw
