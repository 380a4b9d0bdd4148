// SPDX-License-Identifier: MIT
// The attention of tokens that follow a text with kept keys and values: their queries, all keys.
#include <algorithm>

#include "model/kernel/head_rows.h"
#include "model/run/pass.h"

namespace hw::model {
namespace {

/// One head's weights of `count` queries after `before` tokens, [count][before + count].
void weighRows(const Spec& spec, int layer, int head, const std::vector<float>& queries,
               const std::vector<float>& keys, int before, int count,
               std::vector<KeyRange>& visible, float* weights) {
    const LayerKind& kind = spec.layers[layer];
    const int all = before + count;
    visible.resize(count);
    for (int i = 0; i < count; ++i) {
        const int query = before + i;
        visible[i] = {kind.back < 0 ? 0 : std::max(0, query - kind.back), query + 1};
    }
    const int shared = head / (spec.heads / spec.keyHeads);
    productTransposed(rowsOf(queries, 0, count, spec.heads, head, spec.headWidth),
                      rowsOf(keys, 0, all, spec.keyHeads, shared, spec.headWidth), kind.scale,
                      {weights, all, false});
    softmaxRows(weights, count, all, {.cap = spec.scoreCap, .visible = visible});
}

}  // namespace

std::vector<float> recomputeWeights(const Spec& spec, int layer, const KvCache& cache, int tokens) {
    const std::size_t square = std::size_t{1} * tokens * tokens;
    std::vector<float> weights(square * spec.heads);
    std::vector<KeyRange> visible;
    for (int head = 0; head < spec.heads; ++head)
        weighRows(spec, layer, head, cache.queries[layer], cache.keys[layer], 0, tokens, visible,
                  weights.data() + square * head);
    return weights;
}

void Pass::weighWithCache(int index, AttentionRecord& record) {
    std::vector<float>& keys = cache_->keys[index];
    std::vector<float>& values = cache_->values[index];
    addRows(keys, record.key);
    addRows(values, record.value);
    if (!cache_->queries.empty()) addRows(cache_->queries[index], record.query);
    const int queries = batch.tokens();
    const int all = cache_->tokens + queries;
    const int width = spec.headWidth;
    record.weights.resize(std::size_t{1} * spec.heads * queries * all);
    for (int head = 0; head < spec.heads; ++head) {
        const int shared = head / (spec.heads / spec.keyHeads);
        float* weights = record.weights.data() + std::size_t{1} * head * queries * all;
        weighRows(spec, index, head, record.query, keys, cache_->tokens, queries, visible_,
                  weights);
        product({weights, all, queries, all}, rowsOf(values, 0, all, spec.keyHeads, shared, width),
                1, outputMatrixOf(record.headOutputs, 0, spec.heads, head, width));
    }
}

}  // namespace hw::model
