// SPDX-License-Identifier: MIT
#include "model/decoding/stepper.h"

#include <algorithm>

#include "model/kernel/linear.h"
#include "model/kernel/softmax.h"
#include "model/network/buckets.h"

namespace hw::model {

Stepper::Stepper(const Network& decoder, const EncoderStates& encoderStates)
    : network_(decoder), spec_(decoder.spec), sources_(encoderStates.batch.tokens()) {
    for (int layer = 0; layer < spec_.layerCount(); ++layer) {
        const Block& block = network_.block(layer);
        cross_.push_back({product(block.crossKey, encoderStates.rows.data(), sources_),
                          product(block.crossValue, encoderStates.rows.data(), sources_)});
    }
    own_.resize(spec_.layerCount());
}

std::vector<float> Stepper::product(const Linear& matrix, const float* x, int rows) {
    std::vector<float> y(std::size_t{1} * rows * matrix.weight.rows());
    linear(x, rows, matrix.weight, matrix.biasOrNull(), y.data(), workspace_);
    return y;
}

void Stepper::reorder(std::span<const int> from) {
    for (std::vector<KvRows>& texts : own_) {
        std::vector<KvRows> next;
        for (const int text : from) next.push_back(texts[text]);
        texts = std::move(next);
    }
    texts_ = static_cast<int>(from.size());
}

std::vector<float> Stepper::embedded(std::span<const int> tokens) {
    const int width = spec_.embeddingWidth;
    std::vector<float> x(tokens.size() * static_cast<std::size_t>(width));
    for (std::size_t text = 0; text < tokens.size(); ++text) {
        float* row = x.data() + text * static_cast<std::size_t>(width);
        network_.embeddings.unpackRow(tokens[text], row);
        for (int i = 0; i < width; ++i) row[i] *= spec_.embeddingScale;
        if (spec_.position != PositionKind::learned) continue;
        addPosition(network_, spec_.positionOffset + length_, width, row);
    }
    applyNorm(network_.embeddingNorm, x.data(), static_cast<int>(tokens.size()), width, x.data(),
              norm_);
    return x;
}

void Stepper::weigh(int index, const float* query, const KvRows& kept, int rows, bool isCross,
                    float* out) {
    const int width = spec_.headWidth;
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec_.keyHeads * width;
    scores_.resize(rows);
    for (int head = 0; head < spec_.heads; ++head) {
        const std::ptrdiff_t shared =
            std::ptrdiff_t{1} * (head / (spec_.heads / spec_.keyHeads)) * width;
        const float* q = query + std::ptrdiff_t{1} * head * width;
        for (int key = 0; key < rows; ++key) {
            const float* k = kept.keys.data() + key * stride + shared;
            float sum = 0;
            for (int i = 0; i < width; ++i) sum += q[i] * k[i];
            scores_[key] = spec_.layers[index].scale * sum;
            if (!isCross && spec_.bucketCount > 0)
                scores_[key] +=
                    network_
                        .buckets[std::size_t{1} * bucketOf(key - (rows - 1), spec_) * spec_.heads +
                                 head];
        }
        softmaxRows(scores_.data(), 1, rows);
        float* to = out + std::ptrdiff_t{1} * head * width;
        std::fill_n(to, width, 0.0F);
        for (int key = 0; key < rows; ++key) {
            const float* v = kept.values.data() + key * stride + shared;
            for (int i = 0; i < width; ++i) to[i] += scores_[key] * v[i];
        }
    }
}

std::vector<float> Stepper::selfAttention(int index, const std::vector<float>& x) {
    const Block& block = network_.block(index);
    const std::vector<float> query = product(block.query, x.data(), texts_);
    const std::vector<float> key = product(block.key, x.data(), texts_);
    const std::vector<float> value = product(block.value, x.data(), texts_);
    const std::ptrdiff_t queries = std::ptrdiff_t{1} * spec_.heads * spec_.headWidth;
    const std::ptrdiff_t keys = std::ptrdiff_t{1} * spec_.keyHeads * spec_.headWidth;
    std::vector<float> headOutputs(query.size());
    own_[index].resize(texts_);
    for (int text = 0; text < texts_; ++text) {
        KvRows& kept = own_[index][text];
        kept.keys.insert(kept.keys.end(), key.begin() + text * keys,
                         key.begin() + (text + 1) * keys);
        kept.values.insert(kept.values.end(), value.begin() + text * keys,
                           value.begin() + (text + 1) * keys);
        weigh(index, query.data() + text * queries, kept, length_ + 1, false,
              headOutputs.data() + text * queries);
    }
    return product(block.output, headOutputs.data(), texts_);
}

std::vector<float> Stepper::crossAttention(int index, const std::vector<float>& x) {
    const Block& block = network_.block(index);
    const std::vector<float> query = product(block.crossQuery, x.data(), texts_);
    const std::ptrdiff_t queries = std::ptrdiff_t{1} * spec_.heads * spec_.headWidth;
    std::vector<float> headOutputs(query.size());
    for (int text = 0; text < texts_; ++text)
        weigh(index, query.data() + text * queries, cross_[index], sources_, true,
              headOutputs.data() + text * queries);
    return product(block.crossOutput, headOutputs.data(), texts_);
}

std::vector<float> Stepper::mlp(const Block& block, const std::vector<float>& x) {
    std::vector<float> inner = product(block.up, x.data(), texts_);
    if (block.gate.empty()) {
        activate(spec_.activation, inner.data(), inner.size(), inner.data());
    } else {
        const std::vector<float> gate = product(block.gate, x.data(), texts_);
        activateGated(spec_.activation, gate.data(), inner.data(), inner.size(), inner.data());
    }
    return product(block.down, inner.data(), texts_);
}

void Stepper::layer(int index, std::vector<float>& x) {
    const Block& block = network_.block(index);
    const auto branch = [&](const Norm& norm, const auto& compute) {
        const bool isPost = spec_.placement == Placement::post;
        std::vector<float> input = x;
        if (!isPost) applyNorm(norm, x.data(), texts_, spec_.width, input.data(), norm_);
        const std::vector<float> part = compute(input);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += part[i];
        if (isPost) applyNorm(norm, x.data(), texts_, spec_.width, x.data(), norm_);
    };
    branch(block.attentionNorm, [&](const auto& input) { return selfAttention(index, input); });
    branch(block.crossNorm, [&](const auto& input) { return crossAttention(index, input); });
    branch(block.mlpNorm, [&](const auto& input) { return mlp(block, input); });
}

std::vector<float> Stepper::step(std::span<const int> tokens) {
    texts_ = static_cast<int>(tokens.size());
    std::vector<float> x = embedded(tokens);
    for (int index = 0; index < spec_.layerCount(); ++index) layer(index, x);
    ++length_;
    Batch batch;
    for (int text = 0; text < texts_; ++text) batch.add(1);
    return readOut(network_, batch, x, {}, {}, workspace_).values;
}

}  // namespace hw::model
