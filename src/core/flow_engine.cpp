// SPDX-License-Identifier: MIT
#include "core/flow_engine.h"

#include <algorithm>
#include <bit>
#include <utility>

// Clang leaves lambdas that are named twice as calls; in WebAssembly what they refer to then lives in memory.
#define HW_INLINE __attribute__((always_inline))

namespace hw {

FlowEngine::FlowEngine(const AttentionGraph& graph)
    : graph_(graph),
      n_(graph.tokens()),
      words_(graph.words()),
      // An odd number of cache lines, or the rows of 512 tokens would all want the same few places of the cache.
      stride_(static_cast<std::size_t>(((n_ + 7) / 8 | 1) * 8)) {
    const std::size_t rows = rowOf(graph.layers(), 0);
    residual_.resize(rows * stride_);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy(capacities(row), capacities(row) + n_, edges(row));
    open_.assign(graph.rowBits(0, 0),
                 graph.rowBits(0, 0) + rows * static_cast<std::size_t>(words_));
    used_.assign(rows * static_cast<std::size_t>(words_), 0);
    senders_.resize(used_.size());
    mask_.resize(static_cast<std::size_t>(words_));
}

std::uint64_t* FlowEngine::alive(int distance, int level) {
    return alive_.data() + static_cast<std::size_t>((distance * levels_ + level - low_) * words_);
}

const std::uint64_t* FlowEngine::reached(int level) const {
    return seen_.data() + static_cast<std::size_t>((level - low_) * words_);
}

double FlowEngine::flow(int layer, int query, int key) const {
    const std::size_t row = rowOf(layer, query);
    return capacities(row)[key] - edges(row)[key];
}

// The sets of used edges are the undo log.
void FlowEngine::restore() {
    // Nothing outside the last run's range was touched.
    for (int layer = low_; layer < high_; ++layer) {
        for (int query = range_.first; query < range_.end; ++query) restoreRow(rowOf(layer, query));
    }
}

void FlowEngine::restoreRow(std::size_t row) {
    double* left = edges(row);
    const double* full = capacities(row);
    Word* open = open_.data() + row * static_cast<std::size_t>(words_);
    Word* used = used_.data() + row * static_cast<std::size_t>(words_);
    for (int word = firstWord_; word < endWord_; ++word) {
        if (used[word] == 0) continue;
        open[word] |= used[word];
        for (Word todo = std::exchange(used[word], 0); todo != 0; todo &= todo - 1) {
            const int key = word * 64 + std::countr_zero(todo);
            left[key] = full[key];
        }
    }
}

void FlowEngine::noteSender(int layer, int query, int key) {
    senders_[rowOf(layer, key) * static_cast<std::size_t>(words_) +
             static_cast<std::size_t>(query >> 6)] |= bit(query);
}

// Turns the used edges round, once a run, when its first phase was not enough.
void FlowEngine::listSenders() {
    const std::size_t words = static_cast<std::size_t>(words_);
    for (int layer = low_; layer < high_; ++layer) {
        std::fill(&senders_[rowOf(layer, range_.first) * words],
                  senders_.data() + rowOf(layer, range_.end) * words, Word{0});
        for (int query = range_.first; query < range_.end; ++query) {
            const std::size_t row = rowOf(layer, query) * words;
            for (int word = firstWord_; word < endWord_; ++word) {
                for (Word todo = used_[row + static_cast<std::size_t>(word)]; todo != 0;
                     todo &= todo - 1) {
                    const int key = word * 64 + std::countr_zero(todo);
                    senders_[rowOf(layer, key) * words + static_cast<std::size_t>(query >> 6)] |=
                        bit(query);
                }
            }
        }
    }
    searching_ = true;
}

// The last hop: from a token of the lowest layer straight into the demands.
double FlowEngine::pushLast(int token, double amount) {
    const std::size_t row = rowOf(low_, token);
    double left = amount;
    Word* next = alive(last_, low_);
    double* edges = this->edges(row);
    Word* open = open_.data() + row * static_cast<std::size_t>(words_);
    Word* used = used_.data() + row * static_cast<std::size_t>(words_);
    work_ += 8;
    const auto take = [&](int key, Word one) HW_INLINE {
        const int word = key >> 6;
        const double edge = edges[key];
        const double want = demand_[key];
        const double taken = std::min(left, std::min(edge, want));
        edges[key] = edge - taken;
        demand_[key] = want - taken;
        used[word] |= one;
        if (edge == taken) open[word] &= ~one;
        if (want == taken) next[word] &= ~one;
        if (searching_) noteSender(low_, token, key);
        left -= taken;
        return left == 0.0;
    };
    // In shallow networks the sink's own column takes most; measured, not derived.
    if (levels_ <= 3 && favourite_ >= 0 &&
        (open[favourite_ >> 6] & next[favourite_ >> 6] & bit(favourite_)) &&
        take(favourite_, bit(favourite_)))
        return amount;
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = open[word] & next[word]; todo != 0; todo &= todo - 1) {
            if (take(word * 64 + std::countr_zero(todo), todo & (~todo + 1))) return amount;
        }
    }
    return amount - left;
}

// Pushes up to `amount` from a node along the layered residual network; whoever cannot take all it is
// offered leaves the set of its distance, so each dead end is met once a phase.
double FlowEngine::push(int distance, int level, int token, double amount) {
    if (distance + 1 == last_) return level == low_ + 1 ? pushLast(token, amount) : 0.0;
    double left = amount;
    work_ += 8;
    if (level > low_) {
        const std::size_t row = rowOf(level - 1, token);
        Word* open = open_.data() + row * static_cast<std::size_t>(words_);
        Word* used = used_.data() + row * static_cast<std::size_t>(words_);
        double* edges = this->edges(row);
        Word* next = alive(distance + 1, level - 1);
        // Half of all calls end there.
        const bool nearEnd = distance + 2 == last_ && level == low_ + 2;
        const auto visit = [&](int key) HW_INLINE {
            const int word = key >> 6;
            const double edge = edges[key];
            const double offered = std::min(left, edge);
            const double taken =
                nearEnd ? pushLast(key, offered) : push(distance + 1, level - 1, key, offered);
            if (taken < offered) next[word] &= ~bit(key);
            if (taken == 0.0) return false;
            edges[key] = edge - taken;
            used[word] |= bit(key);
            if (edge == taken) open[word] &= ~bit(key);
            if (searching_) noteSender(level - 1, token, key);
            left -= taken;
            return left == 0.0;
        };
        const auto leads = [&](int key) {
            return (open[key >> 6] & next[key >> 6] & bit(key)) != 0;
        };
        if (favourite_ >= 0 && leads(favourite_) && visit(favourite_)) return amount;
        if (leads(token) && visit(token)) return amount;
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = open[word] & next[word]; todo != 0; todo &= todo - 1) {
                if (visit(word * 64 + std::countr_zero(todo))) return amount;
            }
        }
    }
    if (searching_ && level < high_) left -= pushUp(distance, level, token, left);
    return amount - left;
}

// Sends flow that arrives here from above back, so that its sender can send it elsewhere.
double FlowEngine::pushUp(int distance, int level, int token, double amount) {
    double left = amount;
    Word* next = alive(distance + 1, level + 1);
    const std::size_t words = static_cast<std::size_t>(words_);
    const Word* senders = senders_.data() + rowOf(level, token) * words;
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = next[word] & senders[word]; todo != 0; todo &= todo - 1) {
            const int query = word * 64 + std::countr_zero(todo);
            const std::size_t row = rowOf(level, query);
            const double offered = std::min(left, flow(level, query, token));
            if (offered == 0.0) continue;
            const double taken = push(distance + 1, level + 1, query, offered);
            if (taken < offered) next[word] &= ~bit(query);
            if (taken > 0.0) {
                edges(row)[token] += taken;
                if (offered == taken && flow(level, query, token) == 0.0) {
                    senders_[rowOf(level, token) * words + static_cast<std::size_t>(word)] &=
                        ~bit(query);
                }
                open_[row * words + static_cast<std::size_t>(token >> 6)] |= bit(token);
                left -= taken;
                if (left == 0.0) return amount;
            }
        }
    }
    return amount - left;
}

// The first phase needs no search: from every node the way down is open.
void FlowEngine::begin() {
    last_ = high_ - low_;
    alive_.resize(static_cast<std::size_t>((last_ + 1) * levels_ * words_));
    for (int level = low_; level <= high_; ++level) {
        std::copy(mask_.begin(), mask_.end(), alive(high_ - level, level));
    }
    for (int token = range_.first; token < range_.end; ++token) {
        if (demand_[token] == 0.0) alive(last_, low_)[token >> 6] &= ~bit(token);
    }
}

// Breadth first from the supplies that are left; stops at the first distance that meets a demand.
bool FlowEngine::search() {
    const std::size_t words = static_cast<std::size_t>(words_);
    const std::size_t size = static_cast<std::size_t>(levels_ * words_);
    if (!searching_) listSenders();
    seen_.assign(size, 0);
    alive_.assign(size, 0);
    for (int token = range_.first; token < range_.end; ++token) {
        if (supply_[token] > 0.0) alive(0, high_)[token >> 6] |= bit(token);
    }
    std::copy(alive(0, high_), alive(0, high_) + words_, seen_.end() - words_);
    for (int distance = 0;; ++distance) {
        bool met = false;
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = alive(distance, low_)[word]; todo != 0; todo &= todo - 1) {
                met = met || demand_[word * 64 + std::countr_zero(todo)] > 0.0;
            }
        }
        if (met) {
            // What else stands at this distance leads nowhere in this phase.
            for (int token = range_.first; token < range_.end; ++token) {
                if (demand_[token] == 0.0) alive(distance, low_)[token >> 6] &= ~bit(token);
            }
            if (levels_ > 1)
                std::fill(alive(distance, low_ + 1), alive(distance, high_) + words_, Word{0});
            last_ = distance;
            return true;
        }
        alive_.resize(size * static_cast<std::size_t>(distance + 2), 0);
        bool grown = false;
        for (int level = low_; level <= high_; ++level) {
            Word* here = alive(distance, level);
            if (std::all_of(here, here + words_, [](Word word) { return word == 0; })) continue;
            if (level > low_) {
                Word* next = alive(distance + 1, level - 1);
                for (int word = firstWord_; word < endWord_; ++word) {
                    for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
                        const Word* open =
                            open_.data() +
                            rowOf(level - 1, word * 64 + std::countr_zero(todo)) * words;
                        for (int i = firstWord_; i < endWord_; ++i) next[i] |= open[i];
                    }
                }
            }
            if (level < high_) {
                Word* next = alive(distance + 1, level + 1);
                for (int word = firstWord_; word < endWord_; ++word) {
                    for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
                        const int key = word * 64 + std::countr_zero(todo);
                        const Word* senders = senders_.data() + rowOf(level, key) * words;
                        for (int i = firstWord_; i < endWord_; ++i) next[i] |= senders[i];
                    }
                }
            }
            work_ += 2 * n_;
        }
        for (int level = low_; level <= high_; ++level) {
            Word* next = alive(distance + 1, level);
            Word* seen = seen_.data() + static_cast<std::size_t>((level - low_) * words_);
            for (int word = firstWord_; word < endWord_; ++word) {
                next[word] &= mask_[static_cast<std::size_t>(word)] & ~seen[word];
                seen[word] |= next[word];
                grown = grown || next[word] != 0;
            }
        }
        if (!grown) return false;
    }
}

double FlowEngine::drainSupplies(double enough, double total) {
    // The largest supply has the most ways to go and blocks the most when it comes last.
    const int width = range_.end - range_.first;
    const int largest =
        static_cast<int>(std::max_element(supply_ + range_.first, supply_ + range_.end) - supply_);
    for (int turn = -1; turn < width && total < enough; ++turn) {
        const int token = turn < 0 ? largest : range_.end - 1 - turn;
        if (supply_[token] <= 0.0) continue;
        const double offered = std::min(supply_[token], enough - total);
        double taken = 0.0;
        if (last_ > 0) {
            taken = push(0, high_, token, offered);
        } else {
            taken = std::min(offered, demand_[token]);
            demand_[token] -= taken;
        }
        supply_[token] -= taken;
        total += taken;
    }
    return total;
}

double FlowEngine::run(double* supply, int high, double* demand, int low, TokenRange range,
                       double enough, int favourite) {
    restore();
    supply_ = supply;
    demand_ = demand;
    high_ = high;
    low_ = low;
    levels_ = high - low + 1;
    range_ = range;
    firstWord_ = range.first >> 6;
    endWord_ = (range.end + 63) >> 6;
    favourite_ = favourite;
    searching_ = false;
    std::fill(mask_.begin(), mask_.end(), Word{0});
    for (int token = range.first; token < range.end; ++token) {
        mask_[static_cast<std::size_t>(token >> 6)] |= bit(token);
    }
    begin();
    double total = drainSupplies(enough, 0.0);
    while (total < enough && search()) total = drainSupplies(enough, total);
    return total;
}

}  // namespace hw
