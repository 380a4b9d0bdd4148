// SPDX-License-Identifier: MIT
// Dinic's algorithm on a DeepState, from the flow in it to a maximum one, or to a given value. Internal to core.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/deep/deep_state.h"

namespace hw {

class DeepSearch {
public:
    using Word = DeepState::Word;

    explicit DeepSearch(DeepState& state);

    /// Goes on from the flow `total` in the state. `supply` is the rest of the source's row. Returns the maximum or
    /// task.enough, whichever is less, or a negative number if there is no memory for the rows that it needs.
    double run(const DeepTask& task, double* supply, double total);

    /// After a run that ended below task.enough, the tokens of `level` (1..layer) on the source's side of a minimum
    /// cut.
    const Word* reached(int level) const { return seen_.data() + at(level); }

    std::int64_t work() const { return work_; }

private:
    using Row = DeepState::Row;
    static Word bit(int token) { return DeepState::bit(token); }
    static bool has(const Word* set, int token) { return (set[token >> 6] & bit(token)) != 0; }
    static void add(Word* set, int token) { set[token >> 6] |= bit(token); }
    static void drop(Word* set, int token) { set[token >> 6] &= ~bit(token); }

    // The rows of one level that send flow to each key, as sets of their slots, [key][word]. There are far fewer rows
    // than queries.
    struct Senders {
        std::vector<Word> words;
        int width = 0;  // words per key
        Word* of(int key) { return words.data() + static_cast<std::ptrdiff_t>(key) * width; }
    };

    void begin();
    void mark(int level);
    void mark(Row& row);
    void makeSlot(const Row& row);
    Row* row(int level, int query);
    void noteSender(const Row& row, int key) {
        senders_[row.level].of(key)[row.slot >> 6] |= bit(row.slot);
    }
    bool search();
    bool meets(int distance);
    void reachDown(int level, const Word* here, Word* next, const Word* seen);
    void reachUp(int level, const Word* here, Word* next);
    double drain(double total);
    double offer(int distance, int level, int token, double amount);
    double offerLast(int token, double amount);
    double push(int distance, int level, int token, double amount);
    double pushDown(int distance, int level, int token, double amount);
    double pushRow(int distance, int level, int token, double amount);
    double pushUp(int distance, int level, int token, double amount);
    double pullInto(int distance, int above, double amount);
    double pullRows(int distance, int above, int token, double amount);
    std::size_t at(int level) const { return std::size_t{1} * level * words_; }
    Word* alive(int distance, int level) {
        return alive_.data() + (distance * std::size_t{1} * (task_.layer + 1) + level) * words_;
    }

    DeepState& state_;
    const int words_;
    DeepTask task_;
    double* supply_ = nullptr;
    bool failed_ = false;
    int last_ = 0;  // distance at which last edges are met
    int firstWord_ = 0;
    int endWord_ = 0;
    std::vector<Senders> senders_;  // [level]
    // [level][word], straight edges and edges into the sink's column, with residual capacity (open) and with flow
    // (used)
    std::vector<Word> straightOpen_, straightUsed_, intoOpen_, intoUsed_;
    std::vector<Word> seen_;   // [level]
    std::vector<Word> alive_;  // [distance][level]
    std::vector<Word> hit_;    // slots
    std::int64_t work_ = 0;
};

}  // namespace hw
