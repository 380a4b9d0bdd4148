// SPDX-License-Identifier: MIT
// The layered network that attention flow runs on (Abnar & Zuidema 2020, section 3.2).
//
// Nodes are (level, token). Level 0 is the input, level l + 1 the output of attention layer l. Layer l is an n x n
// matrix of capacities, whose entry [q][k] is the edge from (l + 1, q) to (l, k).
//
// Capacities are rounded once to a dyadic grid and then kept as doubles that are whole numbers. So additions,
// subtractions and minima are exact, flows compare with ==, and a flow is the exact maximum flow of the rounded
// network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/problem.h"

namespace hw {

class AttentionGraph {
public:
    /// One effective attention matrix per layer, layer 0 nearest the input, each n x n, finite, not negative. Rows need
    /// not sum to 1. To run flow from a start layer on, pass the layers from there. One step of the grid is 2^-50 of
    /// the largest row sum, rounded down to a power of two (2^-50 where rows sum to 1). So a flow differs from that of
    /// the unrounded capacities by at most half a step for each edge of a minimum cut. That is below 1e-12 for n = 64
    /// in practice, and never above layers * n * n / 4 * 2^-50 (6e-11 at 16 layers, n = 128). float32 input itself
    /// carries 6e-8.
    /// Cost: O(layers n^2). Errors: badShape (no layers, not square, sizes differ), badNumber.
    static Result<AttentionGraph> fromMatrices(std::span<const MatrixView> layers);

    /// The same from row-major double matrices of tokens * tokens values, where fusion and residual were
    /// computed in double.
    static Result<AttentionGraph> fromDoubles(std::span<const std::vector<double>> layers,
                                              int tokens);

    /// A copy of another network (its steps(), its unit()), for a separate worker, with equal flows, bit for bit. Takes
    /// the packed rows or all n x n steps of each layer. Errors: badShape, badNumber for values that no network has.
    static Result<AttentionGraph> fromSteps(int layers, int tokens, double unit,
                                            std::vector<double> steps);

    int layers() const { return layers_; }
    int tokens() const { return tokens_; }
    /// No layer has an entry above the diagonal, so flow from s to t > s is zero.
    bool causal() const { return causal_; }

    /// The weight of one grid step, a power of two. weight = steps * unit(), exactly.
    double unit() const { return unit_; }
    /// Capacities in steps, whole numbers below 2^51 (as are all sums over a row), of keys(query) keys. Zeros follow
    /// those of a packed row up to the next multiple of 16.
    const double* row(int layer, int query) const {
        return capacities_.data() + layer * matrixSize_ + place(query);
    }
    /// How many keys a row has, which is all, or those up to the query in a large causal network, which is packed.
    int keys(int query) const { return packed_ ? query + 1 : tokens_; }
    /// One capacity, of any key.
    double step(int layer, int query, int key) const {
        return key < keys(query) ? row(layer, query)[key] : 0.0;
    }
    /// Diagonal of a layer, n values.
    const double* diagonal(int layer) const { return diagonals_.data() + offset(layer); }
    /// Sum of each row of a layer, n values.
    const double* rowSums(int layer) const { return rowSums_.data() + offset(layer); }
    /// Sum of each column of a layer, n values, capped at `saturated` so that it stays exact.
    const double* columnSums(int layer) const { return columnSums_.data() + offset(layer); }
    /// Whether column() may be called. Large causal networks do not store columns, because these would double their
    /// memory and one output token uses each column only once (see FlowColumns). After dropColumns() it is false, too.
    bool keepsColumns() const { return !columns_.empty(); }
    void dropColumns() { columns_ = {}; }
    /// One column of a layer, contiguous, n values. Column t of layer 0 is what input token t can receive.
    const double* column(int layer, int key) const {
        return columns_.data() + layer * offset(tokens_) + offset(key);
    }
    /// Number of 64-bit words in a bit set of tokens.
    int words() const { return (tokens_ + 63) / 64; }
    /// Bit set of the entries of a row that are above zero, words() words.
    const std::uint64_t* rowBits(int layer, int query) const {
        return bits_.data() + (offset(layer) + query) * words();
    }
    /// All capacities in steps as stored, for fromSteps(), layers * tokens * tokens, row-major, or the packed rows.
    std::span<const double> steps() const { return capacities_; }
    /// Weight of one edge as it entered the network, after rounding.
    double capacity(int layer, int query, int key) const { return step(layer, query, key) * unit_; }

    static constexpr double saturated = 4503599627370496.0;  ///< 2^52 steps; no flow is that large

private:
    friend class GraphBuilder;
    template <class At>
    static Result<AttentionGraph> build(int layers, int tokens, At at);
    static constexpr int tile = 16;  ///< rows that are transposed together
    bool isLarge() const;
    void makeCapacities(bool packed);
    void unpack();
    /// Where a row begins. Two rows with all keys together share a stride. The row of the first half begins it, and the
    /// opposite row of the second half ends it. So rows are at equal distances, which lets the processor prefetch them.
    std::size_t place(int query) const {
        if (!packed_) return offset(query);
        const int opposite = tokens_ - 1 - query;
        if (query <= opposite) return query * stride();
        return (opposite + 1) * stride() - (query / 16U + 1) * 16;
    }
    /// Space for two rows that have all keys together, each in whole blocks of 16.
    std::size_t stride() const { return (tokens_ + 31U) / 16 * 16; }
    std::size_t sizeOf(bool packed) const {
        return packed ? (tokens_ + 1) / 2 * stride() : offset(tokens_);
    }
    std::span<double> heldRow(int layer, int query) {
        return {capacities_.data() + layer * matrixSize_ + place(query),
                static_cast<std::size_t>(keys(query))};
    }
    void makeRoom(bool causal);
    void summarise(int layer, int query);
    void turn(int layer, int firstRow);
    std::size_t offset(int index) const { return std::size_t{1} * index * tokens_; }

    int layers_ = 0;
    int tokens_ = 0;
    bool causal_ = false;
    bool packed_ = false;
    std::size_t matrixSize_ = 0;  // from one layer to the next
    double unit_ = 1.0;
    std::vector<double> capacities_;   // [layer][query][key]
    std::vector<double> diagonals_;    // [layer][token]
    std::vector<double> rowSums_;      // [layer][query]
    std::vector<double> columnSums_;   // [layer][key]
    std::vector<double> columns_;      // [layer][key][query], or nothing
    std::vector<std::uint64_t> bits_;  // [layer][query][word]
};

/// Builds a network row by row, so that a worker can yield in between.
///
///     GraphBuilder builder(layers, tokens);
///     while (builder.wantsRow()) {
///         fill(builder.row());
///         if (auto good = builder.takeRow(); !good) return good;
///     }
///     while (!builder.finishRow()) {}
///     AttentionGraph graph = std::move(builder).take();
class GraphBuilder {
public:
    /// Both must be above zero.
    GraphBuilder(int layers, int tokens);

    /// True while rows are missing. Then row() is where to write the next one, n weights, all zero at first. It is the
    /// row of token query() in layer(), and layer 0 comes first.
    bool wantsRow() const { return half_ == 0.0 && layer_ < graph_.layers_; }
    int layer() const { return layer_; }
    int query() const { return query_; }
    std::span<double> row() { return row_; }
    /// Accepts the row just written. Cost O(n). Errors: badNumber.
    Result<void> takeRow();
    /// Once all rows are in, rounds and sums one row. True when none is left. Cost O(n), and O(16 n) for every
    /// sixteenth row.
    bool finishRow();
    /// Call once finishRow() has returned true.
    AttentionGraph take() && { return std::move(graph_); }

private:
    void next();

    AttentionGraph graph_;
    std::vector<double> row_;
    int layer_ = 0;
    int query_ = 0;
    double largest_ = 0.0;  // row sum
    bool causal_ = true;    // the rows that were taken
    double half_ = 0.0;  // grid steps of a weight of 1 are half_ * rest_; 0 while rows are missing
    double rest_ = 0.0;
};

}  // namespace hw
