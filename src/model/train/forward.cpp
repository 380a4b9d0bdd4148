// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "model/train/passes.h"

namespace hw::train {

using model::load;
using model::spread;
using model::store;
using model::sumOf;

Passes::Passes(const Shape& given)
    : shape(given), layout(given), paddedVocabulary(inFours(given.vocabulary)) {
    layers.resize(shape.layers);
    if (shape.family != Family::llama) return;
    const int half = shape.headWidth() / 2;
    for (int t = 0; t < shape.length; ++t)
        for (int i = 0; i < half; ++i)
            rotation.push_back(turnOf(t * expOf(-logOf(shape.rotaryBase) * i / half)));
}

void Passes::take(const Weights& given) {
    weights = given.data();
    turned.resize(layout.parameters);
    const auto turn = [&](const Linear& linear) {
        const int rows = linear.isInOut ? linear.in : linear.out;
        const int columns = linear.isInOut ? linear.out : linear.in;
        transpose(turned.data() + linear.weight, rows, weights + linear.weight, columns, rows,
                  columns);
    };
    for (const Layer& layer : layout.layers) {
        turn(layer.qkv);
        turn(layer.output);
        if (shape.inner == 0) continue;
        turn(layer.up);
        turn(layer.down);
    }
    turnedHead.assign(std::size_t{1} * shape.width * paddedVocabulary, 0);
    transpose(turnedHead.data(), paddedVocabulary, weights + layout.head.weight, shape.width,
              shape.vocabulary, shape.width);
}

void Passes::embed() {
    const int d = shape.width;
    stream.resize(std::size_t{1} * tokens() * d);
    for (int i = 0; i < tokens(); ++i) {
        float* const to = stream.data() + std::size_t{1} * i * d;
        std::copy_n(weights + layout.tokens + std::size_t{1} * ids[i] * d, d, to);
        if (!layout.positions) continue;
        const float* const row = weights + *layout.positions + std::size_t{1} * (i % length) * d;
        for (int j = 0; j < d; ++j) to[j] = to[j] + row[j];
    }
}

void Passes::normForward(NormMemory& memory, const Norm& norm, const Floats& in, int count) const {
    const int d = shape.width;
    const bool isCentred = norm.bias.has_value();
    const auto width = static_cast<float>(d);
    const auto epsilon = static_cast<float>(shape.epsilon);
    memory.hat.resize(std::size_t{1} * count * d);
    memory.out.resize(memory.hat.size());
    memory.scale.resize(count);
    for (int i = 0; i < count; ++i) {
        const float* const x = in.data() + std::size_t{1} * i * d;
        float* const hat = memory.hat.data() + std::size_t{1} * i * d;
        float* const out = memory.out.data() + std::size_t{1} * i * d;
        Four sums{};
        if (isCentred)
            for (int j = 0; j < d; j += 4) sums = sums + load(x + j);
        const Four mean = spread(sumOf(sums) / width);
        Four squares{};
        for (int j = 0; j < d; j += 4) {
            const Four centred = load(x + j) - mean;
            squares = squares + centred * centred;
        }
        const float scale = 1.0F / std::sqrt(sumOf(squares) / width + epsilon);
        memory.scale[i] = scale;
        for (int j = 0; j < d; j += 4) {
            const Four value = (load(x + j) - mean) * spread(scale);
            store(hat + j, value);
            const Four gained = value * load(weights + norm.gain + j);
            store(out + j, isCentred ? gained + load(weights + *norm.bias + j) : gained);
        }
    }
}

void Passes::linearForward(Floats& to, const Floats& from, const Linear& linear, int count) const {
    const float* const matrix = (linear.isInOut ? weights : turned.data()) + linear.weight;
    to.resize(std::size_t{1} * count * linear.out);
    product({to.data(), linear.out}, {from.data(), linear.in}, {matrix, linear.out}, count,
            linear.out, linear.in);
    if (!linear.bias) return;
    const float* const bias = weights + *linear.bias;
    for (int i = 0; i < count; ++i) {
        float* const row = to.data() + std::size_t{1} * i * linear.out;
        for (int j = 0; j < linear.out; ++j) row[j] = row[j] + bias[j];
    }
}

void Passes::rotate(float* qkv, float direction) const {
    const int half = shape.headWidth() / 2;
    for (int i = 0; i < tokens(); ++i) {
        for (int head = 0; head < 2 * shape.heads; ++head) {  // queries, then keys
            float* const x =
                qkv + std::size_t{1} * i * 3 * shape.width + std::size_t{1} * head * 2 * half;
            for (int j = 0; j < half; ++j) {
                const Turn& turn = rotation[std::size_t{1} * (i % length) * half + j];
                const auto cosine = static_cast<float>(turn.cosine);
                const float sine = static_cast<float>(turn.sine) * direction;
                const float a = x[j];
                const float b = x[j + half];
                x[j] = a * cosine - b * sine;
                x[j + half] = b * cosine + a * sine;
            }
        }
    }
}

namespace {

/// The softmax of the first `count` scores times `scale`. Writes 0 after them, up to the next multiple of four.
void softmax(float* scores, int count, int padded, float scale) {
    for (int j = count; j < padded; ++j) scores[j] = -1e30F;
    Four largest = spread(-1e30F);
    for (int j = 0; j < padded; j += 4) {
        Four value = load(scores + j);
        if (j + 4 <= count) {
            value = value * spread(scale);
        } else {
            for (int k = 0; k < 4; ++k)
                if (j + k < count) value[k] = value[k] * scale;
        }
        store(scores + j, value);
        largest = value > largest ? value : largest;
    }
    float most = largest[0];
    for (int k = 1; k < 4; ++k) most = largest[k] > most ? largest[k] : most;
    Four sums{};
    for (int j = 0; j < padded; j += 4) {
        const Four value = expOf(load(scores + j) - spread(most));
        store(scores + j, value);
        sums = sums + value;
    }
    const Four share = spread(1.0F / sumOf(sums));
    for (int j = 0; j < padded; j += 4) store(scores + j, load(scores + j) * share);
}

void apply(const Cut& cut, float* shares, int length, int step) {
    for (int i = 0; i < length; ++i) {
        if (cut.query >= 0 && cut.query != i) continue;
        float* const row = shares + std::size_t{1} * i * step;
        float rest = 0;
        for (int j = 0; j <= i; ++j) {
            if (cut.key < 0 || cut.key == j) row[j] = 0;
            rest = rest + row[j];
        }
        if (!cut.renormalises || !(rest > 0)) continue;
        for (int j = 0; j <= i; ++j) row[j] = row[j] / rest;
    }
}

}  // namespace

const float* Passes::headWeights(int layer, int row, int head) const {
    return layers[layer].weights.data() +
           (std::size_t{1} * row * shape.heads + head) * length * keyStep();
}

void Passes::attendHead(LayerMemory& memory, int row, int head) {
    const int d = shape.width;
    const int width = shape.headWidth();
    const int step = keyStep();
    const float scale = 1.0F / std::sqrt(static_cast<float>(width));
    const float* const q =
        memory.qkv.data() + std::size_t{1} * row * length * 3 * d + std::size_t{1} * head * width;
    transpose(turnedKeys_.data(), step, q + d, std::ptrdiff_t{3} * d, length, width);
    float* const scores =
        memory.weights.data() + (std::size_t{1} * row * shape.heads + head) * length * step;
    for (int i = 0; i < length; i += 4) {
        const int count = std::min(4, length - i);
        const int keys = std::min(inFours(i + count), step);
        float* const here = scores + std::size_t{1} * i * step;
        product({here, step}, {q + std::ptrdiff_t{3} * i * d, std::ptrdiff_t{3} * d},
                {turnedKeys_.data(), step}, count, keys, width);
        for (int k = 0; k < count; ++k)
            softmax(here + std::size_t{1} * k * step, i + k + 1, keys, scale);
    }
}

void Passes::attend(int at, std::span<const Cut> cuts) {
    const int d = shape.width;
    const int width = shape.headWidth();
    const int step = keyStep();
    LayerMemory& memory = layers[at];
    memory.weights.resize(std::size_t{1} * rows * shape.heads * length * step);
    memory.gathered.resize(std::size_t{1} * tokens() * d);
    turnedKeys_.assign(std::size_t{1} * width * step, 0);
    for (int row = 0; row < rows; ++row) {
        for (int head = 0; head < shape.heads; ++head) {
            attendHead(memory, row, head);
            float* const scores =
                memory.weights.data() + (std::size_t{1} * row * shape.heads + head) * length * step;
            for (const Cut& cut : cuts)
                if (cut.layer == at && (cut.head < 0 || cut.head == head))
                    apply(cut, scores, length, step);
            const float* const v = memory.qkv.data() + std::size_t{1} * row * length * 3 * d +
                                   std::size_t{2} * d + std::size_t{1} * head * width;
            float* const to = memory.gathered.data() + std::size_t{1} * row * length * d +
                              std::size_t{1} * head * width;
            for (int i = 0; i < length; i += 4) {
                const int count = std::min(4, length - i);
                product({to + std::ptrdiff_t{1} * i * d, d},
                        {scores + std::ptrdiff_t{1} * i * step, step}, {v, std::ptrdiff_t{3} * d},
                        count, width, i + count);
            }
        }
    }
}

void Passes::activate(LayerMemory& memory) const {
    const int f = shape.inner;
    memory.gate.resize(std::size_t{1} * tokens() * f);
    memory.active.resize(memory.gate.size());
    const Four one = spread(1.0F);
    for (int i = 0; i < tokens(); ++i) {
        float* const gate = memory.gate.data() + std::size_t{1} * i * f;
        float* const active = memory.active.data() + std::size_t{1} * i * f;
        if (shape.family == Family::gpt2) {
            const float* const x = memory.up.data() + std::size_t{1} * i * f;
            for (int j = 0; j < f; j += 4) {
                const Four u = load(x + j);
                // (1 + tanh y) / 2 is the sigmoid of 2 y.
                const Four sigmoid =
                    one /
                    (one + expOf(spread(-1.5957691216F) * (u + spread(0.044715F) * (u * u * u))));
                store(gate + j, sigmoid);
                store(active + j, u * sigmoid);
            }
        } else {
            const float* const x = memory.up.data() + std::size_t{2} * i * f;
            for (int j = 0; j < f; j += 4) {
                const Four u = load(x + j);
                const Four sigmoid = one / (one + expOf(-u));
                store(gate + j, sigmoid);
                store(active + j, u * sigmoid * load(x + f + j));
            }
        }
    }
}

void Passes::forward(std::span<const Cut> cuts) {
    embed();
    const auto add = [&] {
        for (std::size_t i = 0; i < stream.size(); ++i) stream[i] = stream[i] + branch_[i];
    };
    for (int i = 0; i < shape.layers; ++i) {
        const Layer& layer = layout.layers[i];
        LayerMemory& memory = layers[i];
        normForward(memory.first, layer.first, stream, tokens());
        linearForward(memory.qkv, memory.first.out, layer.qkv, tokens());
        if (shape.family == Family::llama) rotate(memory.qkv.data(), 1);
        attend(i, cuts);
        linearForward(branch_, memory.gathered, layer.output, tokens());
        add();
        if (shape.inner == 0) continue;
        normForward(memory.second, layer.second, stream, tokens());
        linearForward(memory.up, memory.second.out, layer.up, tokens());
        activate(memory);
        linearForward(branch_, memory.active, layer.down, tokens());
        add();
    }
    const int d = shape.width;
    read.resize(outputs.size() * d);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        std::copy_n(stream.data() + std::size_t{1} * outputs[i].token * d, d, read.data() + i * d);
    normForward(last, layout.last, read, static_cast<int>(outputs.size()));
}

void Passes::readOut() {
    const auto count = static_cast<int>(outputs.size());
    logits.resize(outputs.size() * paddedVocabulary);
    product({logits.data(), paddedVocabulary}, {last.out.data(), shape.width},
            {turnedHead.data(), paddedVocabulary}, count, paddedVocabulary, shape.width);
}

}  // namespace hw::train
