// SPDX-License-Identifier: MIT
// The flow of a source one or more layers further up, begun with the flow of the layer below to the same sink.
//
// The old flow leaves the source at its old level, the node S = (from + 1, source), along row `source` of matrix
// `from`, and everything below stays. In the new network S is a node like others, and row `source` of matrix `high` is
// the supply. S gets at most M, the narrowest of the new row's own entry and the straight edges of the source's column
// between `high` and S. Its flow `out` may be more. It becomes a flow of the new network in two steps, and only the
// last changes what reaches the sink.
//
// 1. Flow that comes from S straight down and is sent at some level to a key k (the edge (m + 1, source) -> (m, k),
//    m <= from) comes down the key's own column instead. x units of the new supply at (high, k) go along straight edges
//    to (m, k), as far as supply and these edges have x left. The edge and the source's straight edges between S and
//    level m + 1 carry x less, and so does S (x is at most what they carry, since in a bidirectional network others may
//    send to the source's column too).
//    Every node between keeps its balance. (m, k) gets x from its own column and x less from the source's; nodes above
//    pass x on or do not. So `out` falls by x and the value stays.
// 2. The flow that is still more than M is cancelled, from S down along edges that carry flow. That is a path to the
//    sink for every unit, since every node passes on all it gets. The value falls by that.
//
// Then out <= M is brought down the source's column, and the search goes on from a flow. How much stays affects only
// speed. The search ends as any other, at a cut's capacity or where the residual network has no way on, whatever flow
// it began with.
#pragma once

#include <cstdint>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_state.h"
#include "core/flow/kernel/flow_task.h"

namespace hw {

class FlowAbove {
public:
    /// `state` must have the flow of `task`, from the source's row of matrix task.high to the sink's column of matrix
    /// 0.
    FlowAbove(FlowState& state, const FlowTask& task);

    /// Makes the flow one from the source's row of matrix `high`, and returns its value. The task's supplies become
    /// what that row has left, its demands get back the amount that no longer arrives. Cost O(n) and the edges that
    /// steps 1 and 2 touch.
    double bringDown(int high);

    std::int64_t work() const { return work_; }

private:
    using Word = FlowState::Word;
    static Word bit(int token) { return FlowState::bit(token); }

    void lift(int layer, int query, int key, double amount);
    double reduce(int layer, int query, int key, double amount);
    double replace(int layer, int high, double excess);
    void cancel(int level, int token, double amount);

    FlowState& state_;
    const FlowTask& task_;
    const int firstWord_;
    const int endWord_;
    std::int64_t work_ = 0;
};

}  // namespace hw
