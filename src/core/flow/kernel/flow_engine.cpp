// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_engine.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/flow/kernel/flow_above.h"
#include "core/flow/kernel/flow_loops.h"

// Clang does not inline a lambda that is called twice. In WebAssembly its captures then live in memory.
#define HW_INLINE __attribute__((always_inline))

namespace hw {

FlowEngine::FlowEngine(const AttentionGraph& graph)
    : state_(graph), wide_(state_), n_(graph.tokens()), words_(graph.words()), mask_(words_) {}

// The last hop, from a token of the lowest layer straight into the demands.
double FlowEngine::pushLast(int token, double amount) {
    const int low = task_.low;
    const std::size_t row = state_.rowOf(low, token);
    double* demand = task_.demand;
    Word* next = alive(0, low);
    work_ += 8;
    if (task_.wide && !searching_ && amount > wide_.heavy())
        return wide_.sendRow(row, amount, demand, next, task_.range);
    double left = amount;
    double* edges = state_.edges(row);
    Word* open = state_.open(row);
    Word* used = state_.used(row);
    const auto take = [&](int key, Word one) HW_INLINE {
        const int word = key >> 6;
        const double edge = edges[key];
        const double want = demand[key];
        const double taken = lesser(left, lesser(edge, want));
        edges[key] = edge - taken;
        demand[key] = want - taken;
        used[word] |= one;
        if (edge == taken) open[word] &= ~one;
        if (want == taken) next[word] &= ~one;
        left -= taken;
        return left == 0.0;
    };
    // Measured, not derived. In shallow networks the sink's own column takes most.
    const int favourite = task_.favourite;
    if (levels_ <= 3 && favourite >= 0 &&
        (open[favourite >> 6] & next[favourite >> 6] & bit(favourite)) &&
        take(favourite, bit(favourite)))
        return amount;
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = open[word] & next[word]; todo != 0; todo &= todo - 1) {
            if (take(word * 64 + std::countr_zero(todo), todo & (~todo + 1))) return amount;
        }
    }
    return amount - left;
}

// Pushes up to `amount` from a node along the layered residual network. A node that cannot take all it is offered
// leaves the set of its distance, so each dead end is met once per phase.
double FlowEngine::push(int label, int level, int token, double amount) {
    if (label == 1) return level == task_.low + 1 ? pushLast(token, amount) : 0.0;
    double left = amount;
    work_ += 8;
    if (level > task_.low) {
        const std::size_t row = state_.rowOf(level - 1, token);
        Word* open = state_.open(row);
        Word* used = state_.used(row);
        double* edges = state_.edges(row);
        Word* next = alive(label - 1, level - 1);
        // Half of all calls end there.
        const bool nearEnd = label == 2 && level == task_.low + 2;
        const auto visit = [&](int key) HW_INLINE {
            const int word = key >> 6;
            const double edge = edges[key];
            const double offered = lesser(left, edge);
            const double taken =
                nearEnd ? pushLast(key, offered) : push(label - 1, level - 1, key, offered);
            if (taken < offered) next[word] &= ~bit(key);
            if (taken == 0.0) return false;
            edges[key] = edge - taken;
            used[word] |= bit(key);
            if (edge == taken) open[word] &= ~bit(key);
            left -= taken;
            return left == 0.0;
        };
        const auto leads = [&](int key) {
            return (open[key >> 6] & next[key >> 6] & bit(key)) != 0;
        };
        const int favourite = task_.favourite;
        if (favourite >= 0 && leads(favourite) && visit(favourite)) return amount;
        if (leads(token) && visit(token)) return amount;
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = open[word] & next[word]; todo != 0; todo &= todo - 1) {
                if (visit(word * 64 + std::countr_zero(todo))) return amount;
            }
        }
    }
    if (searching_ && level < task_.high) left -= pushUp(label, level, token, left);
    return amount - left;
}

// Sends flow that arrives here from above back, so that its sender can send it elsewhere.
double FlowEngine::pushUp(int label, int level, int token, double amount) {
    double left = amount;
    Word* next = alive(label - 1, level + 1);
    const int at = token >> 6;
    for (int word = firstWord_; word < endWord_; ++word) {
        // Few of those that lead on have sent something here. Looking for them first, without a branch, is quicker.
        Word todo = 0;
        for (Word rest = next[word]; rest != 0; rest &= rest - 1) {
            const int place = std::countr_zero(rest);
            const Word used = state_.used(state_.rowOf(level, word * 64 + place))[at];
            todo |= ((used >> (token & 63)) & 1) << place;
        }
        for (; todo != 0; todo &= todo - 1) {
            const int query = word * 64 + std::countr_zero(todo);
            const std::size_t row = state_.rowOf(level, query);
            const double full = state_.graph().row(level, query)[token];
            const double sent = full - state_.edges(row)[token];
            const double offered = lesser(left, sent);
            const double taken = push(label - 1, level + 1, query, offered);
            if (taken < offered) next[word] &= ~bit(query);
            if (taken > 0.0) {
                double& edge = state_.edges(row)[token];
                edge += taken;
                if (edge == full) state_.used(row)[at] &= ~bit(token);
                state_.open(row)[at] |= bit(token);
                left -= taken;
                if (left == 0.0) return amount;
            }
        }
    }
    return amount - left;
}

// The first phase needs no search, since from every node the way down is open.
void FlowEngine::begin() {
    last_ = task_.high - task_.low;
    alive_.resize((last_ + 1) * levels_ * words_);
    for (int level = task_.low; level <= task_.high; ++level) {
        std::copy(mask_.begin(), mask_.end(), alive(level - task_.low, level));
    }
    for (int word = firstWord_; word < endWord_; ++word)
        alive(0, task_.low)[word] = above(task_.demand, word);
}

// The tokens of the range with a value above 0, for one word of a set.
FlowEngine::Word FlowEngine::above(const double* values, int word) const {
    const int first = std::max(word * 64, task_.range.first);
    const int end = std::min(word * 64 + 64, task_.range.end);
    return aboveZero(values + first, end - first) << (first & 63);
}

// Pushes the amount at a token, at most `most`, as far as it can go.
double FlowEngine::drain(int level, int token, double most) {
    double& has = level == task_.high ? task_.supply[token] : wide_.held(level)[token];
    if (has <= 0.0) return 0.0;
    const double offered = lesser(has, most);
    double taken = 0.0;
    if (last_ > 0) {
        // The first phase goes level by level.
        taken = push(searching_ ? last_ : level - task_.low, level, token, offered);
    } else {
        taken = std::min(offered, task_.demand[token]);
        task_.demand[token] -= taken;
    }
    has -= taken;
    return taken;
}

// From the supplies that a search met.
double FlowEngine::drainMet(double total) {
    for (int level = task_.low; level <= task_.high; ++level) {
        const Word* here = alive(last_, level);
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = here[word]; todo != 0 && total < task_.enough; todo &= todo - 1)
                total += drain(level, word * 64 + std::countr_zero(todo), task_.enough - total);
        }
    }
    return total;
}

double FlowEngine::drainSupplies(double total) {
    const double enough = task_.enough;
    if (task_.wide) {
        for (int level = task_.low + 1; level < task_.high; ++level) {
            for (int word = firstWord_; word < endWord_; ++word) {
                Word todo = above(wide_.held(level), word);
                for (; todo != 0 && total < enough; todo &= todo - 1)
                    total += drain(level, word * 64 + std::countr_zero(todo), enough - total);
            }
        }
    }
    // The largest supply has the most ways to go and blocks the most when it comes last.
    const double* supply = task_.supply;
    int largest = -1;
    double most = 0.0;
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = above(supply, word); todo != 0; todo &= todo - 1) {
            const int token = word * 64 + std::countr_zero(todo);
            if (supply[token] <= most) continue;
            most = supply[token];
            largest = token;
        }
    }
    if (largest < 0 || total >= enough) return total;
    total += drain(task_.high, largest, enough - total);
    for (int word = endWord_ - 1; word >= firstWord_; --word) {
        Word todo = above(supply, word);
        while (todo != 0 && total < enough) {
            const int place = 63 - std::countl_zero(todo);
            todo ^= bit(place);
            total += drain(task_.high, word * 64 + place, enough - total);
        }
    }
    return total;
}

double FlowEngine::run(const FlowTask& task) {
    // Nothing outside the last run's range was touched.
    state_.restore(task_.low, task_.high, task_.range);
    state_.reach(task.low, task.high, task.range);
    task_ = task;
    levels_ = task.high - task.low + 1;
    firstWord_ = task.range.first >> 6;
    endWord_ = (task.range.end + 63) >> 6;
    searching_ = logged_ = false;
    std::fill(mask_.begin(), mask_.end(), Word{0});
    for (int token = task.range.first; token < task.range.end; ++token) {
        mask_[token >> 6] |= bit(token);
    }
    begin();
    double total = 0.0;
    if (task.wide) {
        total = wide_.run(task.supply, task.high, task.demand, alive(0, task.low), task.range,
                          task.favourite);
    }
    return finish(total);
}

// From an existing flow to the maximum, or to enough.
double FlowEngine::finish(double total) {
    total = drainSupplies(total);
    while (total < task_.enough && search()) total = drainMet(total);
    return total;
}

// --- searches: for ways on when the straight way down is not enough, and for the cut that a run proves ---

// Ways back need the used edges, but FlowWide does not log the straight ones and those into its sink's column.
void FlowEngine::logColumns() {
    logged_ = true;
    const int column = state_.notedColumn();
    if (column < 0) return;
    const TokenRange range = task_.range;
    for (int layer = task_.low; layer < task_.high; ++layer) {
        for (int query = range.first; query < range.end; ++query) {
            Word* used = state_.used(state_.rowOf(layer, query));
            if (flow(layer, query, query) > 0.0) used[query >> 6] |= bit(query);
            if (flow(layer, query, column) > 0.0) used[column >> 6] |= bit(column);
        }
    }
}

// Keeps the tokens in `here` that have an amount that has not arrived.
bool FlowEngine::keepSupplied(int level, Word* here) {
    const bool stands = level == task_.high || (task_.wide && level > task_.low);
    const double* has = level == task_.high ? task_.supply : wide_.held(level);
    Word any = 0;
    for (int word = firstWord_; word < endWord_; ++word) {
        Word& met = here[word];
        if (met != 0) met = stands ? met & above(has, word) : 0;
        any |= met;
    }
    return any != 0;
}

// The tokens of a level that residual edges lead from to those that are one step nearer to the demand.
void FlowEngine::stepBack(int label, int level) {
    Word* here = alive(label, level);
    const Word* seen = seen_.data() + ((level - task_.low) * words_);
    if (level < task_.high) {
        const Word* above = alive(label - 1, level + 1);
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = above[word]; todo != 0; todo &= todo - 1) {
                const Word* used =
                    state_.used(state_.rowOf(level, word * 64 + std::countr_zero(todo)));
                for (int i = firstWord_; i < endWord_; ++i) here[i] |= used[i];
            }
        }
    }
    for (int i = firstWord_; i < endWord_; ++i) here[i] &= mask_[i] & ~seen[i];
    if (level == task_.low) return;
    const Word* below = alive(label - 1, level - 1);
    for (int i = firstWord_; i < endWord_; ++i) {
        const Word goal = below[i];
        if (goal == 0) continue;
        work_ += n_ / 2;
        for (int word = firstWord_; word < endWord_; ++word) {
            const int first = word * 64;
            for (Word todo = mask_[word] & ~seen[word] & ~here[word]; todo != 0; todo &= todo - 1) {
                const int query = first + std::countr_zero(todo);
                const Word open = state_.open(state_.rowOf(level - 1, query))[i];
                here[word] |= Word{(open & goal) != 0} << (query & 63);
            }
        }
    }
}

// Keeps the tokens that lead on and that a residual edge from a supply reaches.
void FlowEngine::keepMet(int label, int level) {
    Word* here = alive(label, level);
    if (std::all_of(here + firstWord_, here + endWord_, [](Word word) { return word == 0; }))
        return;
    met_.assign(words_, 0);
    if (level < task_.high) {
        const Word* above = alive(label + 1, level + 1);
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = above[word]; todo != 0; todo &= todo - 1) {
                const Word* open =
                    state_.open(state_.rowOf(level, word * 64 + std::countr_zero(todo)));
                for (int i = firstWord_; i < endWord_; ++i) met_[i] |= open[i];
            }
        }
    }
    if (level > task_.low) {
        const Word* below = alive(label + 1, level - 1);
        for (int i = firstWord_; i < endWord_; ++i) {
            if (below[i] == 0) continue;
            for (int word = firstWord_; word < endWord_; ++word) {
                for (Word todo = here[word] & ~met_[word]; todo != 0; todo &= todo - 1) {
                    const int query = word * 64 + std::countr_zero(todo);
                    const Word used = state_.used(state_.rowOf(level - 1, query))[i];
                    met_[word] |= Word{(used & below[i]) != 0} << (query & 63);
                }
            }
        }
    }
    for (int i = firstWord_; i < endWord_; ++i) here[i] &= met_[i];
}

// Breadth first from the remaining demands to the nearest remaining supplies, so every node on the way leads on. Where
// there is no way, it only visits the sink's side, which is small.
bool FlowEngine::search() {
    const std::size_t size = levels_ * words_;
    if (!logged_) logColumns();
    searching_ = true;
    seen_.assign(size, 0);
    alive_.assign(size, 0);
    Word* wanted = alive(0, task_.low);
    for (int word = firstWord_; word < endWord_; ++word) wanted[word] = above(task_.demand, word);
    std::copy(wanted, wanted + words_, seen_.begin());
    for (int label = 1;; ++label) {
        alive_.resize(size * (label + 1), 0);
        bool grown = false;
        bool met = false;
        for (int level = task_.low; level <= task_.high; ++level) {
            stepBack(label, level);
            work_ += n_ / 4;
            const Word* here = alive(label, level);
            Word* seen = seen_.data() + ((level - task_.low) * words_);
            for (int word = firstWord_; word < endWord_; ++word) {
                seen[word] |= here[word];
                grown = grown || here[word] != 0;
            }
        }
        if (!grown) return false;
        farthest_.assign(alive(label, task_.low), alive(label, task_.low) + size);
        for (int level = task_.low; level <= task_.high; ++level)
            met = keepSupplied(level, farthest_.data() + ((level - task_.low) * words_)) || met;
        if (!met) continue;
        std::copy(farthest_.begin(), farthest_.end(), alive(label, task_.low));
        last_ = label;
        for (--label; label > 0; --label) {
            for (int level = task_.low; level <= task_.high; ++level) keepMet(label, level);
        }
        return true;
    }
}

std::vector<std::vector<std::uint64_t>> FlowEngine::reachingDemand() const {
    std::vector<std::vector<Word>> reach;
    for (int level = 0; level < levels_; ++level) {
        const Word* seen = seen_.data() + level * words_;
        reach.emplace_back(seen, seen + words_);
    }
    return reach;
}

std::vector<std::vector<std::uint64_t>> FlowEngine::reached() {
    const std::size_t words = words_;
    std::vector<std::vector<Word>> reach(levels_, std::vector<Word>(words, 0));
    std::vector<std::pair<int, int>> queue;
    const auto add = [&](int level, int token) {
        Word& word = reach[level - task_.low][token >> 6];
        if (word & bit(token)) return;
        word |= bit(token);
        queue.emplace_back(level, token);
    };
    for (int level = task_.wide ? task_.low + 1 : task_.high; level <= task_.high; ++level) {
        const double* has = level == task_.high ? task_.supply : wide_.held(level);
        for (int token = task_.range.first; token < task_.range.end; ++token) {
            if (has[token] > 0.0) add(level, token);
        }
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const auto [level, token] = queue[next];
        for (int other = task_.range.first; other < task_.range.end; ++other) {
            if (level > task_.low && state_.edges(state_.rowOf(level - 1, token))[other] > 0.0)
                add(level - 1, other);
            if (level < task_.high && flow(level, other, token) > 0.0) add(level + 1, other);
        }
    }
    return reach;
}

// --- from the flow of the layer below ---------------------------------------------------------------

bool FlowEngine::canGoOn(int high, int source, int sink, TokenRange range) const {
    // After a head start through more than one matrix an amount may be left in between.
    const bool isFlow = !task_.wide || levels_ == 2;
    return source >= 0 && task_.source == source && task_.favourite == sink && isFlow &&
           high > task_.high && range.first == task_.range.first && range.end == task_.range.end;
}

double FlowEngine::goOn(int high, double enough) {
    const TokenRange range = task_.range;
    if (task_.wide && !logged_) logColumns();
    task_.wide = false;
    state_.reach(task_.high, high, range);
    FlowAbove above(state_, task_);
    const double total = above.bringDown(high);
    work_ += above.work();
    task_.high = high;
    task_.enough = enough;
    levels_ = high - task_.low + 1;
    if (total >= enough) return total;
    searching_ = false;
    begin();
    return finish(total);
}

}  // namespace hw
