// SPDX-License-Identifier: MIT
// The residual network during the search for a flow, and its undo log. Internal to core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// Nodes [first, end) of every level. In a causal network no other nodes lie between source and sink.
struct TokenRange {
    int first = 0;
    int end = 0;
};

/// The residual edges of a network and bit sets of them, n^2 per layer. reach() makes those that are needed. Changes
/// are logged, so that restore() undoes only those.
/// Rows are those of matrices. Row (layer, query) leads from level layer + 1 to level layer.
class FlowState {
public:
    using Word = std::uint64_t;
    static Word bit(int token) { return Word{1} << (token & 63); }

    explicit FlowState(const AttentionGraph& graph);

    /// Makes the range's rows of matrices [low, high) if they do not exist yet. So only the layers that a flow passes
    /// take memory.
    void reach(int low, int high, TokenRange range);

    const AttentionGraph& graph() const { return graph_; }
    int tokens() const { return n_; }
    int words() const { return static_cast<int>(words_); }
    std::size_t rowOf(int layer, int query) const { return std::size_t{1} * layer * n_ + query; }
    /// Residual capacities of the row's edges, n values in grid steps.
    double* edges(std::size_t row) { return residual_.get() + row * stride_; }
    const double* edges(std::size_t row) const { return residual_.get() + row * stride_; }
    /// Distance from one row to the next in edges(), in doubles.
    std::size_t stride() const { return stride_; }
    /// Bit set of the keys with residual capacity, words() words.
    Word* open(std::size_t row) { return open_.data() + row * words_; }
    /// The undo log, a bit set of the keys that are sent flow, words() words. For noted columns it may lack some.
    Word* used(std::size_t row) { return used_.data() + row * words_; }
    const Word* used(std::size_t row) const { return used_.data() + row * words_; }
    double flow(int layer, int query, int key) const {
        return graph_.row(layer, query)[key] - edges(rowOf(layer, query))[key];
    }

    /// Marks a row to be restored as a whole, which is cheaper than edge by edge where most of it was used.
    void noteRow(std::size_t row) { wholeRows_.push_back(row); }
    /// Records that any straight edge and any edge into `key` may have been used without being logged.
    void noteColumns(int key) { column_ = key; }
    /// The column of noteColumns() since the last restore(), or -1.
    int notedColumn() const { return column_; }

    /// Full capacities again in layers [low, high) of the range. Elsewhere nothing may have been used.
    void restore(int low, int high, TokenRange range);

private:
    void make(int layer, int first, int end);
    void restoreEdges(int layer, TokenRange range);
    void restoreColumns(int low, int high, TokenRange range);

    const AttentionGraph& graph_;
    const int n_;
    const std::size_t words_;
    const std::size_t stride_;
    std::unique_ptr<double[]> residual_;  // [layer][query][key], written where made_
    std::vector<TokenRange> made_;        // [layer], the rows that exist
    std::vector<Word> open_;              // [layer][query][word]
    std::vector<Word> used_;              // [layer][query][word]
    struct TouchedWord {
        int query, word;
    };
    std::vector<TouchedWord> touched_;  // while a layer is restored
    std::vector<std::size_t> wholeRows_;
    int column_ = -1;
};

}  // namespace hw
