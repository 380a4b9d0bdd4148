// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_above.h"

#include <algorithm>
#include <bit>

#include "core/flow/kernel/flow_loops.h"

namespace hw {

FlowAbove::FlowAbove(FlowState& state, const FlowTask& task)
    : state_(state),
      task_(task),
      firstWord_(task.range.first >> 6),
      endWord_((task.range.end + 63) >> 6) {}

// More flow over an edge that has capacity left.
void FlowAbove::lift(int layer, int query, int key, double amount) {
    const std::size_t row = state_.rowOf(layer, query);
    double& left = state_.edges(row)[key];
    left -= amount;
    state_.used(row)[key >> 6] |= bit(key);
    if (left == 0.0) state_.open(row)[key >> 6] &= ~bit(key);
}

// Less flow over an edge, by up to `amount`. Returns the decrease. An edge without flow is as if it had never been
// used.
double FlowAbove::reduce(int layer, int query, int key, double amount) {
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

// Step 1 along one row of the source, until S has `excess` less. Returns the rest of it.
double FlowAbove::replace(int layer, int high, double excess) {
    const int source = task_.source;
    const AttentionGraph& graph = state_.graph();
    const std::size_t row = state_.rowOf(layer, source);
    const double* full = graph.row(layer, source);
    double arrives = excess;
    for (int down = layer + 1; down <= task_.high; ++down)
        arrives = lesser(arrives, state_.flow(down, source, source));
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

// Step 2, when `amount` less arrives at a node.
void FlowAbove::cancel(int level, int token, double amount) {
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
double FlowAbove::bringDown(int high) {
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

}  // namespace hw
