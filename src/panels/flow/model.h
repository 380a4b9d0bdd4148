// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/flow/answers/pair_flow.h"
#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/state/app_state.h"
#include "panels/flow/graph.h"

namespace hw {

/// A pair's maximum flow, or a joint flow from all inputs, ready to be drawn as layers by tokens.
struct FlowModel : LayerGraph {
    std::string title;               ///< "Maximum flow from [CLS] to “keys”"
    std::string caption;             ///< the value, its limit, and missing parts
    const PairFlow* flow = nullptr;  ///< null until it has arrived
    std::vector<std::string> paths;  ///< the largest as text, in the order of pathRows
    Standing standing;
    std::string progress;  ///< "40 %" during a long computation, or where it was stopped
    bool stopped = false;

    /// False if a view next to others has no graph, as across encoder and decoder.
    bool isShown() const { return !title.empty(); }
};

/// The sink of the flow view. The chosen one or, without a choice, the input with the largest shown value so far.
int flowSink(const AppState& state, ResultStore& results);

/// True if the page shows a pair's flow now.
/// Why there is no graph of a flow, or empty if there is one.
std::string whyNoFlowGraph(const AppState& state);
bool showsFlow(const AppState& state);

/// The question for the flow view's pair.
Query flowEdgesQuery(const AppState& state, int sink);

/// At most `mostRows` tokens get a row, those with most flow first. The caption gives the number of tokens left out.
/// O(edges log edges).
FlowModel flowModel(const AppState& state, ResultStore& results, int mostRows = 40);

}  // namespace hw
