// SPDX-License-Identifier: MIT
#include "core/flow_spread.h"

#include <algorithm>

namespace hw {
namespace {

constexpr double least(double a, double b) { return b < a ? b : a; }

// Step i of the way down leads from position i (level layer - i) to position i + 1.
int matrixOf(int layer, int step) { return layer - 1 - step; }

}  // namespace

FlowSpread::FlowSpread(const AttentionGraph& graph) : graph_(graph), n_(graph.tokens()) {
    const std::size_t size =
        static_cast<std::size_t>(graph.layers() + 1) * static_cast<std::size_t>(n_);
    arrivals_.resize(size);
    received_.resize(size);
    passed_.resize(size);
    slack_.resize(size);
    owed_.resize(size);
    least_.resize(static_cast<std::size_t>(n_));
    free_.resize(static_cast<std::size_t>(n_));
    early_.resize(static_cast<std::size_t>(n_));
    total_.resize(static_cast<std::size_t>(n_));
    goalIn_.resize(static_cast<std::size_t>(graph.layers() + 1));
    mainKeys_.assign(size * mainCount, -1);
}

// The tokens that most of a row goes to, largest first, found when first needed; its own stands where there are fewer.
const int* FlowSpread::mainKeys(int layer, int query) {
    int* keys = mainKeys_.data() + (static_cast<std::ptrdiff_t>(layer) * n_ + query) * mainCount;
    if (keys[0] >= 0) return keys;
    const double* row = graph_.row(layer, query);
    int count = 0;
    for (int key = 0; key < n_; ++key) {
        if (key == query || (count == mainCount && row[key] <= row[keys[count - 1]])) continue;
        int place = count < mainCount ? count++ : count - 1;
        for (; place > 0 && row[keys[place - 1]] < row[key]; --place) keys[place] = keys[place - 1];
        keys[place] = key;
    }
    std::fill(keys + count, keys + mainCount, query);
    work_ += n_;
    return keys;
}

// What arrives where from the ends, and the slack that this leaves: slack[i] = all that a carrier can hand
// over from position i on, less all that arrives from i on. Nothing is too much while no slack is negative.
void FlowSpread::start(bool forced) {
    const double* supply = graph_.row(layer_, hot_);
    const double* demand = graph_.column(0, goal_);
    const auto fill = [&](double* to, auto value) {
        for (int k = range_.first; k < range_.end; ++k) to[k] = value(k);
        to[hot_] = to[goal_] = 0.0;
    };
    fill(at(arrivals_, 0), [&](int k) { return supply[k]; });
    for (int step = 0; step < steps_; ++step) {
        double* to = at(arrivals_, step + 1);
        goalIn_[static_cast<std::size_t>(step)] = 0.0;
        if (!forced) {
            fill(to, [](int) { return 0.0; });
            continue;
        }
        const double* row = graph_.row(matrixOf(layer_, step), hot_);
        goalIn_[static_cast<std::size_t>(step)] = row[goal_];
        if (step + 1 < steps_) {
            fill(to, [&](int k) { return row[k]; });
        } else {
            fill(to, [&](int k) { return least(row[k], demand[k]); });
        }
    }
    for (int position = 0; position <= steps_; ++position)
        fill(at(received_, position), [](int) { return 0.0; });
    for (int step = 0; step < steps_; ++step) fill(at(passed_, step), [](int) { return 0.0; });
    const double* arrived = at(arrivals_, steps_);
    fill(at(slack_, steps_), [&](int k) { return demand[k] - arrived[k]; });
    for (int position = steps_ - 1; position >= 0; --position) {
        const double* below = at(slack_, position + 1);
        const double* into = graph_.column(matrixOf(layer_, position), goal_);
        const double* here = at(arrivals_, position);
        fill(at(slack_, position), [&](int k) { return below[k] + into[k] - here[k]; });
    }
    std::fill(at(owed_, steps_) + range_.first, at(owed_, steps_) + range_.end, 0.0);
    for (int position = steps_ - 1; position > 0; --position) {
        const double* below = at(owed_, position + 1);
        const double* slack = at(slack_, position);
        double* owed = at(owed_, position);
        for (int k = range_.first; k < range_.end; ++k) owed[k] = least(below[k], slack[k]);
    }
    std::copy(at(slack_, 0) + range_.first, at(slack_, 0) + range_.end,
              least_.begin() + range_.first);
    fill(total_.data(), [](int) { return 0.0; });
    goalRoom_ = demand[goal_] - supply[goal_];
    for (int position = 0; position <= steps_; ++position) {
        const double* here = at(arrivals_, position);
        for (int k = range_.first; k < range_.end; ++k)
            total_[static_cast<std::size_t>(k)] += here[k];
        if (position < steps_) goalRoom_ -= goalIn_[static_cast<std::size_t>(position)];
    }
    work_ += 3 * (steps_ + 1) * (range_.end - range_.first) + 30;
}

// Sends up to `amount` along a row to whoever has room: on the carrier's own last edge, or, as far as the
// goal's column has room, by handing over before. Begins where the last row left off, so that rows do not
// queue for the same receivers.
double FlowSpread::moveRow(const double* row, double amount, double* received) {
    double left = amount;
    double budget = budget_;
    double* own = free_.data();
    double* early = early_.data();
    const auto part = [&](int begin, int end) {
        for (int k = begin; k < end; ++k) {
            const double first = least(least(row[k], own[k]), left);
            const double then = least(least(row[k] - first, early[k]), least(left - first, budget));
            own[k] -= first;
            early[k] -= then;
            received[k] += first + then;
            left -= first + then;
            budget -= then;
            if (left == 0.0) {
                rotor_ = k;
                work_ += 3 * (k - begin) + 4;
                return true;
            }
        }
        work_ += 3 * (end - begin);
        return false;
    };
    rotor_ = std::clamp(rotor_, range_.first, range_.end - 1);
    const int turn = rotor_;
    if (!part(turn, range_.end)) part(range_.first, turn);
    budget_ = budget;
    return amount - left;
}

// From a token to whoever has room, and, while it can still be passed on, beyond their room to the few that most of the
// row goes to: each of them costs a row in the next step.
double FlowSpread::moveOn(int step, int from, double amount, double* received) {
    const double* row = graph_.row(matrixOf(layer_, step), from);
    const int* keys = mainKeys(matrixOf(layer_, step), from);
    const int count = step + 2 < steps_ ? mainCount : 0;
    double before[mainCount];
    for (int i = 0; i < count; ++i) before[i] = received[keys[i]];
    double moved = moveRow(row, amount, received);
    for (int i = 0; i < count && moved < amount; ++i) {
        const int k = keys[i];
        if (k == from || k == hot_ || k == goal_ || k < range_.first || k >= range_.end) continue;
        const double more = least(row[k] - (received[k] - before[i]), amount - moved);
        received[k] += more;
        moved += more;
    }
    return moved;
}

// Carriers with too much pass it to others over the rows of this step. Returns what was not passed, which
// stays with its carrier for the next step.
double FlowSpread::passOn(int step) {
    const double* below = at(slack_, step + 1);
    const double* owed = at(owed_, step + 1);
    const double* demand = graph_.column(0, goal_);
    double over = 0.0;
    for (int k = range_.first; k < range_.end; ++k) {
        const double lowest = least_[static_cast<std::size_t>(k)];
        double room = least(lowest, below[k]);
        room = room > 0.0 ? room : 0.0;
        const double need = owed[k] - lowest;
        const double kept = total_[static_cast<std::size_t>(k)] - (need > 0.0 ? need : 0.0);
        double own = demand[k] - kept;
        over += own < 0.0 ? -own : 0.0;
        own = least(own > 0.0 ? own : 0.0, room);
        free_[static_cast<std::size_t>(k)] = own;
        early_[static_cast<std::size_t>(k)] = room - own;
    }
    budget_ = goalRoom_ - over > 0.0 ? goalRoom_ - over : 0.0;
    double* received = at(received_, step + 1);
    double stuck = 0.0;
    for (int k = range_.first; k < range_.end; ++k) {
        // What arrives too much only further down is passed on there.
        const double need = owed[k] - least_[static_cast<std::size_t>(k)];
        if (need <= 0.0) continue;
        const double moved = moveOn(step, k, need, received);
        at(passed_, step)[k] = moved;
        least_[static_cast<std::size_t>(k)] += moved;
        total_[static_cast<std::size_t>(k)] -= moved;
        stuck += need - moved;
    }
    return stuck;
}

double FlowSpread::sendHot(int step, double amount) {
    const double* row = graph_.row(matrixOf(layer_, step), hot_);
    const double direct = least(row[goal_], least(amount, goalRoom_ > 0.0 ? goalRoom_ : 0.0));
    goalIn_[static_cast<std::size_t>(step)] = direct;
    goalRoom_ -= direct;
    budget_ = budget_ - direct > 0.0 ? budget_ - direct : 0.0;
    double* received = at(received_, step + 1);
    if (direct == amount) return direct;
    return direct + moveOn(step, hot_, amount - direct, received);
}

double FlowSpread::handOver() {
    const double* demand = graph_.column(0, goal_);
    // Slack anew, with what was passed among carriers.
    {
        const double* got = at(received_, steps_);
        const double* arrived = at(arrivals_, steps_);
        double* slack = at(slack_, steps_);
        for (int k = range_.first; k < range_.end; ++k) slack[k] = demand[k] - arrived[k] - got[k];
    }
    for (int position = steps_ - 1; position > 0; --position) {
        const double* below = at(slack_, position + 1);
        const double* into = graph_.column(matrixOf(layer_, position), goal_);
        const double* arrived = at(arrivals_, position);
        const double* got = at(received_, position);
        const double* passed = at(passed_, position);
        double* slack = at(slack_, position);
        for (int k = range_.first; k < range_.end; ++k) {
            slack[k] = below[k] + into[k] + passed[k] - arrived[k] - got[k];
        }
    }
    double column = graph_.row(layer_, hot_)[goal_];
    double lost = 0.0;
    double* carried = free_.data();
    std::copy(at(arrivals_, 0) + range_.first, at(arrivals_, 0) + range_.end,
              carried + range_.first);
    for (int step = 0; step < steps_; ++step) {
        const double* below = at(slack_, step + 1);
        const double* into = graph_.column(matrixOf(layer_, step), goal_);
        const double* straight = graph_.diagonal(matrixOf(layer_, step));
        const double* passed = at(passed_, step);
        const double* arrived = at(arrivals_, step + 1);
        const double* got = at(received_, step + 1);
        double handed = 0.0;
        double tooMuch = 0.0;
        for (int k = range_.first; k < range_.end; ++k) {
            const double here = carried[k] - passed[k];
            double out = here - least(below[k], straight[k]);
            out = out > 0.0 ? out : 0.0;
            const double beyond = out - into[k];
            tooMuch = tooMuch < beyond ? beyond : tooMuch;
            handed += out;
            carried[k] = here - out + arrived[k] + got[k];
        }
        if (tooMuch > 0.0) return -1.0;
        const double through = least(column, straight[goal_]);
        lost += column - through;
        column = through + handed + goalIn_[static_cast<std::size_t>(step)];
    }
    work_ += 4 * steps_ * (range_.end - range_.first);
    return lost + column - least(column, demand[goal_]);
}

double FlowSpread::run(int layer, int source, int sink, TokenRange range, bool forced) {
    layer_ = layer;
    steps_ = layer - 1;
    range_ = range;
    hot_ = source;
    goal_ = sink;
    start(forced);
    const double* supply = graph_.row(layer_, hot_);
    double total = supply[goal_];
    for (int k = range_.first; k < range_.end; ++k) total += at(arrivals_, 0)[k];
    double hot = supply[hot_];
    double stuck = 0.0;
    for (int step = 0; step < steps_; ++step) {
        stuck = passOn(step);
        double sent = 0.0;
        if (forced) {
            const double* arrived = at(arrivals_, step + 1);
            sent = goalIn_[static_cast<std::size_t>(step)];
            for (int k = range_.first; k < range_.end; ++k) sent += arrived[k];
            if (sent > hot) return -1.0;
        } else {
            sent = sendHot(step, hot);
        }
        total += sent;
        hot = least(hot - sent, graph_.diagonal(matrixOf(layer_, step))[hot_]);
        const double* below = at(slack_, step + 1);
        const double* got = at(received_, step + 1);
        for (int k = range_.first; k < range_.end; ++k) {
            const double after = least_[static_cast<std::size_t>(k)] - got[k];
            least_[static_cast<std::size_t>(k)] = least(after, below[k] - got[k]);
            total_[static_cast<std::size_t>(k)] += got[k];
        }
    }
    if (stuck > 0.0) {
        // What nobody took never left: the last step drops it.
        for (int k = range_.first; k < range_.end; ++k) {
            const double rest = -least_[static_cast<std::size_t>(k)];
            if (rest > 0.0) at(passed_, steps_ - 1)[k] += rest;
        }
        total -= stuck;
    }
    total += least(hot, graph_.column(0, goal_)[hot_]);
    const double lost = handOver();
    return lost < 0.0 ? lost : total - lost;
}

}  // namespace hw
