// SPDX-License-Identifier: MIT
#include "core/flow/deep/deep_wave.h"

#include <algorithm>

#include "core/flow/deep/deep_wave_block.h"
#include "core/flow/kernel/flow_loops.h"

namespace hw {

DeepWave::DeepWave(DeepState& state) : state_(state), n_(state.tokens()) {
    for (auto* values : {&top_, &got_, &own_, &keep_, &strait_, &need_}) values->assign(n_, 0.0);
    const std::size_t levels = state.graph().layers() + 1;
    arrivals_.resize(levels * n_);
    arrives_.resize(levels);
    ownOut_.resize(levels);
    sourceLimit_.resize(levels);
}

double* DeepWave::arrivals(int level) {
    double* values = arrivals_.data() + static_cast<std::ptrdiff_t>(level) * n_;
    if (!arrives_[level]) {
        arrives_[level] = true;
        std::fill(values + task_.sink, values + task_.source + 1, 0.0);
    }
    return values;
}

// The source's row sends straight into the sink's column, and to carriers as much as they can hand over.
void DeepWave::start() {
    const int sink = task_.sink, source = task_.source, top = task_.layer;
    std::fill(arrives_.begin(), arrives_.end(), false);
    std::fill(ownOut_.begin(), ownOut_.end(), 0.0);
    heavy_.clear();
    failed_ = false;
    const double* supply = state_.graph().row(top, source);
    const double* last = state_.column(1);
    const double* rooms = state_.rooms(top);
    const double* narrowest = state_.narrowest(top);
    direct_ = minOf(supply[sink], minOf(last[sink], narrowest[sink]));
    budget_ = last[sink] - direct_;
    total_ = direct_;
    for (int k = sink; k <= source; ++k) {
        got_[k] = need_[k] = 0.0;
        if (k == sink || k == source) {
            top_[k] = own_[k] = keep_[k] = strait_[k] = 0.0;
            continue;
        }
        const double room = lesser(rooms[k], narrowest[k]);
        double taken = lesser(supply[k], room);
        const double late = lesser(taken, last[k]);
        taken = lesser(taken, late + budget_);
        budget_ -= taken - late;
        top_[k] = taken;
        own_[k] = last[k] - late;
        total_ += taken;
        // The amount that a carrier will send on goes straight down at first.
        const double spare = narrowest[k] - taken;
        const double need = lesser(supply[k] - taken, spare);
        need_[k] = need;
        strait_[k] = spare - need;
        keep_[k] = lesser(rooms[k] - taken, spare - need);
        if (need > 0.0) heavy_.push_back(k);
    }
    std::stable_sort(heavy_.begin(), heavy_.end(),
                     [this](int a, int b) { return need_[a] > need_[b]; });
    double limit = supply[source];
    for (int level = top; level >= 1; --level) {
        sourceLimit_[level] = limit;
        if (level > 1) limit = minOf(limit, state_.straightFull(source)[level]);
    }
    ownOut_[1] = minOf(sourceLimit_[1], last[source]);
    sourceUsed_ = ownOut_[1];
    total_ += sourceUsed_;
    work_ += 4 * (source - sink);
}

// Sends up to `amount` along a row to level `level`, to tokens whose last edge has capacity left, or, if `early`, that
// can hand it over to the sink's column before. Returns the amount. Sends a block at once if it takes no more.
double DeepWave::give(Row& row, int level, double amount, bool early) {
    constexpr int blockSize = DeepState::block;
    const int query = row.query, end = query + 1;
    double* arrived = arrivals(level);
    const double* rooms = state_.rooms(level);
    double* own = own_.data();
    double* keep = keep_.data();
    double* got = got_.data();
    double* strait = strait_.data();
    double* residual = row.left.get();
    const double* capacity = row.capacity;
    // The token's straight edge does not belong to the row.
    const double ownThere = std::exchange(own[query], 0.0);
    const double keepThere = std::exchange(keep[query], 0.0);
    double left = amount;
    double taken[blockSize];
    for (int begin = task_.sink & ~(blockSize - 1); begin < end && left > 0.0; begin += blockSize) {
        const int first = maxOf(begin, task_.sink), stop = minOf(begin + blockSize, end);
        const int count = stop - first;
        const double* edges = (DeepState::isWritten(row, first) ? residual : capacity) + first;
        const WaveBlock block{edges, rooms + first, own + first, keep + first, got + first};
        const bool whole = count == blockSize;
        double sum = 0.0, sooner = 0.0;
        if (early) {
            const WaveShare share =
                whole ? block.early(taken, blockSize) : block.early(taken, count);
            sum = share.sum;
            sooner = share.sooner;
        } else {
            sum = whole ? block.late(taken, blockSize) : block.late(taken, count);
        }
        if (sum == 0.0) continue;
        if (sum > left || sooner > budget_) {
            for (int i = 0; i < count; ++i) {
                double most = lesser(taken[i], left);
                const double late = lesser(most, own[first + i]);
                most = lesser(most, late + budget_);
                budget_ -= most - late;
                left -= most;
                taken[i] = most;
            }
        } else {
            left -= sum;
            budget_ -= sooner;
        }
        DeepState::write(row, first);
        const WaveBooks books{residual + first, own + first, keep + first,
                              strait + first,   got + first, arrived + first};
        whole ? books.note(taken, blockSize) : books.note(taken, count);
    }
    own[query] = ownThere;
    keep[query] = keepThere;
    row.stale = true;
    work_ += (end - task_.sink) + 20;
    return amount - left;
}

// The source's column, from its lowest row up.
double DeepWave::spendSource(bool early) {
    const int source = task_.source, top = task_.layer;
    double sent = 0.0;
    for (int level = 2; level <= top && missing() > sent; ++level) {
        double can = sourceLimit_[level] - sourceUsed_;
        if (can <= 0.0) continue;
        if (early) {
            const double across =
                minOf(minOf(state_.column(level)[source] - ownOut_[level], budget_), can);
            ownOut_[level] += across;
            budget_ -= across;
            sourceUsed_ += across;
            sent += across;
            can -= across;
        }
        if (can <= 0.0) continue;
        Row* row = state_.row(level, source);
        if (!row) {
            failed_ = true;
            return sent;
        }
        const double given = give(*row, level - 1, minOf(can, missing() - sent), early);
        sourceUsed_ += given;
        sent += given;
    }
    return sent;
}

// Tokens that have more than they can hand over send it along their rows, a few rows each. The lowest rows come first,
// since fewer tokens can use what these reach.
double DeepWave::spendHeavy(bool early) {
    const int most = early ? task_.layer : minOf(task_.layer, 4);
    double sent = 0.0;
    for (const int k : heavy_) {
        int dry = 0;
        for (int level = 2; level <= most && need_[k] > 0.0 && dry < 2; ++level) {
            if (missing() <= sent || (early && budget_ <= 0.0)) return sent;
            Row* row = state_.row(level, k);
            if (!row) {
                failed_ = true;
                return sent;
            }
            const double given = give(*row, level - 1, minOf(need_[k], missing() - sent), early);
            need_[k] -= given;
            sent += given;
            dry = given < need_[k] / 32 ? dry + 1 : 0;
        }
    }
    return sent;
}

// From (level, query) to tokens that pass it on along their own rows, widest edge first. What passes such a token goes
// straight down from its arrival to its row.
double DeepWave::sendOver(int level, int query, double amount) {
    constexpr int patience = 4;
    const double slight = amount / 64;
    const double* capacity = state_.graph().row(level - 1, query);
    const Row* before = state_.find(level, query);
    ways_.clear();
    for (int k = task_.sink + 1; k < query; ++k) {
        if (capacity[k] <= slight) continue;
        const double left = before ? DeepState::left(*before, k) : capacity[k];
        if (left > slight) ways_.emplace_back(left, k);
    }
    std::sort(ways_.begin(), ways_.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    work_ += (query - task_.sink) / 2;
    double sent = 0.0;
    int failures = 0;
    for (const auto& [width, k] : ways_) {
        const double wants = minOf(amount, missing()) - sent;
        if (wants <= 0.0 || failures >= patience) break;
        const double can = minOf(minOf(width, wants), strait_[k]);
        if (can <= 0.0) continue;
        double passed = 0.0;
        for (int lower = 2; lower < level && passed < can; ++lower) {
            Row* row = state_.row(lower, k);
            if (!row) {
                failed_ = true;
                break;
            }
            passed += give(*row, lower - 1, can - passed, budget_ > 0.0);
        }
        if (passed > 0.0) {
            sent += passed;
            strait_[k] -= passed;
            keep_[k] = minOf(keep_[k], strait_[k]);
            Row* row = state_.row(level, query);
            if (!row) {
                failed_ = true;
                return sent;
            }
            DeepState::write(*row, k);
            row->left[k] -= passed;
            row->stale = true;
            arrivals(level - 1)[k] += passed;
        }
        failures = passed < can ? failures + 1 : 0;
        if (failed_) break;
    }
    return sent;
}

void DeepWave::sendOver() {
    const int top = task_.layer;
    for (int level = 3; level <= top && missing() > 0.0 && !failed_; ++level) {
        const double can = sourceLimit_[level] - sourceUsed_;
        if (can <= 0.0) continue;
        const double sent = sendOver(level, task_.source, can);
        sourceUsed_ += sent;
        total_ += sent;
    }
    for (const int k : heavy_) {
        for (int level = top; level >= maxOf(3, top - 2) && need_[k] > 0.0; --level) {
            if (missing() <= 0.0 || failed_) return;
            const double sent = sendOver(level, k, need_[k]);
            need_[k] -= sent;
            total_ += sent;
        }
    }
}

double DeepWave::run(const DeepTask& task) {
    task_ = task;
    start();
    for (const bool early : {false, true}) {
        if (!failed_ && missing() > 0.0) total_ += spendSource(early);
        if (!failed_ && missing() > 0.0) total_ += spendHeavy(early);
    }
    if (!failed_ && missing() > 0.0) sendOver();
    return failed_ ? -1.0 : total_;
}

// The wave's flow level by level, by lemma 1 of deep_wave.h from level 1 up. holds() checks the sink's column. settle()
// writes out the whole flow edge by edge for a search to go on from, and checks every edge on the way.

// The amounts that each carrier hands over per level, and its straight edges. `entered` gets those for the sink.
bool DeepWave::settleCarriers(double* entered) {
    const int first = task_.sink + 1, end = task_.source;
    double* straight = need_.data();  // what goes straight down to the level below
    double* rest = own_.data();       // still to be handed over
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
    // Not all of it is there at every level. From the lowest level up, what enters at a level is carried no higher.
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
