// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/flow/max_flow.h"
#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/models/number_words.h"
#include "page/state/app_state.h"

namespace hw {

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
    bool inCut = false;  ///< full, and part of the minimum cut nearest the source
};

/// A pair's maximum flow, or a joint flow to all inputs, ready to be drawn: layers x tokens.
struct FlowModel {
    std::string title;               ///< "Maximum flow from [CLS] to “keys”"
    std::string caption;             ///< the value, what limits it, what is left out
    const PairFlow* flow = nullptr;  ///< null until it has arrived
    int startLayer = 0;
    int layer = 0;  ///< the source stands above this attention layer
    int source = 0;
    int sink = 0;                     ///< allInputs: a joint flow
    std::vector<int> rows;            ///< tokens that are drawn, in text order
    std::vector<std::string> labels;  ///< one a row; equal tokens are numbered: "the (2)"
    std::vector<FlowRibbon> ribbons;
    std::vector<std::vector<double>> through;  ///< [level - startLayer][row]: flow through a node
    std::vector<std::string> paths;            ///< the largest, as text
    std::vector<std::vector<int>>
        pathRows;                    ///< the same as rows from the source down, -1: not drawn
    std::vector<double> sinkValues;  ///< flow to each row's token as an input, NaN: not there yet
    int sinkDecimals = fewestDecimals;  ///< of all of them
    std::string inputHeading;           ///< what they are: "share of the flow to all inputs"
    Standing standing;
};

/// The pair that the flow view is about: the first chosen output, and the chosen sink or, without
/// one, the input with the largest shown value among those that are there.
int flowSink(const AppState& state, ResultStore& results);

/// True if the page shows a pair's flow now.
bool showsFlow(const AppState& state);

/// The question for the flow view's pair.
Query flowEdgesQuery(const AppState& state, int sink);

/// At most `mostRows` tokens get a row, those with most flow first; the caption says what is left
/// out. O(edges log edges).
FlowModel flowModel(const AppState& state, ResultStore& results, int mostRows = 40);

}  // namespace hw
