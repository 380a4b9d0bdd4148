// SPDX-License-Identifier: MIT
// The wave's flow level by level, lemma 1 of deep_wave.h from level 1 up: whether the sink's column holds, and all of it written
// out edge by edge for a search to go on from. There every edge is checked on the way.
#include <algorithm>

#include "core/flow/deep/deep_wave.h"
#include "core/flow/kernel/flow_loops.h"

namespace hw {

// What each carrier hands over at each level, and its straight edges. `entered` gets what enters the sink's column.
bool DeepWave::settleCarriers(double* entered) {
    const int first = task_.sink + 1, end = task_.source;
    double* straight = need_.data();  // what goes straight down to the level below
    double* rest = own_.data();       // what is still to be handed over
    double* last = state_.last();
    for (int k = first; k < end; ++k) {
        const double whole = top_[k] + got_[k];
        const double late = lesser(whole, last[k]);
        last[k] -= late;
        straight[k] = late;
        rest[k] = whole - late;
    }
    double wrong = 0.0;
    for (int level = 2; level <= task_.layer; ++level) {
        if (arrives_[level - 1]) {
            const double* arrived = arrivals(level - 1);
            for (int k = first; k < end; ++k) straight[k] -= arrived[k];
        }
        const double* column = state_.column(level);
        double sum = 0.0;
        for (int k = first; k < end; ++k) {
            const double across = lesser(rest[k], column[k]);
            double& left = state_.straight(k)[level];
            left -= straight[k];
            wrong -= lesser(straight[k], 0.0) + lesser(left, 0.0);
            state_.into(k)[level] -= across;
            rest[k] -= across;
            straight[k] += across;
            sum += across;
        }
        entered[level] = sum;
        for (const Row* row : state_.rows(level)) {
            if (row->query != task_.source) straight[row->query] += state_.sent(*row);
        }
    }
    for (int k = first; k < end; ++k) wrong += maxOf(rest[k], 0.0);
    work_ += 8 * task_.layer * (end - first);
    return wrong == 0.0;
}

// The columns of source and sink.
bool DeepWave::settleEnds(double* entered) {
    const int source = task_.source, sink = task_.sink;
    double wrong = 0.0;
    double out = ownOut_[1];
    state_.last()[source] -= out;
    for (int level = 2; level <= task_.layer; ++level) {
        double& left = state_.straight(source)[level];
        left -= out;
        state_.into(source)[level] -= ownOut_[level];
        wrong = maxOf(wrong, maxOf(-left, -state_.into(source)[level]));
        entered[level] += ownOut_[level];
        out += ownOut_[level];
        if (const Row* row = state_.find(level, source)) out += state_.sent(*row);
    }
    need_[source] = out;
    double column = direct_;
    for (int level = task_.layer; level >= 2; --level) {
        double& left = state_.straight(sink)[level];
        left -= column;
        wrong = maxOf(wrong, -left);
        column += entered[level];
    }
    state_.last()[sink] -= column;
    need_[sink] = direct_;
    return wrong == 0.0 && state_.last()[sink] >= 0.0;
}

bool DeepWave::holds() {
    const int sink = task_.sink, source = task_.source, top = task_.layer;
    double carried = state_.column(1)[sink] - budget_;
    if (carried <= state_.narrowest(top)[sink]) return true;
    // Not all of it at every level: from the lowest up, what enters there is carried no higher.
    const double* last = state_.column(1);
    double* rest = own_.data();
    HW_APART
    for (int k = sink + 1; k < source; ++k) rest[k] = maxOf(0.0, top_[k] + got_[k] - last[k]);
    for (int level = 2; level <= top; ++level) {
        const double* column = state_.column(level);
        double enters = ownOut_[level];
        HW_APART
        for (int k = sink + 1; k < source; ++k) {
            const double across = minOf(rest[k], column[k]);
            rest[k] -= across;
            enters += across;
        }
        carried -= enters;
        if (carried > state_.straightFull(sink)[level]) return false;
    }
    work_ += 2 * top * (source - sink);
    return true;
}

bool DeepWave::settle(double* supply) {
    state_.fill();
    std::vector<double> entered(task_.layer + 1, 0.0);
    if (!settleCarriers(entered.data()) || !settleEnds(entered.data())) return false;
    double tooLow = 0.0;
    for (int k = task_.sink; k <= task_.source; ++k) {
        supply[k] -= need_[k];
        tooLow += minOf(supply[k], 0.0);
    }
    return tooLow == 0.0;
}

}  // namespace hw
