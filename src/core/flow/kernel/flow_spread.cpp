// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_spread.h"

#include <algorithm>

#include "core/flow/kernel/flow_loops.h"

namespace hw {

// Sends up to `amount` along a row to tokens with capacity left, on the carrier's own last edge, or by handing over to
// the goal's column before. Begins where the last row left off, so that rows do not queue for the same receivers.
double FlowSpread::moveRow(const double* row, int end, double amount, double* received) {
    double left = amount;
    double budget = budget_;
    double* own = free_.data();
    double* early = early_.data();
    rotor_ = std::clamp(rotor_, range_.first, range_.end - 1);
    const int turn = rotor_;
    // One loop, since a lambda called twice would keep its captures in memory, and each number would wait for the last.
    bool done = false;
    for (int half = turn < end ? 0 : 1; half < 2 && !done; ++half) {
        const int last = half == 0 ? end : minOf(turn, end);
        int k = half == 0 ? turn : range_.first;
        work_ += maxOf(last - k, 0) / 2;
        while (k < last && !done) {
            // Where a block takes no more than is left, all of it goes at once, and no number depends on the last.
            const int stop = minOf(k + blockSize, last);
            const double cap = budget > 0.0 ? AttentionGraph::saturated : 0.0;
            double taken = 0.0;
            double sooner = 0.0;
            HW_APART
            for (int i = k; i < stop; ++i) {
                const double first = minOf(row[i], own[i]);
                const double then = minOf(minOf(row[i] - first, early[i]), cap);
                taken += first;
                sooner += then;
            }
            if (taken + sooner <= left && sooner <= budget) {
                HW_APART
                for (int i = k; i < stop; ++i) {
                    const double first = minOf(row[i], own[i]);
                    const double then = minOf(minOf(row[i] - first, early[i]), cap);
                    own[i] -= first;
                    early[i] -= then;
                    received[i] += first + then;
                }
                left -= taken + sooner;
                budget -= sooner;
                k = stop;
                continue;
            }
            for (; k < stop; ++k) {
                const double first = lesser(lesser(row[k], own[k]), left);
                const double then =
                    lesser(lesser(row[k] - first, early[k]), lesser(left - first, budget));
                own[k] -= first;
                early[k] -= then;
                received[k] += first + then;
                left -= first + then;
                budget -= then;
                if (left == 0.0) {
                    rotor_ = k;
                    done = true;
                    break;
                }
            }
        }
    }
    budget_ = budget;
    return amount - left;
}

// From a token to those with capacity left, and, while it can still be passed on, beyond it to others. In a causal
// network those nearest to the sink come first. Each costs a row in the next step, but spreading widely brings a flow
// over many small edges. Skips tokens that hardly help.
double FlowSpread::moveOn(int step, int from, double amount, double* received) {
    const double* row = graph_.row(matrixOf(step), from);
    const int end = std::min(range_.end, graph_.keys(from));
    if (step + 1 == steps_) return moveRow(row, end, amount, received);
    double* before = before_.data();
    std::copy(received + range_.first, received + range_.end, before + range_.first);
    double left = amount - moveRow(row, end, amount, received);
    const double slight = left / 64;
    for (int k = range_.first; k < end && left > 0.0; ++k) {
        const double edge = row[k] - (received[k] - before[k]);
        if (edge <= slight || k == from || k == hot_ || k == goal_) continue;
        const double more = lesser(edge, left);
        received[k] += more;
        left -= more;
    }
    work_ += (range_.end - range_.first) / 4;
    return amount - left;
}

// Carriers with too much pass it to others over the rows of this step. Returns the amount that was not passed, which
// stays with its carrier for the next step.
double FlowSpread::passOn(int step) {
    const int end = range_.end;
    const double* below = slackAt(step + 1);
    const double* owed = forced_ ? at(owed_, step + 1) : nothing_.data();
    const double* demand = columns_.of(0, goal_);
    const double* low = least_.data();
    const double* total = total_.data();
    double* free = free_.data();
    double* early = early_.data();
    double over = 0.0;
    HW_APART
    for (int k = range_.first; k < end; ++k) {
        const double room = maxOf(minOf(low[k], below[k]), 0.0);
        const double own = demand[k] - total[k] + maxOf(owed[k] - low[k], 0.0);
        over += maxOf(-own, 0.0);
        const double late = minOf(maxOf(own, 0.0), room);
        free[k] = late;
        early[k] = room - late;
    }
    budget_ = maxOf(goalRoom_ - over, 0.0);
    double* passed = at(passed_, step);
    double* received = at(received_, step + 1);
    std::fill(passed + range_.first, passed + end, 0.0);
    std::fill(received + range_.first, received + end, 0.0);
    work_ += 3 * (end - range_.first);
    double stuck = 0.0;
    for (int k = range_.first;; ++k) {
        // A separate loop over tokens that need nothing. WebAssembly would read and write `stuck` for each of them.
        while (k < end && owed[k] <= low[k]) ++k;
        if (k == end) break;
        // An amount that is too much only further down is passed on there.
        const double need = owed[k] - low[k];
        const double moved = moveOn(step, k, need, received);
        passed[k] = moved;
        least_[k] += moved;
        total_[k] -= moved;
        stuck += need - moved;
    }
    return stuck;
}

double FlowSpread::sendHot(int step, double amount) {
    const double* row = graph_.row(matrixOf(step), hot_);
    const double direct = minOf(row[goal_], minOf(amount, maxOf(goalRoom_, 0.0)));
    goalIn_[step] = direct;
    goalRoom_ -= direct;
    budget_ = maxOf(budget_ - direct, 0.0);
    double* received = at(received_, step + 1);
    if (direct == amount) return direct;
    return direct + moveOn(step, hot_, amount - direct, received);
}

// Recomputes the slack with the amounts passed among carriers before the step `active`, then what all hand over.
double FlowSpread::handOver(int active) {
    const int first = range_.first;
    const int end = range_.end;
    double* debt = free_.data();
    std::fill(debt + first, debt + end, 0.0);
    for (int position = active; position > 0; --position) {
        const double* got = at(received_, position);
        const double* passed = position < active ? at(passed_, position) : nothing_.data();
        const double* before = slackAt(position);
        double* slack = at(slack_, position);
        HW_APART
        for (int k = first; k < end; ++k) {
            debt[k] += got[k] - passed[k];
            slack[k] = before[k] - debt[k];
        }
    }
    const double* demand = columns_.of(0, goal_);
    double column = graph_.row(layer_, hot_)[goal_];
    double lost = 0.0;
    double* carried = free_.data();
    std::copy(at(arrivals_, 0) + first, at(arrivals_, 0) + end, carried + first);
    for (int step = 0; step < steps_; ++step) {
        const bool moved = step < active;
        const double* below = moved ? at(slack_, step + 1) : slackAt(step + 1);
        const double* into = columns_.of(matrixOf(step), goal_);
        const double* straight = graph_.diagonal(matrixOf(step));
        const double* passed = moved ? at(passed_, step) : nothing_.data();
        const double* arrived = forced_ ? at(arrivals_, step + 1) : nothing_.data();
        const double* got = moved ? at(received_, step + 1) : nothing_.data();
        double handed = 0.0;
        double tooMuch = 0.0;
        HW_APART
        for (int k = first; k < end; ++k) {
            const double here = carried[k] - passed[k];
            const double out = maxOf(here - minOf(below[k], straight[k]), 0.0);
            tooMuch += maxOf(out - into[k], 0.0);
            handed += out;
            carried[k] = here - out + arrived[k] + got[k];
        }
        if (tooMuch > 0.0) return -1.0;
        const double through = minOf(column, straight[goal_]);
        lost += column - through;
        column = through + handed + goalIn_[step];
    }
    work_ += (2 * steps_ + active) * (end - first);
    return lost + column - minOf(column, demand[goal_]);
}

double FlowSpread::run(int layer, int source, int sink, TokenRange range, bool forced,
                       double enough) {
    turnTo(source, sink);
    layer_ = layer;
    steps_ = layer - 1;
    range_ = range;
    forced_ = forced;
    start();
    const double* supply = graph_.row(layer_, hot_);
    const double* top = at(arrivals_, 0);
    double total = supply[goal_];
    for (int k = range_.first; k < range_.end; ++k) total += top[k];
    double hot = supply[hot_];
    double stuck = 0.0;
    int step = 0;
    for (; step < steps_; ++step) {
        // Once the source's column is empty and no carrier has too much, all go straight down.
        if (!forced && hot == 0.0 && tooLow_ >= 0.0) break;
        stuck = passOn(step);
        double sent = 0.0;
        if (forced) {
            const double* arrived = at(arrivals_, step + 1);
            sent = goalIn_[step];
            for (int k = range_.first; k < range_.end; ++k) sent += arrived[k];
            if (sent > hot) return -1.0;
        } else {
            sent = sendHot(step, hot);
        }
        total += sent;
        hot = minOf(hot - sent, graph_.diagonal(matrixOf(step))[hot_]);
        const double* below = slackAt(step + 1);
        const double* got = at(received_, step + 1);
        double* low = least_.data();
        double* sum = total_.data();
        double tooLow = 0.0;
        HW_APART
        for (int k = range_.first; k < range_.end; ++k) {
            low[k] = minOf(low[k], below[k]) - got[k];
            sum[k] += got[k];
            tooLow += minOf(low[k], 0.0);
        }
        tooLow_ = tooLow;
    }
    if (stuck > 0.0) {
        // An amount that no token took never left, so the last step drops it.
        double* passed = at(passed_, steps_ - 1);
        for (int k = range_.first; k < range_.end; ++k) passed[k] += maxOf(-least_[k], 0.0);
        total -= stuck;
    }
    total += minOf(hot, columns_.of(0, goal_)[hot_]);
    if (total < enough) return -1.0;
    const double lost = handOver(step);
    return lost < 0.0 ? lost : total - lost;
}

// The start of a pass, which needs the tables of the sink, and the amounts that its source's column sends anyway.

FlowSpread::FlowSpread(const AttentionGraph& graph, const FlowColumns& columns)
    : graph_(graph), columns_(columns), n_(graph.tokens()) {
    const std::size_t size = std::size_t{1} * (graph.layers() + 1) * n_;
    for (auto* table : {&arrivals_, &received_, &passed_, &slack_, &owed_, &rooms_})
        table->resize(size);
    for (auto* line : {&least_, &free_, &early_, &total_, &nothing_, &before_}) line->resize(n_);
    goalIn_.resize(graph.layers() + 1);
}

// The amounts that carriers can hand over from each matrix on depend on the source only by its own column, which is not
// a carrier.
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

// What arrives where from the ends, and the slack that this leaves. The slack is all that a carrier can hand over from
// position i on, less all that arrives from i on. No carrier has too much while no slack is negative.
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
