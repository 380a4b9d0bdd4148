// SPDX-License-Identifier: MIT
// The remaining capacities of a deep causal network during one flow, in a form that fits the caches. Internal to core.
//
// A flow through many causal layers to one sink uses mostly three kinds of edges: straight edges from a token down to
// itself, edges into the sink's column, and the last ones, from level 1 to the sink. These have their own arrays, with
// each token's whole way down in one piece. For all other edges a row exists only once it is used. It keeps the
// remaining capacities in blocks of 16 keys, and an unused block is never written. FlowState keeps the same in n^2 L
// doubles, all of which a pair may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/kernel/flow_columns.h"

namespace hw {

/// A pair of a causal network, with layer >= 2 and source > sink. Every amount is in grid steps.
struct DeepTask {
    int layer = 0;   ///< also the level at which the source's row arrives
    int source = 0;  ///< only the tokens sink..source lie between
    int sink = 0;
    double enough = AttentionGraph::saturated;  ///< the capacity of a cut
};

/// "Level" as in FlowTask. The edges down from level m (2..layer) are those of matrix m - 1, and level 1 has the last
/// edges.
class DeepState {
public:
    using Word = std::uint64_t;
    static Word bit(int token) { return Word{1} << (token & 63); }
    static constexpr int block = 16;

    /// The edges down from one node, except the straight one and the one into the sink's column.
    struct Row {
        const double* capacity = nullptr;  ///< [key]
        std::unique_ptr<double[]>
            left;  ///< [key], residual, in the blocks that are `written`; elsewhere all is left
        std::unique_ptr<Word[]> sets;
        Word* open = nullptr;     ///< keys with residual capacity, words() words
        Word* written = nullptr;  ///< blocks of 16 keys
        int level = 0;
        int query = 0;
        int slot = 0;
        bool stale = false;  ///< flows were written but their bits are not set (see DeepSearch)
    };

    /// `columns` must be prepared for the task's sink. `bytes` is the memory for rows.
    DeepState(const AttentionGraph& graph, const FlowColumns& columns, std::size_t bytes);

    const AttentionGraph& graph() const { return graph_; }
    int tokens() const { return n_; }
    int words() const { return words_; }

    /// Empties the state for another pair. Rows of the last one are forgotten.
    void turnTo(const DeepTask& task);
    /// Full capacities of straight edges, sink's column and last edges, if they are not there. Until then only rows() count.
    void fill();

    /// Each token's way down, by level (2..layer), as capacities and the rest of them.
    const double* straightFull(int token) const { return straightFull_.data() + way(token); }
    const double* intoFull(int token) const { return intoFull_.data() + way(token); }
    double* straight(int token) { return straight_.data() + way(token); }
    double* into(int token) { return into_.data() + way(token); }
    /// [token], the rest of the last edges.
    double* last() { return last_.data(); }
    /// [token], the amount that a token can hand over from a level down, by its last edge and into the sink's column. 0
    /// for the sink itself.
    const double* rooms(int level) const { return rooms_.data() + at(level); }
    /// [token], the narrowest straight edge from a level down to level 1.
    const double* narrowest(int level) const { return narrowest_.data() + at(level); }
    /// [token], edges from a level into the sink's column. That of the sink is its straight one.
    const double* column(int level) const { return columns_.of(level - 1, task_.sink); }

    /// The row, made if it does not exist. Null if there is no memory for another.
    Row* row(int level, int query);
    /// The same row if it exists, else null.
    Row* find(int level, int query) { return rowOf_[at(level) + query]; }
    const std::vector<Row*>& rows(int level) const { return rowsOf_[level]; }
    /// Their queries, in the same order (by slot).
    const std::vector<int>& queries(int level) const { return queriesOf_[level]; }
    /// Makes the block of a key valid.
    static void write(Row& row, int key) {
        const Word one = Word{1} << ((key >> 4) & 63);
        Word& written = row.written[key >> 10];
        if (written & one) return;
        written |= one;
        const int first = key & ~(block - 1);
        const int count = row.query + 1 - first;
        for (int i = 0; i < block; ++i)
            row.left[first + i] = i < count ? row.capacity[first + i] : 0.0;
    }
    static bool isWritten(const Row& row, int key) {
        return (row.written[key >> 10] >> ((key >> 4) & 63)) & 1;
    }
    static double left(const Row& row, int key) {
        return isWritten(row, key) ? row.left[key] : row.capacity[key];
    }
    /// The total that a row sends.
    double sent(const Row& row) const;

    /// Words of the range sink..source in a set, and the range as a set.
    int firstWord() const { return task_.sink >> 6; }
    int endWord() const { return (task_.source + 64) >> 6; }
    const Word* mask() const { return mask_.data(); }

private:
    std::size_t at(int level) const { return std::size_t{1} * level * n_; }
    std::size_t way(int token) const { return std::size_t{1} * token * stride_; }
    void turnTo(int sink);

    const AttentionGraph& graph_;
    const FlowColumns& columns_;
    const int n_;
    const int words_;
    const int stride_;  // of a token's way down
    DeepTask task_;
    int sink_ = -1;      // of rooms_
    int intoSink_ = -1;  // of intoFull_
    bool filled_ = false;
    std::vector<double> straightFull_;
    std::vector<double> intoFull_;
    std::vector<double> straight_;
    std::vector<double> into_;
    std::vector<double> last_;
    std::vector<double> rooms_;
    std::vector<double> narrowest_;
    std::vector<Word> mask_;
    const int blockWords_;     // of a set of blocks
    const std::size_t bytes_;  // limit of the memory of rows
    std::deque<Row> pool_;
    std::size_t used_ = 0;
    std::vector<Row*> rowOf_;                // [level][query]
    std::vector<std::vector<Row*>> rowsOf_;  // [level]
    std::vector<std::vector<int>> queriesOf_;
};

}  // namespace hw
