// SPDX-License-Identifier: MIT
#include "core/flow/flow_ranges.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/flow/kernel/flow_bounds.h"
#include "core/flow/kernel/flow_columns.h"
#include "core/flow/kernel/flow_loops.h"

namespace hw {

class FlowRanges::State {
public:
    State(const AttentionGraph& graph, int source, int layer)
        : graph_(graph),
          source_(source),
          layer_(layer),
          n_(graph.tokens()),
          columns_(graph),
          bounds_(graph, columns_),
          least_(at(graph.layers(), 0), 0.0),
          most_(least_.size()),
          rooms_(at(graph.layers() + 1, 0), 0.0),
          strait_(rooms_.size(), AttentionGraph::saturated),
          all_(n_),
          byRows_(n_) {
        for (int level = 0; level < graph.layers(); ++level) {
            const double* diagonal = graph.diagonal(level);
            for (int token = 0; token < n_; ++token) {
                most_[at(level, token)] = graph.rowSums(level)[source];
                strait_[at(level + 1, token)] = minOf(strait_[at(level, token)], diagonal[token]);
            }
        }
    }

    bool step(std::int64_t budget) {
        const std::int64_t ofSink = 6LL * graph_.layers() * n_;
        for (; !isDone() && budget > 0; budget -= ofSink) bound(sink_++);
        return isDone();
    }
    bool isDone() const { return sink_ == n_; }
    double least(int layer, int sink) const { return least_[at(layer, sink)]; }
    double most(int layer, int sink) const { return most_[at(layer, sink)]; }
    double unit() const { return graph_.unit(); }

private:
    std::size_t at(int layer, int token) const { return std::size_t{1} * layer * n_ + token; }
    bool isReached(int sink) const { return !graph_.causal() || sink <= source_; }

    void bound(int sink) {
        if (!isReached(sink)) {
            for (int layer = 0; layer < graph_.layers(); ++layer) most_[at(layer, sink)] = 0.0;
            return;
        }
        first_ = graph_.causal() ? sink : 0;
        end_ = graph_.causal() ? source_ + 1 : n_;
        columns_.prepare(sink);
        bounds_.prepare(sink, std::span(&source_, 1));
        for (int layer = 0; layer < graph_.layers(); ++layer) {
            double& least = least_[at(layer, sink)];
            double& most = most_[at(layer, sink)];
            const double* into = columns_.of(layer, sink);
            if (layer == 0) {
                least = most = into[source_];
            } else if (layer == 1) {
                least = most = bounds_.twoLayer(source_);
            } else {
                most = bounds_.bound(layer, source_);
                if (sink != source_ || !graph_.causal()) {
                    most = minOf(most, bounds_.mixedNeck(layer, source_, 1));
                    most = minOf(most, bounds_.mixedNeck(layer, source_, layer));
                }
                // A capped cut proves nothing. Neither flow exceeds the source's row.
                most = minOf(most, bounds_.sends(layer, source_));
                least = flow(layer, sink);
            }
            const double* room = rooms_.data() + at(layer, 0);
            double* next = rooms_.data() + at(layer + 1, 0);
            HW_APART
            for (int token = first_; token < end_; ++token)
                next[token] = minOf(room[token] + into[token], AttentionGraph::saturated);
        }
    }

    // The value of the flow that the header describes, from layer 2 on.
    double flow(int layer, int sink) {
        const double* top = graph_.row(layer, source_);
        const double straits = strait_[at(layer, sink)];
        if (sink == source_) return minOf(top[sink], straits);
        const double* last = columns_.of(0, sink);
        const double* room = rooms_.data() + at(layer, 0);
        const double* strait = strait_.data() + at(layer, 0);
        double* all = all_.data();
        double whole = 0.0;   // amount that arrives by last edges
        double column = 0.0;  // amount that enters the sink's column
        HW_APART
        for (int token = first_; token < end_; ++token) {
            const double takes = minOf(minOf(top[token], room[token]), strait[token]);
            const double ends = minOf(takes, last[token]);
            all[token] = takes;
            whole += ends;
            column += takes - ends;
        }
        // Two of them are no carriers.
        for (const int token : {sink, source_}) {
            whole -= minOf(all[token], last[token]);
            column -= all[token] - minOf(all[token], last[token]);
        }
        column = minOf(column + top[sink], straits);
        if (layer == layer_) sendRows(layer, sink, whole, column);
        return whole + column;
    }

    // The amount that the source sends along its rows below `layer`.
    void sendRows(int layer, int sink, double& whole, double& column) {
        limits_.resize(layer);
        double limit = graph_.row(layer, source_)[source_];
        for (int level = layer - 1; level >= 0; --level) {
            limits_[level] = limit;
            limit = minOf(limit, graph_.diagonal(level)[source_]);
        }
        double sent = minOf(columns_.of(0, sink)[source_], limits_[0]);
        whole += sent;
        const double straits = strait_[at(layer, sink)];
        std::fill(byRows_.begin() + first_, byRows_.begin() + end_, 0.0);
        for (int level = 1; level < layer; ++level) {
            double left = limits_[level] - sent;
            if (left <= 0.0) continue;
            const double* row = graph_.row(level, source_);
            const double direct = minOf(minOf(row[sink], straits - column), left);
            column += direct;
            left -= direct;
            left -= sendRow(row, level, layer, sink, left, straits - column, whole, column);
            sent = limits_[level] - left;
        }
    }

    // Sends one row to the carriers, at most `limit`, of which at most `inColumn` goes by the sink's column. Returns
    // the amount.
    double sendRow(const double* row, int level, int layer, int sink, double limit, double inColumn,
                   double& whole, double& column) {
        const double* last = columns_.of(0, sink);
        const double* here = rooms_.data() + at(level, 0);
        const double* room = rooms_.data() + at(layer, 0);
        const double* strait = strait_.data() + at(layer, 0);
        double left = limit;
        for (int token = first_; token < end_ && left > 0.0; ++token) {
            if (token == sink || token == source_) continue;
            double& all = all_[token];
            double& byRows = byRows_[token];
            const double canHold = minOf(strait[token], room[token]) - all;
            const double takes = minOf(minOf(row[token], canHold), here[token] - byRows);
            if (takes <= 0.0) continue;
            const double ends = maxOf(0.0, minOf(minOf(takes, last[token] - all), left));
            const double passes = minOf(minOf(takes - ends, inColumn), left - ends);
            all += ends + passes;
            byRows += ends + passes;
            whole += ends;
            column += passes;
            inColumn -= passes;
            left -= ends + passes;
        }
        return limit - left;
    }

    const AttentionGraph& graph_;
    const int source_;
    const int layer_;
    const int n_;
    int sink_ = 0;             // the next one
    int first_ = 0, end_ = 0;  // tokens on a way from source to sink
    FlowColumns columns_;
    FlowBounds bounds_;
    std::vector<double> least_, most_;  // [layer][sink], steps
    std::vector<double> rooms_;         // [level][token]: into the sink's column below that level
    std::vector<double> strait_;        // [level][token]: the narrowest straight edge below it
    std::vector<double> all_,
        byRows_;  // [token]: that a carrier has got, and of it by rows below the first
    std::vector<double> limits_;  // [level]: what may leave the source there and below
};

std::vector<double> flowCeilings(std::span<const std::vector<double>> rows, int source,
                                 bool causal) {
    const std::size_t n = rows.empty() ? 0 : rows.front().size();
    std::vector<double> most(rows.size() * n, 0.0);
    std::vector<double> column(n, 0.0);  // the best cut so far
    for (std::size_t layer = 0; layer < rows.size(); ++layer) {
        const std::vector<double>& row = rows[layer];
        double sum = 0.0;
        if (!causal)
            for (const double weight : row) sum += weight;
        const int last = causal ? source : static_cast<int>(n) - 1;
        for (int input = last; input >= 0; --input) {
            if (causal) sum += row[input];
            const double best = layer == 0 ? row[input] : sum - row[source] + column[input];
            column[input] = minOf(sum, best);
            most[layer * n + input] = column[input] + 1e-9;
        }
    }
    return most;
}

FlowRanges::FlowRanges(const AttentionGraph& graph, int source, int layer)
    : state_(std::make_unique<State>(graph, source, layer)) {}
FlowRanges::~FlowRanges() = default;
FlowRanges::FlowRanges(FlowRanges&&) noexcept = default;
bool FlowRanges::step(std::int64_t budget) { return state_->step(budget); }
bool FlowRanges::isDone() const { return state_->isDone(); }
double FlowRanges::least(int layer, int sink) const {
    return state_->least(layer, sink) * state_->unit();
}
double FlowRanges::most(int layer, int sink) const {
    return state_->most(layer, sink) * state_->unit();
}
bool FlowRanges::isExact(int layer, int sink) const {
    return state_->least(layer, sink) == state_->most(layer, sink);
}

}  // namespace hw
