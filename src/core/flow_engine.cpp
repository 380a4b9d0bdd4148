// SPDX-License-Identifier: MIT
#include "core/flow_engine.h"

#include <algorithm>
#include <bit>

namespace hw {
namespace {

using Word = std::uint64_t;

Word bit(int token) { return Word{1} << (token & 63); }

}  // namespace

FlowEngine::FlowEngine(const AttentionGraph& graph)
    : graph_(graph), n_(graph.tokens()), words_(graph.words()) {
    const std::size_t rows = static_cast<std::size_t>(graph.layers()) * static_cast<std::size_t>(n_);
    residual_.assign(graph.matrix(0), graph.matrix(0) + rows * static_cast<std::size_t>(n_));
    forward_.assign(graph.rowBits(0, 0), graph.rowBits(0, 0) + rows * static_cast<std::size_t>(words_));
    backward_.assign(rows * static_cast<std::size_t>(words_), 0);
    mask_.resize(static_cast<std::size_t>(words_));
}

std::uint64_t* FlowEngine::alive(int distance, int level) {
    return alive_.data() + static_cast<std::size_t>((distance * levels_ + level - low_) * words_);
}

const std::uint64_t* FlowEngine::reached(int level) const {
    return seen_.data() + static_cast<std::size_t>((level - low_) * words_);
}

double FlowEngine::flow(int layer, int query, int key) const {
    const std::size_t at = (static_cast<std::size_t>(layer) * static_cast<std::size_t>(n_) +
                            static_cast<std::size_t>(query)) * static_cast<std::size_t>(n_) +
                           static_cast<std::size_t>(key);
    return graph_.matrix(0)[at] - residual_[at];
}

void FlowEngine::restore() {
    const std::size_t n = static_cast<std::size_t>(n_);
    const std::size_t words = static_cast<std::size_t>(words_);
    for (const Touched& touched : log_) {
        const std::size_t at = touched.row * n + touched.key;
        residual_[at] = graph_.matrix(0)[at];
        forward_[touched.row * words + (touched.key >> 6)] |= bit(static_cast<int>(touched.key));
        const std::size_t layer = touched.row / n;
        backward_[(layer * n + touched.key) * words + ((touched.row - layer * n) >> 6)] &=
            ~bit(static_cast<int>(touched.row - layer * n));
    }
    work_ += 4 * static_cast<std::int64_t>(log_.size());
    log_.clear();
}

// Sends `amount` more (or back, when negative) over an edge and keeps both sets in step with it.
void FlowEngine::change(std::size_t row, int layer, int key, double amount) {
    const std::size_t words = static_cast<std::size_t>(words_);
    const std::size_t n = static_cast<std::size_t>(n_);
    const std::size_t at = row * n + static_cast<std::size_t>(key);
    const double whole = graph_.matrix(0)[at];
    const int query = static_cast<int>(row - static_cast<std::size_t>(layer) * n);
    double& left = residual_[at];
    Word& back = backward_[(static_cast<std::size_t>(layer) * n + static_cast<std::size_t>(key)) * words +
                           static_cast<std::size_t>(query >> 6)];
    if (left == whole) {
        log_.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(key)});
        back |= bit(query);
    }
    left -= amount;
    if (left == whole) back &= ~bit(query);
    Word& ahead = forward_[row * words + static_cast<std::size_t>(key >> 6)];
    if (left == 0.0) {
        ahead &= ~bit(key);
    } else {
        ahead |= bit(key);
    }
}

// Pushes up to `amount` from a node along the layered residual network; whoever cannot take all it is
// offered leaves the set of its distance, so each dead end is met once a phase.
double FlowEngine::push(int distance, int level, int token, double amount) {
    if (distance == last_) {
        const double taken = std::min(amount, demand_[token]);
        demand_[token] -= taken;
        return taken;
    }
    const std::size_t n = static_cast<std::size_t>(n_);
    const std::size_t words = static_cast<std::size_t>(words_);
    double left = amount;
    work_ += 8;
    if (level > low_) {
        const int layer = level - 1;
        const std::size_t row = static_cast<std::size_t>(layer) * n + static_cast<std::size_t>(token);
        Word* next = alive(distance + 1, level - 1);
        const auto visit = [&](int key) {
            const double offered = std::min(left, residual_[row * n + static_cast<std::size_t>(key)]);
            const double taken = push(distance + 1, level - 1, key, offered);
            if (taken < offered) next[key >> 6] &= ~bit(key);
            if (taken > 0.0) {
                change(row, layer, key, taken);
                left -= taken;
            }
        };
        if (forward_[row * words + static_cast<std::size_t>(token >> 6)] & next[token >> 6] & bit(token)) {
            visit(token);
            if (left == 0.0) return amount;
        }
        for (int word = 0; word < words_; ++word) {
            Word open = forward_[row * words + static_cast<std::size_t>(word)] & next[word];
            for (; open != 0; open &= open - 1) {
                visit(word * 64 + std::countr_zero(open));
                if (left == 0.0) return amount;
            }
        }
    }
    if (level < high_) {
        const std::size_t first = static_cast<std::size_t>(level) * n;
        Word* next = alive(distance + 1, level + 1);
        const std::size_t back = (first + static_cast<std::size_t>(token)) * words;
        for (int word = 0; word < words_; ++word) {
            Word open = backward_[back + static_cast<std::size_t>(word)] & next[word];
            for (; open != 0; open &= open - 1) {
                const int query = word * 64 + std::countr_zero(open);
                const std::size_t at = (first + static_cast<std::size_t>(query)) * n + static_cast<std::size_t>(token);
                const double offered = std::min(left, graph_.matrix(0)[at] - residual_[at]);
                const double taken = push(distance + 1, level + 1, query, offered);
                if (taken < offered) next[word] &= ~bit(query);
                if (taken > 0.0) {
                    change(first + static_cast<std::size_t>(query), level, token, -taken);
                    left -= taken;
                    if (left == 0.0) return amount;
                }
            }
        }
    }
    return amount - left;
}

// Breadth first from the supplies that are left; stops at the first distance that meets a demand.
bool FlowEngine::search() {
    const std::size_t n = static_cast<std::size_t>(n_);
    const std::size_t words = static_cast<std::size_t>(words_);
    const std::size_t size = static_cast<std::size_t>(levels_ * words_);
    seen_.assign(size, 0);
    alive_.assign(size, 0);
    for (int token = range_.first; token < range_.end; ++token) {
        if (supply_[token] > 0.0) {
            alive(0, high_)[token >> 6] |= bit(token);
            seen_[static_cast<std::size_t>((high_ - low_) * words_ + (token >> 6))] |= bit(token);
        }
    }
    for (int distance = 0;; ++distance) {
        bool met = false;
        for (int word = 0; word < words_; ++word) {
            Word& here = alive(distance, low_)[word];
            Word targets = 0;
            for (Word open = here; open != 0; open &= open - 1) {
                const int token = word * 64 + std::countr_zero(open);
                if (demand_[token] > 0.0) targets |= bit(token);
            }
            if (targets != 0) {
                if (!met) std::fill(alive(distance, low_), alive(distance, low_) + word, Word{0});
                met = true;
                here = targets;
            } else if (met) {
                here = 0;
            }
        }
        if (met) {
            // Nodes of other levels at this distance lead nowhere in this phase.
            if (levels_ > 1) std::fill(alive(distance, low_ + 1), alive(distance, high_) + words_, Word{0});
            last_ = distance;
            return true;
        }
        alive_.resize(size * static_cast<std::size_t>(distance + 2), 0);
        bool grown = false;
        for (int level = low_; level <= high_; ++level) {
            for (int word = 0; word < words_; ++word) {
                for (Word open = alive(distance, level)[word]; open != 0; open &= open - 1) {
                    const std::size_t token = static_cast<std::size_t>(word * 64 + std::countr_zero(open));
                    work_ += 2 + words_;
                    if (level > low_) {
                        const Word* ahead = forward_.data() + (static_cast<std::size_t>(level - 1) * n + token) * words;
                        Word* next = alive(distance + 1, level - 1);
                        for (int i = 0; i < words_; ++i) next[i] |= ahead[i];
                    }
                    if (level < high_) {
                        const Word* back = backward_.data() + (static_cast<std::size_t>(level) * n + token) * words;
                        Word* next = alive(distance + 1, level + 1);
                        for (int i = 0; i < words_; ++i) next[i] |= back[i];
                    }
                }
            }
        }
        for (int level = low_; level <= high_; ++level) {
            Word* next = alive(distance + 1, level);
            Word* seen = seen_.data() + static_cast<std::size_t>((level - low_) * words_);
            for (int word = 0; word < words_; ++word) {
                next[word] &= mask_[static_cast<std::size_t>(word)] & ~seen[word];
                seen[word] |= next[word];
                grown = grown || next[word] != 0;
            }
        }
        if (!grown) return false;
    }
}

double FlowEngine::drainSupplies(double enough, double total) {
    for (int token = range_.end - 1; token >= range_.first && total < enough; --token) {
        if (supply_[token] <= 0.0) continue;
        const double offered = std::min(supply_[token], enough - total);
        const double taken = push(0, high_, token, offered);
        supply_[token] -= taken;
        total += taken;
    }
    return total;
}

double FlowEngine::run(double* supply, int high, double* demand, int low, TokenRange range, double enough) {
    restore();
    supply_ = supply;
    demand_ = demand;
    high_ = high;
    low_ = low;
    levels_ = high - low + 1;
    range_ = range;
    std::fill(mask_.begin(), mask_.end(), Word{0});
    for (int token = range.first; token < range.end; ++token) {
        mask_[static_cast<std::size_t>(token >> 6)] |= bit(token);
    }
    double total = 0.0;
    while (total < enough && search()) total = drainSupplies(enough, total);
    return total;
}

std::vector<std::vector<std::uint64_t>> FlowEngine::reachingDemand() {
    const std::size_t words = static_cast<std::size_t>(words_);
    std::vector<std::vector<Word>> reach(static_cast<std::size_t>(levels_), std::vector<Word>(words, 0));
    std::vector<FlowEngine::Touched> queue;  // row = level, key = token
    const auto add = [&](int level, int token) {
        Word& word = reach[static_cast<std::size_t>(level - low_)][static_cast<std::size_t>(token >> 6)];
        if (word & bit(token)) return;
        word |= bit(token);
        queue.push_back({static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(token)});
    };
    for (int token = range_.first; token < range_.end; ++token) {
        if (demand_[token] > 0.0) add(low_, token);
    }
    const std::size_t n = static_cast<std::size_t>(n_);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const int level = static_cast<int>(queue[next].row);
        const int token = static_cast<int>(queue[next].key);
        for (int other = range_.first; other < range_.end; ++other) {
            if (level < high_ && residual_[(static_cast<std::size_t>(level) * n + static_cast<std::size_t>(other)) * n +
                                           static_cast<std::size_t>(token)] > 0.0) {
                add(level + 1, other);
            }
            if (level > low_ && flow(level - 1, token, other) > 0.0) add(level - 1, other);
        }
    }
    return reach;
}

}  // namespace hw
