// SPDX-License-Identifier: MIT
#include "core/flow/deep/deep_search.h"

#include <algorithm>
#include <bit>

#include "core/flow/kernel/flow_loops.h"

namespace hw {

DeepSearch::DeepSearch(DeepState& state) : state_(state), words_(state.words()) {
    const int levels = state.graph().layers();
    senders_.resize(levels);
    for (auto* sets : {&straightOpen_, &straightUsed_, &intoOpen_, &intoUsed_, &seen_})
        sets->assign(at(levels), 0);
}

// --- sets of edges --------------------------------------------------------------------------------

void DeepSearch::makeSlot(const Row& row) {
    Senders& all = senders_[row.level];
    if (row.slot < 64 * all.width) return;
    const int width = std::max(1, 2 * all.width);
    std::vector<Word> words(static_cast<std::size_t>(width) * state_.tokens(), 0);
    for (int key = 0; key < state_.tokens(); ++key) {
        std::copy_n(all.of(key), all.width,
                    words.begin() + static_cast<std::ptrdiff_t>(key) * width);
    }
    all.words = std::move(words);
    all.width = width;
}

DeepSearch::Row* DeepSearch::row(int level, int query) {
    if (Row* known = state_.find(level, query)) return known;
    Row* made = state_.row(level, query);
    if (made)
        makeSlot(*made);
    else
        failed_ = true;
    return made;
}

void DeepSearch::mark(int level) {
    Word* straightOpen = straightOpen_.data() + at(level);
    Word* straightUsed = straightUsed_.data() + at(level);
    Word* intoOpen = intoOpen_.data() + at(level);
    Word* intoUsed = intoUsed_.data() + at(level);
    for (int word = firstWord_; word < endWord_; ++word) {
        Word sets[4] = {};
        const int end = std::min(word * 64 + 64, task_.source + 1);
        for (int k = std::max(word * 64, task_.sink); k < end; ++k) {
            const double straight = state_.straight(k)[level];
            const double into = state_.into(k)[level];
            const int place = k & 63;
            sets[0] |= Word{straight > 0.0} << place;
            sets[1] |= Word{straight < state_.straightFull(k)[level]} << place;
            sets[2] |= Word{into > 0.0} << place;
            sets[3] |= Word{into < state_.intoFull(k)[level]} << place;
        }
        straightOpen[word] = sets[0];
        straightUsed[word] = sets[1];
        intoOpen[word] = sets[2];
        intoUsed[word] = sets[3];
    }
}

// Sets the bits of blocks whose flows were written without them.
void DeepSearch::mark(Row& row) {
    row.stale = false;
    for (int block = task_.sink >> 4; block <= row.query >> 4; ++block) {
        const int first = block * DeepState::block;
        if (!DeepState::isWritten(row, first)) continue;
        Word open = 0;
        for (int k = first; k < std::min(first + DeepState::block, row.query + 1); ++k) {
            const double left = row.left[k];
            open |= static_cast<Word>(left > 0.0) << (k & 63);
            if (left < row.capacity[k]) noteSender(row, k);
        }
        const int word = first >> 6;
        const Word part = Word{0xffff} << (first & 63);
        row.open[word] = (row.open[word] & ~part) | (open & state_.mask()[word]);
    }
    drop(row.open, task_.sink);
    drop(row.open, row.query);
}

void DeepSearch::begin() {
    for (int level = 2; level <= task_.layer; ++level) {
        mark(level);
        Senders& all = senders_[level];
        std::fill(all.of(task_.sink), all.of(task_.source + 1), Word{0});
        for (Row* row : state_.rows(level)) {
            makeSlot(*row);
            if (row->stale) mark(*row);
        }
    }
    work_ += 10 * task_.layer * (task_.source - task_.sink);
}

// --- distances ------------------------------------------------------------------------------------

// Whether this distance reaches a last edge. Everything else at this distance then leads nowhere in this phase.
bool DeepSearch::meets(int distance) {
    Word* here = alive(distance, 1);
    const double* last = state_.last();
    const auto wants = [&](int word) {
        Word set = 0;
        for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
            if (last[word * 64 + std::countr_zero(todo)] > 0.0) set |= todo & (~todo + 1);
        }
        return set;
    };
    Word any = 0;
    for (int word = firstWord_; word < endWord_ && any == 0; ++word) any = wants(word);
    if (any == 0) return false;
    for (int word = firstWord_; word < endWord_; ++word) here[word] = wants(word);
    std::fill(alive(distance, 2), alive(distance, task_.layer) + words_, Word{0});
    last_ = distance;
    return true;
}

// A row reaches only tokens before its own, so once these are all reached, the rows of earlier tokens add nothing.
void DeepSearch::reachDown(int level, const Word* here, Word* next, const Word* seen) {
    const Word* straight = straightOpen_.data() + at(level);
    const Word* into = intoOpen_.data() + at(level);
    Word joins = 0;
    for (int word = firstWord_; word < endWord_; ++word) {
        next[word] |= here[word] & straight[word];
        joins |= here[word] & into[word];
    }
    if (joins != 0) add(next, task_.sink);
    const Word* mask = state_.mask();
    for (int word = endWord_ - 1; word >= firstWord_; --word) {
        for (Word todo = here[word]; todo != 0;) {
            const int place = 63 - std::countl_zero(todo);
            todo &= ~(Word{1} << place);
            const int query = word * 64 + place;
            if (query == task_.sink) return;
            const Row* row = state_.find(level, query);
            // A row that is not in use has all its edges, except the straight one and the one into the sink's column.
            const Word* open = row ? row->open : state_.graph().rowBits(level - 1, query);
            const Word sinkThere = next[task_.sink >> 6] & bit(task_.sink);
            const Word ownThere = next[query >> 6] & bit(query);
            for (int i = firstWord_; i <= word; ++i) next[i] |= open[i] & mask[i];
            drop(next, task_.sink);
            drop(next, query);
            next[task_.sink >> 6] |= sinkThere;
            next[query >> 6] |= ownThere;
            bool all = true;
            for (int i = firstWord_; i <= word && all; ++i) {
                const Word upTo = i == word ? ~Word{0} >> (63 - place) : ~Word{0};
                all = (mask[i] & upTo & ~(next[i] | seen[i])) == 0;
            }
            work_ += 8;
            if (all) return;
        }
    }
}

// To the tokens above that send flow here.
void DeepSearch::reachUp(int level, const Word* here, Word* next) {
    const int above = level + 1;
    const Word* straight = straightUsed_.data() + at(above);
    const Word* into = intoUsed_.data() + at(above);
    const bool sink = has(here, task_.sink);
    for (int word = firstWord_; word < endWord_; ++word)
        next[word] |= (here[word] & straight[word]) | (sink ? into[word] : Word{0});
    Senders& all = senders_[above];
    hit_.assign(all.width, 0);
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = here[word]; todo != 0; todo &= todo - 1) {
            const Word* from = all.of(word * 64 + std::countr_zero(todo));
            for (int i = 0; i < all.width; ++i) hit_[i] |= from[i];
        }
    }
    const auto& queries = state_.queries(above);
    for (int i = 0; i < all.width; ++i) {
        for (Word todo = hit_[i]; todo != 0; todo &= todo - 1)
            add(next, queries[i * 64 + std::countr_zero(todo)]);
    }
    work_ += 2 * state_.tokens();
}

bool DeepSearch::search() {
    const int top = task_.layer;
    const std::size_t size = at(top + 1);
    std::fill_n(seen_.begin(), size, Word{0});
    alive_.assign(size, 0);
    for (int k = task_.sink; k <= task_.source; ++k) {
        if (supply_[k] <= 0.0) continue;
        add(alive(0, top), k);
        add(seen_.data() + at(top), k);
    }
    for (int distance = 0;; ++distance) {
        if (meets(distance)) return true;
        alive_.resize(size * (distance + 2));
        std::fill_n(alive(distance + 1, 0), size, Word{0});
        for (int level = 1; level <= top; ++level) {
            const Word* here = alive(distance, level);
            if (std::all_of(here + firstWord_, here + endWord_, [](Word w) { return w == 0; }))
                continue;
            if (level > 1)
                reachDown(level, here, alive(distance + 1, level - 1),
                          seen_.data() + at(level - 1));
            if (level < top) reachUp(level, here, alive(distance + 1, level + 1));
        }
        Word grown = 0;
        for (int level = 1; level <= top; ++level) {
            Word* next = alive(distance + 1, level);
            Word* seen = seen_.data() + at(level);
            for (int word = firstWord_; word < endWord_; ++word) {
                next[word] &= ~seen[word];
                seen[word] |= next[word];
                grown |= next[word];
            }
        }
        work_ += 4 * top * (endWord_ - firstWord_);
        if (grown == 0) return false;
    }
}

double DeepSearch::run(const DeepTask& task, double* supply, double total) {
    task_ = task;
    supply_ = supply;
    failed_ = false;
    firstWord_ = state_.firstWord();
    endWord_ = state_.endWord();
    state_.fill();
    begin();
    while (total < task_.enough && search()) {
        total = drain(total);
        if (failed_) return -1.0;
    }
    return total;
}

// The blocking flow of one phase, depth first along the distances that the search found. A token that cannot take all
// it is offered leaves the set of its distance, so that each dead end is met once per phase.

double DeepSearch::drain(double total) {
    const auto send = [&](int token) {
        double& supply = supply_[token];
        if (supply <= 0.0) return;
        const double sent = push(0, task_.layer, token, lesser(supply, task_.enough - total));
        supply -= sent;
        total += sent;
    };
    send(task_.source);
    for (int token = task_.source - 1; token >= task_.sink && total < task_.enough && !failed_;
         --token)
        send(token);
    return total;
}

double DeepSearch::offer(int distance, int level, int token, double amount) {
    const double taken = push(distance, level, token, amount);
    if (taken < amount) drop(alive(distance, level), token);
    return taken;
}

// To level 1 at the last distance.
double DeepSearch::offerLast(int token, double amount) {
    double& last = state_.last()[token];
    const double taken = lesser(amount, last);
    last -= taken;
    if (last == 0.0) drop(alive(last_, 1), token);
    return taken;
}

double DeepSearch::push(int distance, int level, int token, double amount) {
    work_ += 20;
    if (distance == last_) return level == 1 ? offerLast(token, amount) : 0.0;
    double left = amount;
    if (level > 1) left -= pushDown(distance + 1, level, token, left);
    if (left > 0.0 && level < task_.layer) left -= pushUp(distance + 1, level + 1, token, left);
    return amount - left;
}

// From (level, token) to the tokens below at `distance`, into the sink's column, straight on, along the row.
double DeepSearch::pushDown(int distance, int level, int token, double amount) {
    const int below = level - 1;
    double left = amount;
    if (token != task_.sink && has(alive(distance, below), task_.sink)) {
        double& edge = state_.into(token)[level];
        if (edge > 0.0) {
            const double taken = offer(distance, below, task_.sink, lesser(left, edge));
            if (taken > 0.0) {
                edge -= taken;
                add(intoUsed_.data() + at(level), token);
                if (edge == 0.0) drop(intoOpen_.data() + at(level), token);
                left -= taken;
                if (left == 0.0) return amount;
            }
        }
    }
    if (has(alive(distance, below), token)) {
        double& edge = state_.straight(token)[level];
        if (edge > 0.0) {
            const double taken = offer(distance, below, token, lesser(left, edge));
            if (taken > 0.0) {
                edge -= taken;
                add(straightUsed_.data() + at(level), token);
                if (edge == 0.0) drop(straightOpen_.data() + at(level), token);
                left -= taken;
                if (left == 0.0) return amount;
            }
        }
    }
    if (token != task_.sink) left -= pushRow(distance, level, token, left);
    return amount - left;
}

double DeepSearch::pushRow(int distance, int level, int token, double amount) {
    const int below = level - 1;
    const int end = (token >> 6) + 1;
    const bool nearEnd = distance == last_;  // half of all visits end there
    Row* row = state_.find(level, token);
    if (!row) {
        // Most lead nowhere, so look before making a row.
        const Word* next = alive(distance, below);
        const Word* bits = state_.graph().rowBits(below, token);
        Word any = 0;
        for (int word = firstWord_; word < end && any == 0; ++word) {
            any = bits[word] & next[word];
            if (word == task_.sink >> 6) any &= ~bit(task_.sink);
            if (word == token >> 6) any &= ~bit(token);
        }
        if (any == 0) return 0.0;
        row = this->row(level, token);
        if (!row) return 0.0;
    }
    double left = amount;
    for (int word = firstWord_; word < end; ++word) {
        for (Word todo = row->open[word] & alive(distance, below)[word]; todo != 0;
             todo &= todo - 1) {
            const int key = word * 64 + std::countr_zero(todo);
            const double edge = DeepState::left(*row, key);
            const double taken = nearEnd ? offerLast(key, lesser(left, edge))
                                         : offer(distance, below, key, lesser(left, edge));
            if (taken == 0.0) {
                if (failed_) return amount - left;
                continue;
            }
            DeepState::write(*row, key);
            row->left[key] -= taken;
            noteSender(*row, key);
            if (taken == edge) drop(row->open, key);
            left -= taken;
            if (left == 0.0) return amount;
        }
    }
    return amount - left;
}

// Sends the amount that arrives at (above - 1, token) back to the tokens above at `distance`, to go elsewhere.
double DeepSearch::pushUp(int distance, int above, int token, double amount) {
    double left = amount;
    if (has(alive(distance, above), token)) {
        double& edge = state_.straight(token)[above];
        const double full = state_.straightFull(token)[above];
        if (edge < full) {
            const double taken = offer(distance, above, token, lesser(left, full - edge));
            if (taken > 0.0) {
                edge += taken;
                add(straightOpen_.data() + at(above), token);
                if (edge == full) drop(straightUsed_.data() + at(above), token);
                left -= taken;
                if (left == 0.0) return amount;
            }
        }
    }
    left -= token == task_.sink ? pullInto(distance, above, left)
                                : pullRows(distance, above, token, left);
    return amount - left;
}

double DeepSearch::pullInto(int distance, int above, double amount) {
    double left = amount;
    Word* used = intoUsed_.data() + at(above);
    for (int word = firstWord_; word < endWord_; ++word) {
        for (Word todo = alive(distance, above)[word] & used[word]; todo != 0; todo &= todo - 1) {
            const int query = word * 64 + std::countr_zero(todo);
            double& edge = state_.into(query)[above];
            const double full = state_.intoFull(query)[above];
            if (edge == full) continue;
            const double taken = offer(distance, above, query, lesser(left, full - edge));
            if (taken == 0.0) continue;
            edge += taken;
            add(intoOpen_.data() + at(above), query);
            if (edge == full) drop(used, query);
            left -= taken;
            if (left == 0.0) return amount;
        }
    }
    return amount - left;
}

double DeepSearch::pullRows(int distance, int above, int token, double amount) {
    // This may make more rows on the way, and with them more space for slots.
    Senders& all = senders_[above];
    double left = amount;
    for (int word = 0; word < all.width; ++word) {
        for (Word todo = all.of(token)[word]; todo != 0; todo &= todo - 1) {
            const int slot = word * 64 + std::countr_zero(todo);
            const int query = state_.queries(above)[slot];
            if (!has(alive(distance, above), query)) continue;
            Row& row = *state_.rows(above)[slot];
            const double full = row.capacity[token];
            const double sent = full - row.left[token];
            if (sent == 0.0) continue;
            const double taken = offer(distance, above, query, lesser(left, sent));
            if (taken == 0.0) continue;
            row.left[token] += taken;
            add(row.open, token);
            if (row.left[token] == full) all.of(token)[word] &= ~(todo & (~todo + 1));
            left -= taken;
            if (left == 0.0) return amount;
        }
    }
    return amount - left;
}

}  // namespace hw
