// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/train/passes.h"

namespace hw::train {

using model::load;
using model::spread;
using model::store;
using model::sumOf;

namespace {

/// to += row.
void addRow(float* to, const float* row, int count) {
    for (int i = 0; i < count; ++i) to[i] = to[i] + row[i];
}

}  // namespace

double Passes::lossGradients() {
    if (outputs.empty()) return 0;
    const auto share = static_cast<float>(1.0 / static_cast<double>(outputs.size()));
    double total = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        float* const row = logits.data() + i * paddedVocabulary;
        for (int j = shape.vocabulary; j < paddedVocabulary; ++j) row[j] = -1e30F;
        const float largest = *std::max_element(row, row + shape.vocabulary);
        const float wanted = row[outputs[i].target];
        Four sums{};
        for (int j = 0; j < paddedVocabulary; j += 4) {
            const Four value = expOf(load(row + j) - spread(largest));
            store(row + j, value);
            sums = sums + value;
        }
        const float sum = sumOf(sums);
        // expOf hides a NaN, so that the logits themselves decide.
        total += std::isfinite(wanted) && std::isfinite(largest)
                     ? logOf(static_cast<double>(sum)) -
                           (static_cast<double>(wanted) - static_cast<double>(largest))
                     : std::numeric_limits<double>::quiet_NaN();
        const Four part = spread(1.0F / sum);
        for (int j = 0; j < paddedVocabulary; j += 4) store(row + j, load(row + j) * part);
        row[outputs[i].target] = row[outputs[i].target] - 1.0F;
        for (int j = 0; j < paddedVocabulary; j += 4) store(row + j, load(row + j) * spread(share));
    }
    return total / static_cast<double>(outputs.size());
}

void Passes::normBackward(const NormMemory& memory, const Norm& norm, const Floats& change,
                          float* into, int count, std::span<float> gradient) const {
    const int d = shape.width;
    const auto width = static_cast<float>(d);
    const bool isCentred = norm.bias.has_value();
    for (int i = 0; i < count; ++i) {
        const float* const dy = change.data() + std::size_t{1} * i * d;
        const float* const hat = memory.hat.data() + std::size_t{1} * i * d;
        float* const to = into + std::size_t{1} * i * d;
        Four sums{};
        Four products{};
        for (int j = 0; j < d; j += 4) {
            const Four scaled = load(dy + j) * load(weights + norm.gain + j);
            sums = sums + scaled;
            products = products + scaled * load(hat + j);
            float* const gain = gradient.data() + norm.gain + j;
            store(gain, load(gain) + load(dy + j) * load(hat + j));
        }
        if (isCentred) addRow(gradient.data() + *norm.bias, dy, d);
        const Four mean = spread(isCentred ? sumOf(sums) / width : 0.0F);
        const Four slope = spread(sumOf(products) / width);
        for (int j = 0; j < d; j += 4) {
            const Four scaled = load(dy + j) * load(weights + norm.gain + j);
            const Four value = (scaled - mean - load(hat + j) * slope) * spread(memory.scale[i]);
            store(to + j, load(to + j) + value);
        }
    }
}

void Passes::linearBackward(Floats& to, const Floats& change, const Floats& from,
                            const Linear& linear, int count, std::span<float> gradient) const {
    const int in = linear.in;
    const int out = linear.out;
    float* const own = gradient.data() + linear.weight;
    if (linear.isInOut) {
        product({own, out}, {from.data(), 1, in}, {change.data(), out}, in, out, count);
    } else {
        product({own, in}, {change.data(), 1, out}, {from.data(), in}, out, in, count);
    }
    if (linear.bias)
        for (int i = 0; i < count; ++i)
            addRow(gradient.data() + *linear.bias, change.data() + std::size_t{1} * i * out, out);
    const float* const matrix = (linear.isInOut ? turned.data() : weights) + linear.weight;
    to.resize(std::size_t{1} * count * in);
    product({to.data(), in}, {change.data(), out}, {matrix, in}, count, in, out);
}

void Passes::activateBackward(const LayerMemory& memory) {
    const int f = shape.inner;
    const Four one = spread(1.0F);
    if (shape.family == Family::gpt2) {
        for (std::size_t i = 0; i < memory.up.size(); i += 4) {
            const Four u = load(memory.up.data() + i);
            const Four sigmoid = load(memory.gate.data() + i);
            const Four inside = spread(1.5957691216F) * (one + spread(0.134145F) * (u * u));
            const Four slope = sigmoid + u * sigmoid * (one - sigmoid) * inside;
            store(innerChange_.data() + i, load(innerChange_.data() + i) * slope);
        }
        return;
    }
    Floats both(memory.up.size());
    for (int i = 0; i < tokens(); ++i) {
        const float* const x = memory.up.data() + std::size_t{2} * i * f;
        float* const to = both.data() + std::size_t{2} * i * f;
        for (int j = 0; j < f; j += 4) {
            const Four u = load(x + j);
            const Four change = load(innerChange_.data() + std::size_t{1} * i * f + j);
            const Four sigmoid = load(memory.gate.data() + std::size_t{1} * i * f + j);
            store(to + j, change * load(x + f + j) * (sigmoid * (one + u * (one - sigmoid))));
            store(to + f + j, change * (u * sigmoid));
        }
    }
    innerChange_.swap(both);
}

void Passes::mlpBackward(int at, std::span<float> gradient) {
    const Layer& layer = layout.layers[at];
    const LayerMemory& memory = layers[at];
    linearBackward(innerChange_, streamChange_, memory.active, layer.down, tokens(), gradient);
    activateBackward(memory);
    linearBackward(change_, innerChange_, memory.second.out, layer.up, tokens(), gradient);
    normBackward(memory.second, layer.second, change_, streamChange_.data(), tokens(), gradient);
}

void Passes::attendHeadBackward(const LayerMemory& memory, int row, int head) {
    const int d = shape.width;
    const int width = shape.headWidth();
    const int step = keyStep();
    const std::ptrdiff_t wide = std::ptrdiff_t{3} * d;
    const Four scale = spread(1.0F / std::sqrt(static_cast<float>(width)));
    const std::size_t first = std::size_t{1} * row * length;
    const std::size_t offset = std::size_t{1} * head * width;
    const float* const q = memory.qkv.data() + first * 3 * d + offset;
    float* const toQuery = qkvChange_.data() + first * 3 * d + offset;
    const float* const change = change_.data() + first * d + offset;
    const float* const shares =
        memory.weights.data() + (std::size_t{1} * row * shape.heads + head) * length * step;
    transpose(turnedKeys_.data(), step, q + std::ptrdiff_t{2} * d, wide, length, width);
    for (int i = 0; i < length; i += 4) {
        const int count = std::min(4, length - i);
        const int keys = std::min(inFours(i + count), step);
        float* const scores = scoreChange_.data() + std::size_t{1} * i * step;
        product({scores, step}, {change + std::ptrdiff_t{1} * i * d, d}, {turnedKeys_.data(), step},
                count, keys, width);
        for (int k = 0; k < count; ++k) {
            float* const to = scores + std::size_t{1} * k * step;
            const float* const share = shares + std::size_t{1} * (i + k) * step;
            Four sums{};
            for (int j = 0; j < keys; j += 4) sums = sums + load(share + j) * load(to + j);
            const Four mean = spread(sumOf(sums));
            for (int j = 0; j < keys; j += 4)
                store(to + j, load(share + j) * (load(to + j) - mean) * scale);
        }
        product({toQuery + i * wide, wide}, {scores, step}, {q + d, wide}, count, width, i + count);
    }
    for (int j = 0; j < length; j += 4) {
        const int count = std::min(4, length - j);
        const std::ptrdiff_t corner = std::ptrdiff_t{1} * j * step + j;
        product({toQuery + d + j * wide, wide}, {scoreChange_.data() + corner, 1, step},
                {q + j * wide, wide}, count, width, length - j);
        product({toQuery + std::ptrdiff_t{2} * d + j * wide, wide}, {shares + corner, 1, step},
                {change + std::ptrdiff_t{1} * j * d, d}, count, width, length - j);
    }
}

void Passes::attentionBackward(int at, std::span<float> gradient) {
    const Layer& layer = layout.layers[at];
    const LayerMemory& memory = layers[at];
    linearBackward(change_, streamChange_, memory.gathered, layer.output, tokens(), gradient);
    qkvChange_.resize(memory.qkv.size());
    scoreChange_.resize(std::size_t{1} * length * keyStep());
    turnedKeys_.assign(std::size_t{1} * shape.headWidth() * keyStep(), 0);
    for (int row = 0; row < rows; ++row)
        for (int head = 0; head < shape.heads; ++head) attendHeadBackward(memory, row, head);
    if (shape.family == Family::llama) rotate(qkvChange_.data(), -1);
    linearBackward(change_, qkvChange_, memory.first.out, layer.qkv, tokens(), gradient);
    // Exactly 0, because a softmax does not see a shift of all scores. Adam would make full steps of the rounding errors.
    if (layer.qkv.bias)
        std::fill_n(gradient.data() + *layer.qkv.bias + shape.width, shape.width, 0);
    normBackward(memory.first, layer.first, change_, streamChange_.data(), tokens(), gradient);
}

void Passes::embedBackward(std::span<float> gradient) {
    const int d = shape.width;
    for (int i = 0; i < tokens(); ++i) {
        const float* const row = streamChange_.data() + std::size_t{1} * i * d;
        addRow(gradient.data() + layout.tokens + std::size_t{1} * ids[i] * d, row, d);
        if (layout.positions)
            addRow(gradient.data() + *layout.positions + std::size_t{1} * (i % length) * d, row, d);
    }
}

void Passes::backward(std::span<float> gradient) {
    const int d = shape.width;
    const auto count = static_cast<int>(outputs.size());
    std::ranges::fill(gradient, 0);
    streamChange_.assign(stream.size(), 0);
    if (outputs.empty()) return;
    product({gradient.data() + layout.head.weight, d}, {logits.data(), 1, paddedVocabulary},
            {last.out.data(), d}, shape.vocabulary, d, count);
    change_.resize(outputs.size() * d);
    product({change_.data(), d}, {logits.data(), paddedVocabulary},
            {weights + layout.head.weight, d}, count, d, shape.vocabulary);
    Floats changes(outputs.size() * d);
    normBackward(last, layout.last, change_, changes.data(), count, gradient);
    for (int i = 0; i < count; ++i)
        std::copy_n(changes.data() + std::size_t{1} * i * d, d,
                    streamChange_.data() + std::size_t{1} * outputs[i].token * d);
    for (int i = shape.layers - 1; i >= 0; --i) {
        if (shape.inner > 0) mlpBackward(i, gradient);
        attentionBackward(i, gradient);
    }
    embedBackward(gradient);
}

}  // namespace hw::train
