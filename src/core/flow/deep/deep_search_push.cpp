// SPDX-License-Identifier: MIT
// The blocking flow of one phase: depth first along the distances that the search found. Whoever cannot take all that it is
// offered leaves the set of its distance, so that each dead end is met once a phase.
#include <algorithm>
#include <bit>

#include "core/flow/deep/deep_search.h"
#include "core/flow/kernel/flow_loops.h"

namespace hw {

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

// From (level, token) to those below, which stand at `distance`: into the sink's column, straight on, along the row.
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
        // Most lead nowhere: look before one is made.
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

// Sends what arrives at (above - 1, token) back to those above, which stand at `distance`, so that they can send it elsewhere.
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
    // More rows, and with them more room for slots, may be made on the way.
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
