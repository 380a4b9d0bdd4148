// SPDX-License-Identifier: MIT
// What a pass starts from: the tables of the sink, and what its source's column sends unasked.
#include <algorithm>

#include "core/flow/kernel/flow_loops.h"
#include "core/flow/kernel/flow_spread.h"

namespace hw {

FlowSpread::FlowSpread(const AttentionGraph& graph, const FlowColumns& columns)
    : graph_(graph), columns_(columns), n_(graph.tokens()) {
    const std::size_t size = std::size_t{1} * (graph.layers() + 1) * n_;
    for (auto* table : {&arrivals_, &received_, &passed_, &slack_, &owed_, &rooms_})
        table->resize(size);
    for (auto* line : {&least_, &free_, &early_, &total_, &nothing_, &before_}) line->resize(n_);
    goalIn_.resize(graph.layers() + 1);
}

// What carriers can hand over from each matrix on does not depend on the source, but for its own column, which
// is none of them.
void FlowSpread::turnTo(int source, int sink) {
    const int layers = graph_.layers();
    if (sink != goal_) {
        for (int layer = 0; layer < layers; ++layer) {
            const double* into = columns_.of(layer, sink);
            const double* below = layer > 0 ? at(rooms_, layer - 1) : nothing_.data();
            double* to = at(rooms_, layer);
            for (int k = 0; k < n_; ++k) to[k] = below[k] + into[k];
            to[sink] = 0.0;
        }
        work_ += layers * n_;
    } else if (hot_ != sink) {
        double sum = 0.0;
        for (int layer = 0; layer < layers; ++layer)
            at(rooms_, layer)[hot_] = sum += columns_.of(layer, sink)[hot_];
    }
    hot_ = source;
    goal_ = sink;
    for (int layer = 0; layer < layers; ++layer) at(rooms_, layer)[hot_] = 0.0;
}

// What arrives where from the ends, and the slack that this leaves: all that a carrier can hand over from
// position i on, less all that arrives from i on. Nothing is too much while no slack is negative.
void FlowSpread::start() {
    const int first = range_.first;
    const int end = range_.end;
    const double* supply = graph_.row(layer_, hot_);
    const double* demand = columns_.of(0, goal_);
    double* sum = total_.data();
    std::fill(sum + first, sum + end, 0.0);
    goalRoom_ = demand[goal_] - supply[goal_];
    for (int position = steps_; position > 0; --position) {
        double& direct = goalIn_[position - 1];
        direct = 0.0;
        if (!forced_) continue;
        const double* row = graph_.row(matrixOf(position - 1), hot_);
        goalRoom_ -= direct = row[goal_];
        double* to = at(arrivals_, position);
        std::copy(row + first, row + end, to + first);
        to[hot_] = to[goal_] = 0.0;
        if (position == steps_)
            for (int k = first; k < end; ++k) to[k] = minOf(to[k], demand[k]);
        const double* room = at(rooms_, matrixOf(position));
        const double* owedBelow = position < steps_ ? at(owed_, position + 1) : nothing_.data();
        double* slack = at(slack_, position);
        double* owed = at(owed_, position);
        HW_APART
        for (int k = first; k < end; ++k) {
            const double after = sum[k] + to[k];
            sum[k] = after;
            slack[k] = room[k] - after;
            owed[k] = minOf(owedBelow[k], room[k] - after);
        }
    }
    const double* room = at(rooms_, layer_ - 1);
    double* top = at(arrivals_, 0);
    std::copy(supply + first, supply + end, top + first);
    top[hot_] = top[goal_] = 0.0;
    double* low = least_.data();
    double tooLow = 0.0;
    HW_APART
    for (int k = first; k < end; ++k) {
        sum[k] += top[k];
        low[k] = room[k] - sum[k];
        tooLow += minOf(low[k], 0.0);
    }
    tooLow_ = tooLow;
    work_ += (forced_ ? 3 * steps_ + 3 : 2) * (end - first) + 30;
}

}  // namespace hw
