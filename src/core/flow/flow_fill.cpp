// SPDX-License-Identifier: MIT
#include "core/flow/flow_fill.h"

#include <algorithm>
#include <cmath>

#include "core/flow/kernel/flow_loops.h"

namespace hw {
namespace {

constexpr int matrix = 1;  // the one between the ends
constexpr int above = 2;   // the source's
// A share is this much smaller than its quotient, so that parts of it, rounded down, never add up to more than the whole.
constexpr double cautious = 1.0 - 0x1p-40;

}  // namespace

FlowFill::FlowFill(const AttentionGraph& graph) : graph_(graph), n_(graph.tokens()) {}

void FlowFill::turnTo(int sink) {
    if (sink == sink_) return;
    sink_ = sink;
    for (auto* line : {&left_, &gap_, &part_}) line->resize(n_);
    demand_.assign(graph_.column(0, sink), graph_.column(0, sink) + n_);
    demand_[sink] = 0.0;
    double sum = 0.0;
    for (const double demand : demand_) sum += demand;
    scarce_.clear();
    for (int k = 0; k < n_; ++k) {
        if (demand_[k] * n_ > 2.0 * sum) scarce_.push_back(k);
    }
    std::sort(scarce_.begin(), scarce_.end(),
              [this](int a, int b) { return demand_[a] > demand_[b]; });
    constexpr std::size_t most = 12;
    if (scarce_.size() > most) scarce_.resize(most);
}

// Up to `most` along a row to all that want.
double FlowFill::give(const double* row, double most) {
    double* want = gap_.data();
    double* part = part_.data();
    double can = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        part[k] = minOf(row[k], want[k]);
        can += part[k];
    }
    work_ += n_ / 2;
    if (can <= most) {
        HW_APART
        for (int k = 0; k < n_; ++k) want[k] -= part[k];
        return can;
    }
    const double share = most / can * cautious;
    double given = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        part[k] = std::floor(share * part[k]);
        want[k] -= part[k];
        given += part[k];
    }
    for (int k = 0; k < n_ && given < most; ++k) {
        const double more = minOf(minOf(row[k] - part[k], want[k]), most - given);
        want[k] -= more;
        given += more;
    }
    return given;
}

// What a token still wants, out of what all others have left.
double FlowFill::take(int token) {
    const double* column = graph_.column(matrix, token);
    const double want = gap_[token];
    gap_[token] = 0.0;
    double* left = left_.data();
    double* part = part_.data();
    double can = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        part[k] = minOf(column[k], left[k]);
        can += part[k];
    }
    work_ += n_ / 2;
    if (can <= want) {
        HW_APART
        for (int k = 0; k < n_; ++k) left[k] -= part[k];
        return can;
    }
    const double share = want / can * cautious;
    double taken = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        part[k] = std::floor(share * part[k]);
        left[k] -= part[k];
        taken += part[k];
    }
    for (int k = 0; k < n_ && taken < want; ++k) {
        const double more = minOf(minOf(column[k] - part[k], left[k]), want - taken);
        left[k] -= more;
        taken += more;
    }
    return taken;
}

// Everybody to itself. Whoever still wants afterwards and has something left has a full straight edge: it asks no more, so that no
// later step takes of that edge again.
double FlowFill::keep() {
    double* left = left_.data();
    double* want = gap_.data();
    const double* straight = graph_.diagonal(matrix);
    double kept = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        const double part = minOf(minOf(left[k], want[k]), straight[k]);
        left[k] -= part;
        const double missing = want[k] - part;
        want[k] = left[k] > 0.0 ? 0.0 : missing;
        kept += part;
    }
    return kept;
}

void FlowFill::listHeavy() {
    double sum = 0.0;
    for (const double left : left_) sum += left;
    heavy_.clear();
    for (int k = 0; k < n_; ++k) {
        if (left_[k] * n_ > 4.0 * sum) heavy_.push_back(k);
    }
    std::sort(heavy_.begin(), heavy_.end(), [this](int a, int b) { return left_[a] > left_[b]; });
}

double FlowFill::run(int source, int sink) {
    turnTo(sink);
    double* left = left_.data();
    const double* into = graph_.column(matrix, sink);
    std::copy_n(graph_.row(above, source), n_, left);
    std::copy_n(demand_.data(), n_, gap_.data());
    double total = 0.0;
    HW_APART
    for (int k = 0; k < n_; ++k) {
        const double part = minOf(left[k], into[k]);
        left[k] -= part;
        total += part;
    }
    if (total > graph_.column(0, sink)[sink]) return -1.0;
    total += give(graph_.row(matrix, source), left[source]);
    left[source] = 0.0;
    for (const int token : scarce_) {
        if (gap_[token] > 0.0) total += take(token);
    }
    total += keep();
    listHeavy();
    for (const int token : heavy_) {
        total += give(graph_.row(matrix, token), left[token]);
        left[token] = 0.0;
    }
    for (int token = 0; token < n_; ++token) {
        if (gap_[token] > 0.0) total += take(token);
    }
    work_ += 4 * n_;
    return total;
}

}  // namespace hw
