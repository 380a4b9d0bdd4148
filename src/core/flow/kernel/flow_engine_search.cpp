// SPDX-License-Identifier: MIT
// Searches in the residual network: for ways on, once the straight way down is not enough; and for the cut that a run proves.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/flow/kernel/flow_engine.h"

namespace hw {

// Ways back need the used edges as they are. FlowWide does not log the straight edges and those into its sink's column.
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

// Of the tokens in `here`, those where something stands that has not arrived.
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

// Of the tokens that lead on, those that residual edges lead to from a supply.
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

// Breadth first from the demands that are left, back to the nearest of the supplies that are left: so whoever is met leads on,
// and where there is no way, the side of the sink, which is small, is all there is to see.
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

}  // namespace hw
