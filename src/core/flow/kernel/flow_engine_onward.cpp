// SPDX-License-Identifier: MIT
// The flow of a source one or more layers further up, begun with the flow of the layer below to the same sink.
//
// The old flow leaves the source where it stood, the node S = (from + 1, source), along row `source` of matrix `from`, and what
// is below stays as it is. In the new network S is a node like others, and row `source` of matrix `high` is the supply. S gets
// at most M, the narrowest of the new row's own entry and the straight edges of the source's column between `high` and S; its
// flow `out` may be more. It becomes a flow of the new network in two steps, of which neither changes what reaches the sink
// but the last.
//
// 1. What comes from S straight down and is sent at some level to a key k (the edge (m + 1, source) -> (m, k), m <= from) comes
//    down the key's own column instead: x units of the new supply at (high, k) along straight edges to (m, k), as far as supply
//    and these edges have x left. The edge and the source's straight edges between S and level m + 1 carry x less, and so does S
//    (x is at most what they carry: in a network both ways others may send to the source's column too).
//    Every node between keeps its balance: (m, k) gets x from its own column and x less from the source's; nodes above
//    pass x on or do not. So `out` falls by x and the value stays.
// 2. What is still more than M is cancelled: from S down along edges that carry flow, which is a path to the sink for every
//    unit since every node passes on what it gets. The value falls by that.
//
// Then out <= M is brought down the source's column, and the search goes on from a flow. How much stays is a matter of speed
// alone: the search ends as any other, at a cut's capacity or where the residual network has no way on, whatever flow it
// began with.
#include <algorithm>
#include <bit>

#include "core/flow/kernel/flow_engine.h"
#include "core/flow/kernel/flow_loops.h"

namespace hw {

bool FlowEngine::canGoOn(int high, int source, int sink, TokenRange range) const {
    // After a head start through more than one matrix something may stand in between.
    const bool isFlow = !task_.wide || levels_ == 2;
    return source >= 0 && task_.source == source && task_.favourite == sink && isFlow &&
           high > task_.high && range.first == task_.range.first && range.end == task_.range.end;
}

// More flow over an edge that has room for it.
void FlowEngine::lift(int layer, int query, int key, double amount) {
    const std::size_t row = state_.rowOf(layer, query);
    double& left = state_.edges(row)[key];
    left -= amount;
    state_.used(row)[key >> 6] |= bit(key);
    if (left == 0.0) state_.open(row)[key >> 6] &= ~bit(key);
}

// Less flow over an edge, by up to `amount`; returns how much. An edge without flow is as if it had never been used.
double FlowEngine::reduce(int layer, int query, int key, double amount) {
    const std::size_t row = state_.rowOf(layer, query);
    double& left = state_.edges(row)[key];
    const double full = state_.graph().row(layer, query)[key];
    const double taken = lesser(amount, full - left);
    if (taken == 0.0) return 0.0;
    left += taken;
    state_.open(row)[key >> 6] |= bit(key);
    if (left == full) state_.used(row)[key >> 6] &= ~bit(key);
    return taken;
}

// Step 1 along one row of the source, until S has `excess` less. Returns what it still has.
double FlowEngine::replace(int layer, int high, double excess) {
    const int source = task_.source;
    const AttentionGraph& graph = state_.graph();
    const std::size_t row = state_.rowOf(layer, source);
    const double* full = graph.row(layer, source);
    double arrives = excess;
    for (int down = layer + 1; down <= task_.high; ++down)
        arrives = lesser(arrives, flow(down, source, source));
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = state_.used(row)[word]; todo != 0 && arrives > 0.0; todo &= todo - 1) {
            const int key = word * 64 + std::countr_zero(todo);
            if (key == source) continue;
            double most =
                lesser(lesser(full[key] - state_.edges(row)[key], task_.supply[key]), arrives);
            for (int down = layer; down < high && most > 0.0; ++down)
                most = lesser(most, state_.edges(state_.rowOf(down, key))[key]);
            if (most <= 0.0) continue;
            for (int down = layer; down < high; ++down) lift(down, key, key, most);
            reduce(layer, source, key, most);
            for (int down = layer + 1; down <= task_.high; ++down)
                reduce(down, source, source, most);
            task_.supply[key] -= most;
            arrives -= most;
            excess -= most;
            work_ += 4 * (high - layer);
        }
    }
    return excess;
}

// Step 2: `amount` less arrives at a node.
void FlowEngine::cancel(int level, int token, double amount) {
    work_ += 8;
    if (level == task_.low) {
        task_.demand[token] += amount;
        return;
    }
    const Word* used = state_.used(state_.rowOf(level - 1, token));
    double left = amount;
    for (int word = endWord_ - 1; word >= firstWord_; --word) {
        for (Word todo = used[word]; todo != 0; todo &= todo - 1) {
            const int key = word * 64 + std::countr_zero(todo);
            const double taken = reduce(level - 1, token, key, left);
            if (taken == 0.0) continue;
            cancel(level - 1, key, taken);
            left -= taken;
            if (left == 0.0) return;
        }
    }
}

// Makes the flow one of the network up to `high`; returns its value.
double FlowEngine::bringDown(int high) {
    const int from = task_.high, source = task_.source;
    const TokenRange range = task_.range;
    const AttentionGraph& graph = state_.graph();
    double* supply = task_.supply;
    const double* old = graph.row(from, source);
    const double* next = graph.row(high, source);
    double total = 0.0;
    for (int key = range.first; key < range.end; ++key) {
        const double sent = old[key] - supply[key];
        if (sent > 0.0) lift(from, source, key, sent);
        total += sent;
        supply[key] = next[key];
    }
    double most = next[source];
    for (int layer = from + 1; layer < high; ++layer)
        most = std::min(most, graph.diagonal(layer)[source]);
    double excess = std::max(0.0, total - most);
    double out = total - excess;
    for (int layer = from; layer >= task_.low && excess > 0.0; --layer)
        excess = replace(layer, high, excess);
    if (excess > 0.0) {
        cancel(from + 1, source, excess);
        total -= excess;
    }
    if (out > 0.0) {
        supply[source] -= out;
        for (int layer = from + 1; layer < high; ++layer) lift(layer, source, source, out);
    }
    work_ += 4 * (range.end - range.first);
    return total;
}

double FlowEngine::goOn(int high, double enough) {
    const TokenRange range = task_.range;
    if (task_.wide && !logged_) logColumns();
    task_.wide = false;
    state_.reach(task_.high, high, range);
    const double total = bringDown(high);
    task_.high = high;
    task_.enough = enough;
    levels_ = high - task_.low + 1;
    if (total >= enough) return total;
    searching_ = false;
    begin();
    return finish(total);
}

}  // namespace hw
