// SPDX-License-Identifier: MIT
// Cross-attention of one layer, forward and back (Vaswani et al. 2017): queries from the decoder's stream, keys and
// values from the encoder's outputs. Formulas as in pass_attention.cpp, with matrices of queries times keys.
#include <algorithm>
#include <limits>
#include <utility>

#include "model/kernel/activations.h"
#include "model/kernel/head_rows.h"
#include "model/kernel/linear.h"
#include "model/run/pass.h"

namespace hw::model {
namespace {}  // namespace

std::size_t Pass::crossMatrix(int text, int head) const {
    return rectangles_[text] * static_cast<std::size_t>(spec.heads) +
           head * (rectangles_[text + 1] - rectangles_[text]);
}

void Pass::cross(int index, LayerRecord& record) {
    const Block& block = network.block(index);
    CrossRecord& own = record.cross;
    const int tokens = batch.tokens();
    own.entering = record.middle;
    const float* input = own.entering.data();
    const bool isPost = spec.placement == Placement::post;
    if (!isPost) {
        own.normed.resize(own.entering.size());
        applyNorm(block.crossNorm, input, tokens, spec.width, own.normed.data(), own.norm);
        input = own.normed.data();
    }
    crossAttention(index, input, own.attention, room_);
    addTo(record.middle, room_);
    if (!isPost) return;
    own.sum = record.middle;
    applyNorm(block.crossNorm, own.sum.data(), tokens, spec.width, record.middle.data(), own.norm);
}

void Pass::weighCross(int index, int text, int head, AttentionRecord& record) {
    const int queries = batch.length(text);
    const int keys = encoderStates->batch.length(text);
    const int start = batch.start(text);
    const int from = encoderStates->batch.start(text);
    const int width = spec.headWidth;
    const int shared = head / (spec.heads / spec.keyHeads);
    const std::size_t at = crossMatrix(text, head);
    float* weights = record.weights.data() + at;
    productTransposed(rowsOf(record.query, start, queries, spec.heads, head, width),
                      rowsOf(record.key, from, keys, spec.keyHeads, shared, width),
                      spec.layers[index].scale, {weights, keys, false});
    const Edits* own = editsOf(text);
    const auto eachCut = [&](CutRule rule, const auto& take) {
        if (own == nullptr || own->rule != rule) return;
        for (const Edge& edge : crossEdges_[text].of(index, head))
            take(std::size_t{1} * edge.query * keys + edge.key);
    };
    bool isCut = false;
    eachCut(CutRule::renormalise, [&](std::size_t offset) {
        if (!isCut) bias_.assign(std::size_t{1} * queries * keys, 0.0F);
        isCut = true;
        bias_[offset] = -std::numeric_limits<float>::infinity();
    });
    softmaxRows(weights, queries, keys, {.bias = isCut ? bias_.data() : nullptr});
    eachCut(CutRule::zero, [&](std::size_t offset) {
        if (weights[offset] == 0) return;  // cut twice
        record.zeroed.push_back({at + offset, weights[offset]});
        weights[offset] = 0;
    });
    product({weights, keys, queries, keys},
            rowsOf(record.value, from, keys, spec.keyHeads, shared, width), 1,
            outputMatrixOf(record.headOutputs, start, spec.heads, head, width));
}

void Pass::crossAttention(int index, const float* x, AttentionRecord& record,
                          std::vector<float>& out) {
    const Block& block = network.block(index);
    const int tokens = batch.tokens();
    const int sources = encoderStates->batch.tokens();
    record.query.resize(std::size_t{1} * tokens * spec.heads * spec.headWidth);
    record.headOutputs.resize(record.query.size());
    record.key.resize(std::size_t{1} * sources * spec.keyHeads * spec.headWidth);
    record.value.resize(record.key.size());
    record.weights.resize(crossMatrix(batch.count() - 1, spec.heads));
    record.zeroed.clear();
    linear(x, tokens, block.crossQuery.weight, block.crossQuery.biasOrNull(), record.query.data(),
           workspace);
    linear(encoderStates->rows.data(), sources, block.crossKey.weight, block.crossKey.biasOrNull(),
           record.key.data(), workspace);
    linear(encoderStates->rows.data(), sources, block.crossValue.weight,
           block.crossValue.biasOrNull(), record.value.data(), workspace);
    for (int text = 0; text < batch.count(); ++text)
        for (int head = 0; head < spec.heads; ++head) weighCross(index, text, head, record);
    out.resize(std::size_t{1} * tokens * spec.width);
    linear(record.headOutputs.data(), tokens, block.crossOutput.weight,
           block.crossOutput.biasOrNull(), out.data(), workspace);
}

void Pass::crossBackward(int index, const LayerRecord& record, const std::vector<float>& kept,
                         std::vector<float>& gradient, CrossGradients& made) {
    const Block& block = network.block(index);
    const CrossRecord& own = record.cross;
    const AttentionRecord& attention = own.attention;
    const int tokens = batch.tokens();
    const int sources = encoderStates->batch.tokens();
    const int width = spec.headWidth;
    const bool isPost = spec.placement == Placement::post;
    if (isPost)
        applyNormBackward(block.crossNorm, gradient.data(), own.sum.data(), own.norm, tokens,
                          spec.width, gradient.data());
    std::vector<float> heads(attention.headOutputs.size());
    linearBackward(gradient.data(), tokens, block.crossOutput.weight, heads.data(), workspace);
    made.weights.resize(kept.size());
    made.encoderStates.resize(encoderStates->rows.size(), 0.0F);
    std::vector<float> query(attention.query.size());
    std::vector<float> key(attention.key.size(), 0.0F);
    std::vector<float> value(attention.value.size(), 0.0F);
    std::vector<float> scores;
    const float scale = spec.layers[index].scale;
    for (int text = 0; text < batch.count(); ++text) {
        const int queries = batch.length(text);
        const int keys = encoderStates->batch.length(text);
        const int start = batch.start(text);
        const int from = encoderStates->batch.start(text);
        for (int head = 0; head < spec.heads; ++head) {
            const int shared = head / (spec.heads / spec.keyHeads);
            const std::size_t at = crossMatrix(text, head);
            const Rows given = rowsOf(heads, start, queries, spec.heads, head, width);
            productTransposed(given,
                              rowsOf(attention.value, from, keys, spec.keyHeads, shared, width), 1,
                              {made.weights.data() + at, keys, false});
            transposedProduct({kept.data() + at, keys, queries, keys}, given, 1,
                              outputMatrixOf(value, from, spec.keyHeads, shared, width, true));
            weighBackward(at, queries, keys, attention, kept, made.weights, scores);
            product({scores.data(), keys, queries, keys},
                    rowsOf(attention.key, from, keys, spec.keyHeads, shared, width), scale,
                    outputMatrixOf(query, start, spec.heads, head, width));
            transposedProduct({scores.data(), keys, queries, keys},
                              rowsOf(attention.query, start, queries, spec.heads, head, width),
                              scale, outputMatrixOf(key, from, spec.keyHeads, shared, width, true));
        }
    }
    std::vector<float> part(encoderStates->rows.size());
    for (const auto& [rows, linear] :
         {std::pair{&key, &block.crossKey}, std::pair{&value, &block.crossValue}}) {
        linearBackward(rows->data(), sources, linear->weight, part.data(), workspace);
        addTo(made.encoderStates, part);
    }
    part.resize(gradient.size());
    linearBackward(query.data(), tokens, block.crossQuery.weight, part.data(), workspace);
    if (!isPost)
        applyNormBackward(block.crossNorm, part.data(), own.entering.data(), own.norm, tokens,
                          spec.width, part.data());
    addTo(gradient, part);
}

}  // namespace hw::model
