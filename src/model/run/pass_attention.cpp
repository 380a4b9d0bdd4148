// SPDX-License-Identifier: MIT
// One layer's attention, forward and back: S = s q k^T, A = softmax(S), o = A v, per head. dA treats each weight as a
// free variable. d S = A (dA - sum A dA); dq = s dS k, dk = s dS^T q, dv = A^T do (chapter 9 of the references).
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/kernel/activations.h"
#include "model/kernel/head_rows.h"
#include "model/kernel/linear.h"
#include "model/kernel/norms.h"
#include "model/kernel/products.h"
#include "model/network/buckets.h"
#include "model/run/pass.h"

namespace hw::model {
void Pass::rotateRow(const Rotation& rotation, int position, int heads, float* row,
                     float direction) const {
    const int half = rotation.half;
    const float* cosines = rotation.cosines.data() + std::ptrdiff_t{1} * position * half;
    const float* sines = rotation.sines.data() + std::ptrdiff_t{1} * position * half;
    for (int head = 0; head < heads; ++head, row += spec.headWidth)
        for (int i = 0; i < half; ++i) {
            const float a = row[i];
            const float b = row[i + half];
            const float sine = direction * sines[i];
            row[i] = a * cosines[i] - b * sine;
            row[i + half] = b * cosines[i] + a * sine;
        }
}

void Pass::rotate(int index, int heads, std::vector<float>& rows, float direction) const {
    const int kind = spec.layers[index].rotary;
    if (kind < 0) return;
    const std::ptrdiff_t width = std::ptrdiff_t{1} * heads * spec.headWidth;
    for (int text = 0; text < batch.count(); ++text) {
        const Rotation& rotation = rotationFor(kind, batch.length(text));
        for (int token = 0; token < batch.length(text); ++token)
            rotateRow(rotation, token, heads, rows.data() + (batch.start(text) + token) * width,
                      direction);
    }
}

std::span<const KeyRange> Pass::visible(int index, int length) {
    const LayerKind& kind = spec.layers[index];
    if (kind.back < 0 && kind.ahead < 0) return {};
    visible_.resize(length);
    for (int query = 0; query < length; ++query)
        visible_[query] = {kind.back < 0 ? 0 : std::max(0, query - kind.back),
                           kind.ahead < 0 ? length : std::min(length, query + kind.ahead + 1)};
    return visible_;
}

/// The terms added to the scores: T5's or BEiT's bias, DeBERTa's distances, minus infinity where an edge is cut with
/// its row renormalised or a token is hidden. Null if there are none.
const float* Pass::scoreBias(int index, int text, int head, const AttentionRecord& record) {
    const int n = batch.length(text);
    const Edits* own = editsOf(text);
    const auto isHidden = [&](const LayerToken& token) { return token.layer <= index; };
    std::span<const Edge> cut;
    if (own != nullptr && own->rule == CutRule::renormalise) cut = edges_[text].of(index, head);
    const bool hides = own != nullptr && std::ranges::any_of(own->hidden, isHidden);
    const bool hasBuckets = spec.bucketCount > 0;
    const std::vector<float>& grid = network.block(index).gridBias;
    if (cut.empty() && !hides && !hasBuckets && !spec.distances && grid.empty()) return nullptr;
    bias_.assign(std::size_t{1} * n * n, 0.0F);
    if (hasBuckets)
        for (int query = 0; query < n; ++query)
            for (int key = 0; key < n; ++key)
                bias_[std::size_t{1} * query * n + key] =
                    network.buckets[std::size_t{1} * rowOf(query, key) * spec.heads + head];
    if (!grid.empty()) {
        for (int query = 0; query < n; ++query)
            for (int key = 0; key < n; ++key) {
                const int row = gridRowOf(query, key, *spec.picture);
                bias_[std::size_t{1} * query * n + key] =
                    grid[std::size_t{1} * row * spec.heads + head];
            }
    }
    if (spec.distances) addDistances(index, text, head, record);
    const auto mask = [&](int query, int key) {
        bias_[std::size_t{1} * query * n + key] = -std::numeric_limits<float>::infinity();
    };
    for (const Edge& edge : cut) mask(edge.query, edge.key);
    if (hides)
        for (const LayerToken& token : own->hidden)
            for (int query = 0; query < n && isHidden(token); ++query)
                if (query != token.token) mask(query, token.token);
    return bias_.data();
}

void Pass::weigh(int index, int text, int head, AttentionRecord& record) {
    const int n = batch.length(text);
    const int start = batch.start(text);
    const int width = spec.headWidth;
    const int shared = head / (spec.heads / keyHeads_);
    const std::size_t at = batch.matrix(text, head, spec.heads);
    float* weights = record.weights.data() + at;
    productTransposed(rowsOf(record.query, start, n, spec.heads, head, width),
                      rowsOf(record.key, start, n, keyHeads_, shared, width),
                      spec.layers[index].scale, {weights, n, false});
    softmaxRows(weights, n, n,
                {.cap = spec.scoreCap,
                 .bias = scoreBias(index, text, head, record),
                 .visible = visible(index, n),
                 .slopes = spec.scoreCap > 0 ? record.slopes.data() + at : nullptr});
    const Edits* own = editsOf(text);
    if (own != nullptr && own->rule == CutRule::zero)
        for (const Edge& edge : edges_[text].of(index, head)) {
            const std::size_t offset = std::size_t{1} * edge.query * n + edge.key;
            if (weights[offset] == 0) continue;  // cut twice, or masked
            record.zeroed.push_back({at + offset, weights[offset]});
            weights[offset] = 0;
        }
    product({weights, n, n, n}, rowsOf(record.value, start, n, keyHeads_, shared, width), 1,
            outputMatrixOf(record.headOutputs, start, spec.heads, head, width));
}

void Pass::sizeAttention(AttentionRecord& record) const {
    const std::size_t tokens = batch.tokens();
    record.query.resize(tokens * spec.heads * spec.headWidth);
    record.headOutputs.resize(record.query.size());
    record.key.resize(tokens * keyHeads_ * spec.headWidth);
    record.value.resize(record.key.size());
    record.zeroed.clear();
    if (cache_ != nullptr) return;
    record.weights.resize(batch.matrices(spec.heads));
    if (spec.scoreCap > 0) record.slopes.resize(record.weights.size());
}

void Pass::project(int index, const float* x, int tokens, AttentionRecord& record) {
    const Block& block = network.block(index);
    linear(x, tokens, block.query.weight, block.query.biasOrNull(), record.query.data(), workspace);
    linear(x, tokens, block.key.weight, block.key.biasOrNull(), record.key.data(), workspace);
    linear(x, tokens, block.value.weight, block.value.biasOrNull(), record.value.data(), workspace);
    normQueriesAndKeys(block, tokens, record);
}

void Pass::normQueriesAndKeys(const Block& block, int tokens, AttentionRecord& record) {
    if (block.queryNorm.empty()) return;
    record.rawQuery = record.query;
    record.rawKey = record.key;
    applyNorm(block.queryNorm, record.rawQuery.data(), tokens * spec.heads, spec.headWidth,
              record.query.data(), record.queryNorm);
    applyNorm(block.keyNorm, record.rawKey.data(), tokens * keyHeads_, spec.headWidth,
              record.key.data(), record.keyNorm);
}

/// From queries, keys and values to the heads' concatenated outputs.
void Pass::weighAll(int index, AttentionRecord& record) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * keyHeads_ * spec.headWidth;
    projectDistances(index);
    if (cache_ != nullptr) weighWithCache(index, record);
    for (int text = 0; cache_ == nullptr && text < batch.count(); ++text) {
        if (const Edits* own = editsOf(text))
            for (const LayerToken& cut : own->values)
                if (cut.layer == index)
                    std::fill_n(record.value.begin() + (batch.start(text) + cut.token) * stride,
                                stride, 0.0F);
        for (int head = 0; head < spec.heads; ++head) weigh(index, text, head, record);
    }
    cutHeads(index, record.headOutputs);
    patchHeads(index, record.headOutputs, false);
}

void Pass::rotateAndWeigh(int index, AttentionRecord& record) {
    rotate(index, spec.heads, record.query, 1);
    rotate(index, keyHeads_, record.key, 1);
    weighAll(index, record);
}

void Pass::attend(int index, AttentionRecord& record) {
    normQueriesAndKeys(network.block(index), batch.tokens(), record);
    rotateAndWeigh(index, record);
}

void Pass::attention(int index, const float* x, AttentionRecord& record, std::vector<float>& out) {
    const Block& block = network.block(index);
    const int tokens = batch.tokens();
    sizeAttention(record);
    project(index, x, tokens, record);
    rotateAndWeigh(index, record);
    out.resize(std::size_t{1} * tokens * spec.width);
    linear(record.headOutputs.data(), tokens, block.output.weight, block.output.biasOrNull(),
           out.data(), workspace);
}

/// The gradient of a head's scores, from that of its weights, which is not changed. `at` is the offset of its matrix
/// among those of the record, [queries][keys].
void Pass::weighBackward(std::size_t at, int queries, int keys, const AttentionRecord& record,
                         const std::vector<float>& kept, const std::vector<float>& weights,
                         std::vector<float>& scores) {
    const std::size_t size = std::size_t{1} * queries * keys;
    scores.assign(weights.begin() + static_cast<std::ptrdiff_t>(at),
                  weights.begin() + static_cast<std::ptrdiff_t>(at + size));
    const float* own = kept.data() + at;
    const bool isCut = std::ranges::any_of(
        record.zeroed, [&](const ZeroedWeight& cut) { return cut.at >= at && cut.at < at + size; });
    if (isCut) {
        // The softmax computed the weight that was zeroed. The gradient needs its former value, with a gradient of 0.
        room_.assign(own, own + size);
        for (const ZeroedWeight& cut : record.zeroed) {
            if (cut.at < at || cut.at >= at + size) continue;
            room_[cut.at - at] = cut.weight;
            scores[cut.at - at] = 0;
        }
        own = room_.data();
    }
    softmaxBackward(own, scores.data(), queries, keys, scores.data());
    if (!record.slopes.empty())
        for (std::size_t i = 0; i < size; ++i) scores[i] *= record.slopes[at + i];
}

void Pass::attentionBackward(int index, const AttentionRecord& record,
                             const std::vector<float>& kept, const std::vector<float>& gradient,
                             std::vector<float>& weights, std::vector<float>* headOutputs,
                             std::vector<float>& dx) {
    const Block& block = network.block(index);
    const int tokens = batch.tokens();
    std::vector<float> heads(record.headOutputs.size());
    linearBackward(gradient.data(), tokens, block.output.weight, heads.data(), workspace);
    if (headOutputs != nullptr) *headOutputs = heads;
    patchHeads(index, heads, true);
    cutHeads(index, heads);  // a mean's gradient is the mean of the gradients
    HeadGradients made;
    attendBackward(index, record, kept, heads, weights, made);
    dx.resize(std::size_t{1} * tokens * spec.width);
    std::vector<float> part(dx.size());
    linearBackward(made.query.data(), tokens, block.query.weight, dx.data(), workspace);
    for (const auto& [rows, linear] :
         {std::pair{&made.key, &block.key}, std::pair{&made.value, &block.value}}) {
        linearBackward(rows->data(), tokens, linear->weight, part.data(), workspace);
        addTo(dx, part);
    }
}

void Pass::attendBackward(int index, const AttentionRecord& record, const std::vector<float>& kept,
                          const std::vector<float>& heads, std::vector<float>& weights,
                          HeadGradients& made) {
    const Block& block = network.block(index);
    const int tokens = batch.tokens();
    const int width = spec.headWidth;
    weights.resize(kept.size());
    auto& [query, key, value] = made;
    query.resize(record.query.size());
    key.assign(record.key.size(), 0.0F);
    value.assign(record.value.size(), 0.0F);
    std::vector<float> scores;
    const float scale = spec.layers[index].scale;
    projectDistances(index);
    for (int text = 0; text < batch.count(); ++text) {
        const int n = batch.length(text);
        const int start = batch.start(text);
        for (int head = 0; head < spec.heads; ++head) {
            const int shared = head / (spec.heads / keyHeads_);
            const std::size_t at = batch.matrix(text, head, spec.heads);
            const Rows given = rowsOf(heads, start, n, spec.heads, head, width);
            productTransposed(given, rowsOf(record.value, start, n, keyHeads_, shared, width), 1,
                              {weights.data() + at, n, false});
            transposedProduct({kept.data() + at, n, n, n}, given, 1,
                              outputMatrixOf(value, start, keyHeads_, shared, width, true));
            weighBackward(at, n, n, record, kept, weights, scores);
            product({scores.data(), n, n, n},
                    rowsOf(record.key, start, n, keyHeads_, shared, width), scale,
                    outputMatrixOf(query, start, spec.heads, head, width));
            transposedProduct({scores.data(), n, n, n},
                              rowsOf(record.query, start, n, spec.heads, head, width), scale,
                              outputMatrixOf(key, start, keyHeads_, shared, width, true));
            distancesBackward(index, text, head, scores, query, key);
        }
        const std::ptrdiff_t stride = std::ptrdiff_t{1} * keyHeads_ * width;
        if (const Edits* own = editsOf(text))
            for (const LayerToken& cut : own->values)
                if (cut.layer == index)
                    std::fill_n(value.begin() + (start + cut.token) * stride, stride, 0.0F);
    }
    rotate(index, spec.heads, query, -1);
    rotate(index, keyHeads_, key, -1);
    applyNormBackward(block.queryNorm, query.data(), record.rawQuery.data(), record.queryNorm,
                      tokens * spec.heads, width, query.data());
    applyNormBackward(block.keyNorm, key.data(), record.rawKey.data(), record.keyNorm,
                      tokens * keyHeads_, width, key.data());
}

}  // namespace hw::model
