// SPDX-License-Identifier: MIT
// The attention of tokens behind a text whose keys and values are kept: their queries, all keys.
#include <algorithm>

#include "model/kernel/head_rows.h"
#include "model/run/pass.h"

namespace hw::model {

void Pass::weighWithPast(int index, AttentionRecord& record) {
    std::vector<float>& keys = past_->keys[index];
    std::vector<float>& values = past_->values[index];
    keys.insert(keys.end(), record.key.begin(), record.key.end());
    values.insert(values.end(), record.value.begin(), record.value.end());
    const int queries = batch.tokens();
    const int all = past_->tokens + queries;
    const int width = spec.headWidth;
    const LayerKind& kind = spec.layers[index];
    visible_.resize(queries);
    for (int i = 0; i < queries; ++i) {
        const int query = past_->tokens + i;
        visible_[i] = {kind.back < 0 ? 0 : std::max(0, query - kind.back), query + 1};
    }
    record.weights.resize(std::size_t{1} * spec.heads * queries * all);
    for (int head = 0; head < spec.heads; ++head) {
        const int shared = head / (spec.heads / spec.keyHeads);
        float* weights = record.weights.data() + std::size_t{1} * head * queries * all;
        productTransposed(rowsOf(record.query, 0, queries, spec.heads, head, width),
                          rowsOf(keys, 0, all, spec.keyHeads, shared, width), kind.scale,
                          {weights, all, false});
        softmaxRows(weights, queries, all, {.cap = spec.scoreCap, .visible = visible_});
        product({weights, all, queries, all}, rowsOf(values, 0, all, spec.keyHeads, shared, width),
                1, intoOf(record.joined, 0, spec.heads, head, width));
    }
}

}  // namespace hw::model
