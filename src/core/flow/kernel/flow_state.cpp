// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_state.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hw {

FlowState::FlowState(const AttentionGraph& graph)
    : graph_(graph),
      n_(graph.tokens()),
      words_(graph.words()),
      // An odd number of cache lines, since otherwise the rows of 512 tokens would all want the same few places of the
      // cache.
      stride_(((n_ + 7) / 8 | 1) * 8),
      made_(graph.layers()) {}

void FlowState::reach(int low, int high, TokenRange range) {
    if (!residual_) {
        const std::size_t rows = rowOf(graph_.layers(), 0);
        // Unwritten parts take no memory where pages are allocated on first touch.
        residual_ = std::make_unique_for_overwrite<double[]>(rows * stride_);
        open_.assign(graph_.rowBits(0, 0), graph_.rowBits(0, 0) + rows * words_);
        used_.assign(rows * words_, 0);
    }
    for (int layer = low; layer < high; ++layer) {
        TokenRange& made = made_[layer];
        if (made.first == made.end) made = {range.first, range.first};
        if (range.first < made.first) {
            make(layer, range.first, made.first);
            made.first = range.first;
        }
        if (range.end > made.end) {
            make(layer, made.end, range.end);
            made.end = range.end;
        }
    }
}

void FlowState::make(int layer, int first, int end) {
    for (int query = first; query < end; ++query) {
        double* left = edges(rowOf(layer, query));
        const double* full = graph_.row(layer, query);
        const int keys = graph_.keys(query);
        std::copy(full, full + keys, left);
        // No edge is open to keys after a packed row, so their memory stays untouched.
        if (keys == n_) std::fill(left + n_, left + stride_, 0.0);
    }
}

void FlowState::restore(int low, int high, TokenRange range) {
    for (const std::size_t row : wholeRows_) {
        const int query = static_cast<int>(row % n_);
        const double* full = graph_.row(static_cast<int>(row / n_), query);
        const int end = std::min(range.end, graph_.keys(query));
        std::copy(full + range.first, full + end, edges(row) + range.first);
        for (std::size_t word = 0; word < words_; ++word)
            open(row)[word] |= std::exchange(used(row)[word], 0);
    }
    wholeRows_.clear();
    if (column_ >= 0) restoreColumns(low, high, range);
    for (int layer = low; layer < high; ++layer) restoreEdges(layer, range);
}

void FlowState::restoreEdges(int layer, TokenRange range) {
    const int firstWord = range.first >> 6;
    const int endWord = (range.end + 63) >> 6;
    const auto restore = [&](int query, int word) {
        const std::size_t row = rowOf(layer, query);
        double* left = edges(row) + word * 64;
        const double* full = graph_.row(layer, query) + word * 64;
        Word todo = std::exchange(used(row)[word], 0);
        open(row)[word] |= todo;
        for (; todo != 0; todo &= todo - 1) {
            const int key = std::countr_zero(todo);
            left[key] = full[key];
        }
    };
    const Word* logged = used(rowOf(layer, range.first));
    if (endWord - firstWord == 1) {
        for (int query = range.first; query < range.end; ++query, logged += words_) {
            if (logged[firstWord] != 0) restore(query, firstWord);
        }
        return;
    }
    // Which words were used cannot be predicted, so they are listed without a branch.
    touched_.resize((range.end - range.first) * words_);
    TouchedWord* end = touched_.data();
    for (int query = range.first; query < range.end; ++query, logged += words_) {
        for (int word = firstWord; word < endWord; ++word) {
            *end = {query, word};
            end += logged[word] != 0 ? 1 : 0;
        }
    }
    for (const TouchedWord* next = touched_.data(); next != end; ++next)
        restore(next->query, next->word);
}

void FlowState::restoreColumns(int low, int high, TokenRange range) {
    const int key = std::exchange(column_, -1);
    for (int layer = low; layer < high; ++layer) {
        const double* straight = graph_.diagonal(layer);
        const double* into = graph_.column(layer, key);
        double* edge = edges(rowOf(layer, range.first));
        for (int query = range.first; query < range.end; ++query, edge += stride_) {
            edge[query] = straight[query];
            edge[key] = into[query];
        }
        const Word* bits = graph_.rowBits(layer, range.first);
        std::copy(bits, bits + (range.end - range.first) * words_, open(rowOf(layer, range.first)));
    }
}

}  // namespace hw
