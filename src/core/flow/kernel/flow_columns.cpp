// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_columns.h"

#include <algorithm>

namespace hw {

FlowColumns::FlowColumns(const AttentionGraph& graph) : graph_(graph), n_(graph.tokens()) {
    if (!graph.keepsColumns()) gathered_.resize(std::size_t{1} * graph.layers() * together * n_);
}

void FlowColumns::prepare(int sink) {
    if (has(sink)) return;
    block_ = sink / together;
    const int first = block_ * together;
    const int count = std::min(together, n_ - first);
    for (int layer = 0; layer < graph_.layers(); ++layer) {
        double* to = gathered_.data() + std::size_t{1} * layer * together * n_;
        for (int key = 0; key < count; ++key)
            std::fill_n(to + std::size_t{1} * key * n_, first, 0.0);  // only later ones look back
        for (int query = first; query < n_; ++query) {
            const double* from = graph_.row(layer, query) + first;
            for (int key = 0; key < count; ++key) to[std::size_t{1} * key * n_ + query] = from[key];
        }
    }
}

}  // namespace hw
