// SPDX-License-Identifier: MIT
#include "model/train/network.h"

#include <algorithm>

#include "model/train/passes.h"

namespace hw::train {
namespace {

/// Sequences of one pass of a test, which limits its memory.
constexpr std::size_t testRows = 16;

/// Adds the sequences that count.
void load(Passes& passes, std::span<const Sequence> sequences) {
    passes.rows = 0;
    passes.ids.clear();
    passes.outputs.clear();
    for (const Sequence& sequence : sequences) {
        if (!sequence.counts()) continue;
        passes.length = static_cast<int>(sequence.ids.size());
        for (int i = 0; i < passes.length; ++i)
            if (sequence.targets[i] >= 0)
                passes.outputs.push_back({passes.tokens() + i, sequence.targets[i]});
        passes.ids.insert(passes.ids.end(), sequence.ids.begin(), sequence.ids.end());
        ++passes.rows;
    }
}

}  // namespace

struct Network::EncoderStates : Passes {
    using Passes::Passes;
};

Network::Network(const Shape& shape) : memory_(std::make_unique<EncoderStates>(shape)) {}
Network::~Network() = default;
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;

const std::vector<Tensor>& Network::tensors() const { return memory_->layout.tensors; }
std::size_t Network::parameters() const { return memory_->layout.parameters; }

double Network::loss(const Weights& weights, std::span<const Sequence> batch) {
    memory_->take(weights);
    load(*memory_, batch);
    memory_->forward({});
    memory_->readOut();
    return memory_->lossGradients();
}

double Network::gradient(const Weights& weights, std::span<const Sequence> batch,
                         std::span<float> gradient) {
    const double mean = loss(weights, batch);
    memory_->backward(gradient);
    return mean;
}

Accuracy Network::accuracy(const Weights& weights, std::span<const Sequence> sequences,
                           std::span<const Cut> cuts) {
    Passes& passes = *memory_;
    passes.take(weights);
    Accuracy total;
    for (std::size_t from = 0; from < sequences.size(); from += testRows) {
        load(passes, sequences.subspan(from, std::min(testRows, sequences.size() - from)));
        if (passes.rows == 0) continue;
        passes.forward(cuts);
        passes.readOut();
        std::vector<bool> isWhole(passes.rows, true);
        for (std::size_t i = 0; i < passes.outputs.size(); ++i) {
            const float* const row = passes.logits.data() + i * passes.paddedVocabulary;
            const bool isRight = std::max_element(row, row + passes.shape.vocabulary) - row ==
                                 passes.outputs[i].target;
            total.right += isRight ? 1 : 0;
            if (!isRight) isWhole[passes.outputs[i].token / passes.length] = false;
        }
        total.counted += static_cast<int>(passes.outputs.size());
        total.sequences += passes.rows;
        total.wholeRight += static_cast<int>(std::ranges::count(isWhole, true));
    }
    return total;
}

Seen Network::see(const Weights& weights, std::span<const int> ids, std::span<const Cut> cuts) {
    Passes& passes = *memory_;
    passes.take(weights);
    passes.rows = 1;
    passes.length = static_cast<int>(ids.size());
    passes.ids.assign(ids.begin(), ids.end());
    passes.outputs.clear();
    for (int i = 0; i < passes.length; ++i) passes.outputs.push_back({i, -1});
    passes.forward(cuts);
    passes.readOut();
    Seen seen{.tokens = passes.length, .attention = {}, .logits = {}};
    for (int layer = 0; layer < passes.shape.layers; ++layer) {
        for (int head = 0; head < passes.shape.heads; ++head) {
            const float* const from = passes.headWeights(layer, 0, head);
            for (int i = 0; i < passes.length; ++i)
                for (int j = 0; j < passes.length; ++j)
                    seen.attention.push_back(j <= i ? from[i * passes.keyStep() + j] : 0);
        }
    }
    for (int i = 0; i < passes.length; ++i) {
        const float* const row =
            passes.logits.data() + std::size_t{1} * i * passes.paddedVocabulary;
        seen.logits.insert(seen.logits.end(), row, row + passes.shape.vocabulary);
    }
    return seen;
}

}  // namespace hw::train
