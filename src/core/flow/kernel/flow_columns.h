// SPDX-License-Identifier: MIT
// The columns of one sink in every layer, for code that solves pair after pair. Internal to core.
#pragma once

#include <cstddef>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// A network that keeps no columns has them gathered here, 16 neighbours together. Each row then gives two cache lines
/// to all of them instead of one to each.
class FlowColumns {
public:
    explicit FlowColumns(const AttentionGraph& graph);

    /// Makes the columns of a sink and its neighbours ready. Cost O(layers n) if it is not a neighbour of the last,
    /// else none.
    void prepare(int sink);
    /// Whether of() has this column.
    bool has(int key) const { return graph_.keepsColumns() || key / together == block_; }
    /// Column of a layer, n values, for the prepared sink or a key with has().
    const double* of(int layer, int key) const {
        if (graph_.keepsColumns()) return graph_.column(layer, key);
        return gathered_.data() + (std::size_t{1} * layer * together + key % together) * n_;
    }

private:
    static constexpr int together = 16;

    const AttentionGraph& graph_;
    const int n_;
    int block_ = -1;
    std::vector<double> gathered_;  // [layer][key of the block][query]
};

}  // namespace hw
