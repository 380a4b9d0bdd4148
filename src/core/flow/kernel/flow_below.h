// SPDX-License-Identifier: MIT
// Bounds that the flows of one layer prove for the layer above, without a search. Internal to core.
//
// Let r(X) be the capacity of the smallest cut between a set X of tokens below a layer and the sink. A cut
// for source s keeps some X on the source's side and pays sum a_k over the others, a = row s of the layer, so
//   F(s) = min over X of [sum over k not in X of a_k + r(X)],   r(X) >= max over k in X of F_below(k).
// With v the largest flow below in X, at best X contains all tokens with F_below <= v, so
//   F(s) >= min over v of [v + sum of a_k over F_below(k) > v].
// Where every token below already has the flow U, that is min(row sum, U). Deep layers then follow from the one
// below at the cost of a comparison.
#pragma once

#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace hw {

class FlowBelow {
public:
    explicit FlowBelow(const AttentionGraph& graph);

    /// Starts over with this sink.
    void prepare(int sink);
    /// Records a known flow, in grid steps. Cost O(n).
    void note(int layer, int source, double steps);
    /// True if flows of layer - 1 prove that the flow from `source` is at least `target`. They are the flows of all
    /// tokens that the source can look at. `sends` is the sum of its row over the tokens that can reach the sink. False
    /// proves nothing. Cost at most O(n).
    bool proves(int layer, int source, double sends, double target) const;

private:
    struct Flow {
        double steps;
        int token;
    };
    struct Layer {
        std::vector<Flow> flows;  // smallest first
        std::vector<bool> noted;  // by token
        int end = 0;              // all from first_ to there are noted
    };

    const AttentionGraph& graph_;
    int first_ = 0;  // tokens before it cannot reach the sink
    std::vector<Layer> layers_;
};

}  // namespace hw
