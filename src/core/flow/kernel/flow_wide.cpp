// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_wide.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/flow/kernel/flow_loops.h"

namespace hw {
namespace {

using Word = FlowState::Word;

// The set of zeros among up to 64 values, none negative.
Word zeros(const double* values, int count) { return firstOf(count) & ~aboveZero(values, count); }

}  // namespace

FlowWide::FlowWide(FlowState& state) : state_(state), graph_(state.graph()) {
    const std::size_t n = graph_.tokens();
    room_.resize(n);
    moved_.resize(n);
    roomy_.resize(graph_.words());
}

void FlowWide::turnTo(int sink) {
    if (sink == sink_) return;
    sink_ = sink;
    const int n = graph_.tokens();
    const std::size_t layers = graph_.layers();
    lateral_.assign(layers * n, 0.0);
    lateralSums_.assign(layers, 0.0);
    narrowest_.assign(layers, AttentionGraph::saturated);
    for (int layer = 1; layer < graph_.layers(); ++layer) {
        const double* into = graph_.column(layer, sink);
        double* to = lateral_.data() + static_cast<std::ptrdiff_t>(layer) * n;
        const double* below = to - n;
        double sum = 0.0;
        for (int k = 0; k < n; ++k) to[k] = below[k] + into[k];
        to[sink] = 0.0;
        for (int k = 0; k < n; ++k) sum += to[k];
        const std::size_t at = layer;
        lateralSums_[at] = sum;
        narrowest_[at] = minOf(narrowest_[at - 1], graph_.diagonal(layer)[sink]);
    }
    work_ += 2 * graph_.layers() * n;
}

double FlowWide::sendRow(std::size_t row, double amount, double* room, Word* roomy,
                         TokenRange range) {
    double* edge = state_.edges(row);
    Word* open = state_.open(row);
    Word* used = state_.used(row);
    const int endWord = (range.end + 63) >> 6;
    double left = amount;
    bool first = true;
    work_ += (range.end - range.first) / 2;
    for (int word = range.first >> 6; word < endWord && left > 0.0; ++word) {
        Word todo = open[word] & roomy[word];
        if (todo == 0) continue;
        if (first) state_.noteRow(row);
        first = false;
        const int begin = std::max(word * 64, range.first);
        const int end = std::min(word * 64 + 64, range.end);
        double can = 0.0;
        HW_APART
        for (int k = begin; k < end; ++k) can += minOf(edge[k], room[k]);
        if (can <= left) {
            HW_APART
            for (int k = begin; k < end; ++k) {
                const double taken = minOf(edge[k], room[k]);
                edge[k] -= taken;
                room[k] -= taken;
            }
            left -= can;
            used[word] |= todo;
            open[word] &= ~(zeros(edge + begin, end - begin) << (begin & 63));
            roomy[word] &= ~(zeros(room + begin, end - begin) << (begin & 63));
            continue;
        }
        for (; left > 0.0; todo &= todo - 1) {
            const int k = word * 64 + std::countr_zero(todo);
            const Word one = FlowState::bit(k);
            const double taken = lesser(left, lesser(edge[k], room[k]));
            edge[k] -= taken;
            room[k] -= taken;
            left -= taken;
            used[word] |= one;
            if (edge[k] == 0.0) open[word] &= ~one;
            if (room[k] == 0.0) roomy[word] &= ~one;
        }
    }
    return amount - left;
}

// The tokens that hold much, the one with the most first. `always` belongs to them, or is -1.
void FlowWide::findHeavy(const double* holds, int always) {
    heavyTokens_.clear();
    for (int k = range_.first; k < range_.end; ++k) {
        if (k != sink_ && (holds[k] > heavy_ || k == always)) heavyTokens_.push_back(k);
    }
    if (heavyTokens_.empty()) return;
    std::iter_swap(heavyTokens_.begin(),
                   std::max_element(heavyTokens_.begin(), heavyTokens_.end(),
                                    [holds](int a, int b) { return holds[a] < holds[b]; }));
}

// With two matrices between the ends, sends from the source straight down and over its last row. No other token can use
// that row, and filling it leaves the first row free for the amounts that only others can hand to the sink.
double FlowWide::sendLastRow() {
    source_ = -1;
    if (high_ != 3) return 0.0;
    findHeavy(supply_, -1);
    if (heavyTokens_.empty()) return 0.0;
    source_ = heavyTokens_.front();
    const std::size_t straight = state_.rowOf(2, source_);
    double& edge = state_.edges(straight)[source_];
    // The sink's own demand waits for the tokens that hand over to it.
    const double want = demand_[sink_];
    const Word wanted = wants_[sink_ >> 6] & FlowState::bit(sink_);
    demand_[sink_] = 0.0;
    wants_[sink_ >> 6] &= ~FlowState::bit(sink_);
    const double sent =
        sendRow(state_.rowOf(1, source_), minOf(supply_[source_], edge), demand_, wants_, range_);
    demand_[sink_] = want;
    wants_[sink_ >> 6] |= wanted;
    edge -= sent;
    if (edge == 0.0) state_.open(straight)[source_ >> 6] &= ~FlowState::bit(source_);
    supply_[source_] -= sent;
    return sent;
}

// The sink's column goes straight down, and all tokens hand over to it as much as it can still take.
void FlowWide::joinSink(Step& step) {
    const int first = range_.first;
    const int end = range_.end;
    const double* into = graph_.column(step.matrix, sink_);
    double* holds = step.holds;
    double* moved = moved_.data();
    const std::size_t own = state_.rowOf(step.matrix, sink_);
    double& straight = state_.edges(own)[sink_];
    const double through = minOf(minOf(holds[sink_], straight), step.ahead);
    straight -= through;
    if (straight == 0.0) state_.open(own)[sink_ >> 6] &= ~FlowState::bit(sink_);
    step.sinkKeeps = holds[sink_] - through;
    holds[sink_] = 0.0;
    double joins = 0.0;
    HW_APART
    for (int k = first; k < end; ++k) {
        moved[k] = minOf(holds[k], into[k]);
        joins += moved[k];
    }
    if (const double limit = step.ahead - through; joins > limit) {
        double left = limit;
        for (int k = first; k < end; ++k) {
            moved[k] = minOf(moved[k], left);
            left -= moved[k];
        }
        joins = limit;
    }
    double* edge = state_.edges(state_.rowOf(step.matrix, first)) + sink_;
    Word* open = state_.open(state_.rowOf(step.matrix, first)) + (sink_ >> 6);
    for (int k = first; k < end; ++k, edge += state_.stride(), open += state_.words()) {
        *edge -= moved[k];
        holds[k] -= moved[k];
        *open &= ~(static_cast<Word>(*edge == 0.0) << (sink_ & 63));
    }
    step.sinkGets = through + joins;
}

// The amount that each token can bring to the end from below. It is its own demand, and its share of what all can hand
// over to the sink's column.
void FlowWide::makeRoom(const Step& step) {
    const int first = range_.first;
    const int end = range_.end;
    double* room = room_.data();
    const double later = maxOf(0.0, step.ahead - step.sinkGets);
    const double* lateral =
        lateral_.data() + static_cast<std::ptrdiff_t>(step.matrix - 1) * graph_.tokens();
    const double sum = lateralSums_[step.matrix - 1];
    if (step.last) {
        std::copy(demand_ + first, demand_ + end, room + first);
    } else if (sum <= later) {
        for (int k = first; k < end; ++k) room[k] = demand_[k] + lateral[k];
    } else {
        const double part = later / sum;
        for (int k = first; k < end; ++k) room[k] = demand_[k] + std::floor(part * lateral[k]);
    }
    room[sink_] = 0.0;
    std::copy(room + first, room + end, step.gets + first);
    for (int word = first >> 6; word < (end + 63) >> 6; ++word) {
        const int from = std::max(word * 64, first);
        const int count = std::min(word * 64 + 64, end) - from;
        roomy_[word] = aboveZero(room + from, count) << (from & 63);
    }
}

// Tokens that hold much go before the others, since only their own rows can bring it to where it can go on.
void FlowWide::sendHeavy(const Step& step) {
    findHeavy(step.holds, source_);
    kept_.clear();
    for (const int token : heavyTokens_) {
        double& holds = step.holds[token];
        kept_.push_back(holds - sendRow(state_.rowOf(step.matrix, token), holds, room_.data(),
                                        roomy_.data(), range_));
        holds = 0.0;
    }
}

// All others go straight down, as far as the tokens below can take it.
void FlowWide::sendStraight(Step& step) {
    const int first = range_.first;
    const int end = range_.end;
    const double* straight = graph_.diagonal(step.matrix);
    const double* room = room_.data();
    double* moved = moved_.data();
    double* holds = step.holds;
    double* gets = step.gets;
    double full = 0.0;
    HW_APART
    for (int k = first; k < end; ++k) {
        const double goes = minOf(minOf(holds[k], straight[k]), room[k]);
        moved[k] = goes;
        holds[k] -= goes;
        // Up to here gets[k] has the capacity before sending.
        gets[k] -= room[k] - goes;
        full += goes > 0.0 && goes == straight[k] ? 1.0 : 0.0;
    }
    double* edge = state_.edges(state_.rowOf(step.matrix, first)) + first;
    for (int k = first; k < end; ++k, edge += state_.stride() + 1) *edge -= moved[k];
    if (full > 0.0) {
        for (int k = first; k < end; ++k) {
            const std::size_t row = state_.rowOf(step.matrix, k);
            if (state_.edges(row)[k] == 0.0) state_.open(row)[k >> 6] &= ~FlowState::bit(k);
        }
    }
    for (std::size_t i = 0; i < heavyTokens_.size(); ++i) holds[heavyTokens_[i]] = kept_[i];
    holds[sink_] = step.sinkKeeps;
    gets[sink_] = step.sinkGets;
}

double FlowWide::run(double* supply, int high, double* demand, Word* wants, TokenRange range,
                     int sink) {
    turnTo(sink);
    supply_ = supply;
    demand_ = demand;
    wants_ = wants;
    high_ = high;
    range_ = range;
    held_.resize(high * room_.size());
    state_.noteColumns(sink);
    double all = 0.0;
    for (int k = range.first; k < range.end; ++k) all += supply[k];
    heavy_ = 4.0 * all / (range.end - range.first);
    double total = sendLastRow();
    for (int matrix = high - 1; matrix >= 1; --matrix) {
        Step step;
        step.matrix = matrix;
        step.last = matrix == 1;
        step.holds = matrix == high - 1 ? supply : held(matrix + 1);
        step.gets = held(matrix);
        step.ahead = minOf(narrowest_[matrix - 1], demand[sink]);
        joinSink(step);
        makeRoom(step);
        sendHeavy(step);
        sendStraight(step);
    }
    double* arrived = held(1);
    for (int k = range.first; k < range.end; ++k) {
        total += arrived[k];
        demand[k] -= arrived[k];
        arrived[k] = 0.0;
        if (demand[k] == 0.0) wants[k >> 6] &= ~FlowState::bit(k);
    }
    work_ += 10 * (high - 1) * (range.end - range.first);
    return total;
}

}  // namespace hw
