// SPDX-License-Identifier: MIT
// Searches in the residual network: for ways on, once the straight way down is not enough, for which flow has to be known from
// below too; and from the demand back.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/flow/kernel/flow_engine.h"

namespace hw {
namespace {

// Rows and columns of 64 sets of 64 change places (Warren, Hacker's Delight, 7-3).
void transpose(std::uint64_t* rows) {
    std::uint64_t mask = 0x00000000FFFFFFFFu;
    for (int size = 32; size != 0; size >>= 1, mask ^= mask << size) {
        for (int k = 0; k < 64; k = ((k | size) + 1) & ~size) {
            const std::uint64_t change = ((rows[k] >> size) ^ rows[k | size]) & mask;
            rows[k] ^= change << size;
            rows[k | size] ^= change;
        }
    }
}

}  // namespace

void FlowEngine::noteSender(int layer, int query, int key) {
    senders(layer, key)[query >> 6] |= bit(query);
}

// Of up to 64 queries and 64 keys. Few edges are turned round one by one.
void FlowEngine::listSenders(int layer, int queryWord, int keyWord) {
    constexpr int few = 128;
    const int first = std::max(64 * queryWord, task_.range.first);
    const int end = std::min(64 * queryWord + 64, task_.range.end);
    const auto sent = [&](int query) { return state_.used(state_.rowOf(layer, query))[keyWord]; };
    int edges = 0;
    for (int query = first; query < end; ++query) edges += std::popcount(sent(query));
    if (edges <= few) {
        for (int query = first; query < end; ++query) {
            for (Word todo = sent(query); todo != 0; todo &= todo - 1)
                noteSender(layer, query, 64 * keyWord + std::countr_zero(todo));
        }
        return;
    }
    Word block[64] = {};
    for (int query = first; query < end; ++query) block[query - 64 * queryWord] = sent(query);
    transpose(block);
    const int keys = std::min(64, n_ - 64 * keyWord);
    for (int i = 0; i < keys; ++i) senders(layer, 64 * keyWord + i)[queryWord] = block[i];
}

// Turns the used edges round, once a run, when its first phase was not enough.
void FlowEngine::listSenders() {
    const TokenRange range = task_.range;
    if (senders_.empty()) senders_.resize(state_.rowOf(state_.graph().layers(), 0) * words_);
    const int column = state_.notedColumn();
    for (int layer = task_.low; layer < task_.high; ++layer) {
        std::fill(senders(layer, range.first), senders(layer, range.end - 1) + words_, Word{0});
        for (int queries = firstWord_; queries < endWord_; ++queries) {
            for (int keys = firstWord_; keys < endWord_; ++keys) listSenders(layer, queries, keys);
        }
        if (column < 0) continue;
        for (int query = range.first; query < range.end; ++query) {
            if (flow(layer, query, query) > 0.0) noteSender(layer, query, query);
            if (flow(layer, query, column) > 0.0) noteSender(layer, query, column);
        }
    }
    listed_ = true;
}

// Where something stands that has not arrived.
void FlowEngine::markSupplies() {
    for (int level = task_.wide ? task_.low + 1 : task_.high; level <= task_.high; ++level) {
        const double* has = level == task_.high ? task_.supply : wide_.held(level);
        Word* here = alive(0, level);
        for (int token = task_.range.first; token < task_.range.end; ++token) {
            if (has[token] > 0.0) here[token >> 6] |= bit(token);
        }
        std::copy(here, here + words_,
                  seen_.begin() + static_cast<std::ptrdiff_t>(level - task_.low) * words_);
    }
}

// Breadth first from the supplies that are left; stops at the first distance that meets a demand.
bool FlowEngine::search() {
    const std::size_t size = levels_ * words_;
    if (!listed_) listSenders();
    searching_ = true;
    seen_.assign(size, 0);
    alive_.assign(size, 0);
    markSupplies();
    for (int distance = 0;; ++distance) {
        bool met = false;
        for (int word = firstWord_; word < endWord_; ++word) {
            for (Word todo = alive(distance, task_.low)[word]; todo != 0; todo &= todo - 1) {
                met = met || task_.demand[word * 64 + std::countr_zero(todo)] > 0.0;
            }
        }
        if (met) {
            // What else stands at this distance leads nowhere in this phase.
            for (int token = task_.range.first; token < task_.range.end; ++token) {
                if (task_.demand[token] == 0.0)
                    alive(distance, task_.low)[token >> 6] &= ~bit(token);
            }
            if (levels_ > 1)
                std::fill(alive(distance, task_.low + 1), alive(distance, task_.high) + words_,
                          Word{0});
            last_ = distance;
            return true;
        }
        alive_.resize(size * (distance + 2), 0);
        bool grown = false;
        for (int level = task_.low; level <= task_.high; ++level) {
            Word* here = alive(distance, level);
            if (std::all_of(here, here + words_, [](Word word) { return word == 0; })) continue;
            if (level > task_.low) {
                Word* next = alive(distance + 1, level - 1);
                for (int word = firstWord_; word < endWord_; ++word) {
                    for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
                        const Word* open = state_.open(
                            state_.rowOf(level - 1, word * 64 + std::countr_zero(todo)));
                        for (int i = firstWord_; i < endWord_; ++i) next[i] |= open[i];
                    }
                }
            }
            if (level < task_.high) {
                Word* next = alive(distance + 1, level + 1);
                for (int word = firstWord_; word < endWord_; ++word) {
                    for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
                        const int key = word * 64 + std::countr_zero(todo);
                        const Word* from = senders(level, key);
                        for (int i = firstWord_; i < endWord_; ++i) next[i] |= from[i];
                    }
                }
            }
            work_ += 2 * n_;
        }
        for (int level = task_.low; level <= task_.high; ++level) {
            Word* next = alive(distance + 1, level);
            Word* seen = seen_.data() + ((level - task_.low) * words_);
            for (int word = firstWord_; word < endWord_; ++word) {
                next[word] &= mask_[word] & ~seen[word];
                seen[word] |= next[word];
                grown = grown || next[word] != 0;
            }
        }
        if (!grown) return false;
    }
}

// What can still reach the demand after a run: one side of a minimum cut.
std::vector<std::vector<std::uint64_t>> FlowEngine::reachingDemand() {
    const std::size_t words = words_;
    std::vector<std::vector<Word>> reach(levels_, std::vector<Word>(words, 0));
    std::vector<std::pair<int, int>> queue;
    const auto add = [&](int level, int token) {
        Word& word = reach[level - task_.low][token >> 6];
        if (word & bit(token)) return;
        word |= bit(token);
        queue.emplace_back(level, token);
    };
    for (int token = task_.range.first; token < task_.range.end; ++token) {
        if (task_.demand[token] > 0.0) add(task_.low, token);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const auto [level, token] = queue[next];
        for (int other = task_.range.first; other < task_.range.end; ++other) {
            if (level < task_.high && state_.edges(state_.rowOf(level, other))[token] > 0.0) {
                add(level + 1, other);
            }
            if (level > task_.low && flow(level - 1, token, other) > 0.0) add(level - 1, other);
        }
    }
    return reach;
}

}  // namespace hw
