// SPDX-License-Identifier: MIT
#include "core/flow/deep/deep_state.h"

#include <algorithm>
#include <bit>

#include "core/flow/kernel/flow_loops.h"

namespace hw {

DeepState::DeepState(const AttentionGraph& graph, const FlowColumns& columns, std::size_t bytes)
    : graph_(graph),
      columns_(columns),
      n_(graph.tokens()),
      words_(graph.words()),
      stride_((graph.layers() + 7) / 8 * 8),
      blockWords_((n_ + 1023) / 1024),
      bytes_(bytes) {
    const std::size_t ways = way(n_);
    straightFull_.assign(ways, 0.0);
    intoFull_.assign(ways, 0.0);
    straight_.assign(ways, 0.0);
    into_.assign(ways, 0.0);
    last_.assign(n_, 0.0);
    rooms_.assign(at(graph.layers()), 0.0);
    narrowest_.assign(at(graph.layers()), AttentionGraph::saturated);
    mask_.assign(words_, 0);
    rowOf_.assign(at(graph.layers()), nullptr);
    rowsOf_.resize(graph.layers());
    queriesOf_.resize(graph.layers());
    for (int level = 2; level < graph.layers(); ++level) {
        const double* straight = graph.diagonal(level - 1);
        for (int k = 0; k < n_; ++k) {
            straightFull_[way(k) + level] = straight[k];
            narrowest_[at(level) + k] = minOf(narrowest_[at(level - 1) + k], straight[k]);
        }
    }
}

void DeepState::turnTo(int sink) {
    if (sink == sink_) return;
    sink_ = sink;
    for (int level = 1; level < graph_.layers(); ++level) {
        const double* into = columns_.of(level - 1, sink);
        const double* below = rooms_.data() + at(level - 1);
        double* rooms = rooms_.data() + at(level);
        if (level == 1) {
            std::copy(into + sink, into + n_, rooms + sink);
        } else {
            HW_APART
            for (int k = sink; k < n_; ++k) rooms[k] = below[k] + into[k];
        }
        rooms[sink] = 0.0;
    }
}

void DeepState::turnTo(const DeepTask& task) {
    for (std::size_t i = 0; i < used_; ++i) rowOf_[at(pool_[i].level) + pool_[i].query] = nullptr;
    for (auto& rows : rowsOf_) rows.clear();
    for (auto& queries : queriesOf_) queries.clear();
    used_ = 0;
    filled_ = false;
    std::fill(mask_.begin(), mask_.end(), Word{0});
    task_ = task;
    turnTo(task.sink);
    for (int k = task.sink; k <= task.source; ++k) mask_[k >> 6] |= bit(k);
}

void DeepState::fill() {
    if (filled_) return;
    filled_ = true;
    const int sink = task_.sink;
    if (intoSink_ != sink) {
        intoSink_ = sink;
        for (int level = 2; level < graph_.layers(); ++level) {
            const double* column = this->column(level);
            double* into = intoFull_.data() + way(sink) + level;
            for (int k = sink; k < n_; ++k, into += stride_) *into = k == sink ? 0.0 : column[k];
        }
    }
    const std::size_t begin = way(sink), end = way(task_.source + 1);
    std::copy(straightFull_.begin() + begin, straightFull_.begin() + end,
              straight_.begin() + begin);
    std::copy(intoFull_.begin() + begin, intoFull_.begin() + end, into_.begin() + begin);
    const double* last = column(1);
    std::copy(last + sink, last + task_.source + 1, last_.begin() + sink);
}

DeepState::Row* DeepState::row(int level, int query) {
    Row*& known = rowOf_[at(level) + query];
    if (known) return known;
    if (used_ == pool_.size()) {
        const std::size_t width = (n_ + block - 1) / block * block;
        if ((used_ + 1) * width * sizeof(double) > bytes_) return nullptr;
        Row& made = pool_.emplace_back();
        made.left = std::make_unique_for_overwrite<double[]>(width);
        made.sets = std::make_unique_for_overwrite<Word[]>(words_ + blockWords_);
        made.open = made.sets.get();
        made.written = made.open + words_;
    }
    Row& row = pool_[used_++];
    row.capacity = graph_.row(level - 1, query);
    row.level = level;
    row.query = query;
    row.slot = static_cast<int>(rowsOf_[level].size());
    row.stale = false;
    rowsOf_[level].push_back(&row);
    queriesOf_[level].push_back(query);
    std::fill_n(row.written, blockWords_, Word{0});
    const Word* bits = graph_.rowBits(level - 1, query);
    for (int word = firstWord(); word < endWord(); ++word)
        row.open[word] = bits[word] & mask_[word];
    row.open[task_.sink >> 6] &= ~bit(task_.sink);
    row.open[query >> 6] &= ~bit(query);
    known = &row;
    return known;
}

double DeepState::sent(const Row& row) const {
    double sum = 0.0;
    for (int word = 0; word < blockWords_; ++word) {
        for (Word todo = row.written[word]; todo != 0; todo &= todo - 1) {
            const int first = word * 1024 + std::countr_zero(todo) * block;
            const double* left = row.left.get() + first;
            const double* full = row.capacity + first;
            const int count = std::min(int{block}, row.query + 1 - first);
            for (int i = 0; i < count; ++i) sum += full[i] - left[i];
        }
    }
    return sum;
}

}  // namespace hw
