// SPDX-License-Identifier: MIT
#include "model/run/pass.h"

#include <algorithm>
#include <cmath>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"
#include "model/network/buckets.h"

namespace hw::model {
namespace {

Rotation rotationOf(const std::vector<double>& frequencies, double scale, int first, int count) {
    Rotation made;
    made.half = static_cast<int>(frequencies.size());
    for (int position = first; position < first + count; ++position)
        for (const double frequency : frequencies) {
            made.cosines.push_back(static_cast<float>(scale * std::cos(position * frequency)));
            made.sines.push_back(static_cast<float>(scale * std::sin(position * frequency)));
        }
    return made;
}

std::array<Rotation, 2> rotationsOf(const Rotary& rotary, int first, int count) {
    const bool hasLonger = !rotary.longer.empty() && first + count > rotary.shortTokens;
    return {rotationOf(rotary.frequencies, rotary.scale, first, count),
            hasLonger ? rotationOf(rotary.longer, rotary.scale, first, count) : Rotation{}};
}

}  // namespace

Pass::Pass(const Network& model, const Batch& texts, std::span<const Edits> changes,
           const EncoderStates* read)
    : network(model),
      spec(model.spec),
      batch(texts),
      edits(changes),
      encoderStates(read),
      keyHeads_(spec.keyHeads) {
    for (int text = 0; text < batch.count(); ++text)
        longest_ = std::max(longest_, batch.length(text));
    for (const Edits& own : edits) {
        edges_.emplace_back(own.edges);
        crossEdges_.emplace_back(own.cross);
    }
    for (const Rotary& rotary : spec.rotaries)
        rotations_.push_back(rotationsOf(rotary, 0, longest_));
    if (spec.bucketCount > 0 || spec.distances)
        for (int distance = 1 - longest_; distance < longest_; ++distance)
            distanceRows_.push_back(spec.distances ? distanceRow(distance, *spec.distances)
                                                   : bucketOf(-distance, spec));
    if (!spec.hasCross) return;
    rectangles_.push_back(0);
    for (int text = 0; text < batch.count(); ++text)
        rectangles_.push_back(rectangles_.back() + std::size_t{1} * batch.length(text) *
                                                       encoderStates->batch.length(text));
}

Pass::Pass(const Network& model, const Batch& text, KvCache& cache)
    : network(model), spec(model.spec), batch(text), keyHeads_(spec.keyHeads), cache_(&cache) {
    for (const Rotary& rotary : spec.rotaries)
        rotations_.push_back(rotationsOf(rotary, cache.tokens, batch.tokens()));
}

const Rotation& Pass::rotationFor(int kind, int length) const {
    const Rotary& rotary = spec.rotaries[kind];
    return rotations_[kind][!rotary.longer.empty() && length > rotary.shortTokens ? 1 : 0];
}

void Pass::patchStream(int index, std::vector<float>& stream) const {
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        if (own == nullptr) return;
        for (const Patch& patch : own->patches)
            if (patch.head < 0 && patch.layer == index)
                std::ranges::copy(patch.values,
                                  stream.begin() + std::ptrdiff_t{1} *
                                                       (batch.start(text) + patch.token) *
                                                       spec.width);
    }
}

void Pass::patchStreamBackward(int index, std::vector<float>& gradient) const {
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        if (own == nullptr) return;
        for (const Patch& patch : own->patches)
            if (patch.head < 0 && patch.layer == index)
                std::fill_n(gradient.begin() +
                                std::ptrdiff_t{1} * (batch.start(text) + patch.token) * spec.width,
                            spec.width, 0.0F);
    }
}

/// Clears the tokens whose stream is not added after this layer's attention.
void Pass::dropResiduals(int index, std::vector<float>& kept) const {
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        if (own == nullptr) return;
        for (const LayerToken& cut : own->residuals)
            if (cut.layer == index)
                std::fill_n(
                    kept.begin() + std::ptrdiff_t{1} * (batch.start(text) + cut.token) * spec.width,
                    spec.width, 0.0F);
    }
}

void Pass::cutHeads(int index, std::vector<float>& headOutputs) const {
    const int width = spec.headWidth;
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec.heads * width;
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        if (own == nullptr) return;
        const int n = batch.length(text);
        float* rows = headOutputs.data() + batch.start(text) * stride;
        for (const HeadCut& cut : own->heads) {
            if (cut.layer != index) continue;
            for (int i = 0; i < width; ++i) {
                float* column = rows + std::ptrdiff_t{1} * cut.head * width + i;
                double sum = 0;
                if (cut.rule == HeadRule::mean)
                    for (int token = 0; token < n; ++token) sum += column[token * stride];
                for (int token = 0; token < n; ++token)
                    column[token * stride] = static_cast<float>(sum / n);
            }
        }
    }
}

/// Writes the patches of heads' outputs, or 0 into their gradient.
void Pass::patchHeads(int index, std::vector<float>& headOutputs, bool isGradient) const {
    const int width = spec.headWidth;
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec.heads * width;
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        if (own == nullptr) return;
        for (const Patch& patch : own->patches) {
            if (patch.head < 0 || patch.layer != index) continue;
            float* row = headOutputs.data() + (batch.start(text) + patch.token) * stride +
                         std::ptrdiff_t{1} * patch.head * width;
            if (isGradient) {
                std::fill_n(row, width, 0.0F);
            } else {
                std::ranges::copy(patch.values, row);
            }
        }
    }
}

/// The attention's input, from record.entering.
const float* Pass::attentionInput(const Block& block, int tokens, LayerRecord& record) {
    if (spec.placement == Placement::post || block.attentionNorm.empty())
        return record.entering.data();
    record.normed.resize(std::size_t{1} * tokens * spec.width);
    applyNorm(block.attentionNorm, record.entering.data(), tokens, spec.width, record.normed.data(),
              record.attentionNorm);
    return record.normed.data();
}

/// The destination of the output projection. Post-LN adds to it in place.
std::vector<float>& Pass::attentionOut(LayerRecord& record) const {
    return spec.placement == Placement::post ? record.middleSum : record.attentionOut;
}

void Pass::layer(int index, LayerRecord& record) {
    const int tokens = batch.tokens();
    attention(index, attentionInput(network.block(index), tokens, record), record.attention,
              attentionOut(record));
    record.middle = record.entering;
    dropResiduals(index, record.middle);
    behindAttention(index, tokens, record);
    if (index == 0 && !network.convolution.empty()) convolve(record);
}

/// Computes record.leaving from record.middle, the stream after dropped residuals, and the attention's output.
/// Everything except cross-attention works row by row, so it may run on some tokens only.
void Pass::behindAttention(int index, int tokens, LayerRecord& record) {
    const Block& block = network.block(index);
    const std::size_t size = std::size_t{1} * tokens * spec.width;
    record.leaving.resize(size);
    if (spec.placement == Placement::post) return behindPost(index, tokens, record);
    record.mlpNormed.resize(size);
    room_.resize(size);
    applyNorm(block.attentionBranchNorm, record.attentionOut.data(), tokens, spec.width,
              room_.data(), record.attentionBranchNorm);
    addTo(record.middle, room_);
    if (spec.hasCross) cross(index, record);
    const float* before =
        spec.placement == Placement::parallel ? record.entering.data() : record.middle.data();
    applyNorm(block.mlpNorm, before, tokens, spec.width, record.mlpNormed.data(), record.mlpNorm);
    mlp(block, record.mlpNormed.data(), tokens, record.mlp, record.mlpOut);
    room_.resize(size);
    applyNorm(block.mlpBranchNorm, record.mlpOut.data(), tokens, spec.width, room_.data(),
              record.mlpBranchNorm);
    record.leaving = record.middle;
    addTo(record.leaving, room_);
}

/// Adds the branches in place, because every array of a record costs memory until the backward pass.
void Pass::behindPost(int index, int tokens, LayerRecord& record) {
    const Block& block = network.block(index);
    addTo(record.middleSum, record.middle);
    applyNorm(block.attentionNorm, record.middleSum.data(), tokens, spec.width,
              record.middle.data(), record.attentionNorm);
    if (spec.hasCross) cross(index, record);
    mlp(block, record.middle.data(), tokens, record.mlp, record.leavingSum);
    addTo(record.leavingSum, record.middle);
    applyNorm(block.mlpNorm, record.leavingSum.data(), tokens, spec.width, record.leaving.data(),
              record.mlpNorm);
}

void Pass::blockBackward(int index, const LayerRecord& record, const LayerWeights& kept,
                         std::vector<float>& gradient, std::vector<float>& weights,
                         std::vector<float>* headOutputs, CrossGradients* cross) {
    const Block& block = network.block(index);
    const int tokens = batch.tokens();
    const int width = spec.width;
    std::vector<float> branch(gradient.size());
    std::vector<float> inner;
    if (spec.placement == Placement::post) {
        applyNormBackward(block.mlpNorm, gradient.data(), record.leavingSum.data(), record.mlpNorm,
                          tokens, width, gradient.data());
        branch = gradient;
        mlpBackward(block, record.mlp, branch);
        addTo(gradient, branch);
        if (spec.hasCross) crossBackward(index, record, kept.cross, gradient, *cross);
        applyNormBackward(block.attentionNorm, gradient.data(), record.middleSum.data(),
                          record.attentionNorm, tokens, width, gradient.data());
        attentionBackward(index, record.attention, kept.own, gradient, weights, headOutputs, inner);
        dropResiduals(index, gradient);
        addTo(gradient, inner);
        return;
    }
    applyNormBackward(block.mlpBranchNorm, gradient.data(), record.mlpOut.data(),
                      record.mlpBranchNorm, tokens, width, branch.data());
    mlpBackward(block, record.mlp, branch);
    const bool isParallel = spec.placement == Placement::parallel;
    const float* before = isParallel ? record.entering.data() : record.middle.data();
    applyNormBackward(block.mlpNorm, branch.data(), before, record.mlpNorm, tokens, width,
                      branch.data());
    const std::vector<float> fromMlp = branch;
    if (!isParallel) addTo(gradient, fromMlp);
    if (spec.hasCross) crossBackward(index, record, kept.cross, gradient, *cross);
    applyNormBackward(block.attentionBranchNorm, gradient.data(), record.attentionOut.data(),
                      record.attentionBranchNorm, tokens, width, branch.data());
    attentionBackward(index, record.attention, kept.own, branch, weights, headOutputs, inner);
    applyNormBackward(block.attentionNorm, inner.data(), record.entering.data(),
                      record.attentionNorm, tokens, width, inner.data());
    dropResiduals(index, gradient);
    addTo(gradient, inner);
    if (isParallel) addTo(gradient, fromMlp);
}

void Pass::mlp(const Block& block, const float* x, int tokens, MlpRecord& record,
               std::vector<float>& out) {
    const std::size_t size = std::size_t{1} * tokens * spec.mlpWidth;
    record.up.resize(size);
    inner_.resize(size);
    out.resize(std::size_t{1} * tokens * spec.width);
    linear(x, tokens, block.up.weight, block.up.biasOrNull(), record.up.data(), workspace);
    if (block.gate.empty()) {
        activate(spec.activation, record.up.data(), size, inner_.data());
    } else {
        record.gate.resize(size);
        linear(x, tokens, block.gate.weight, block.gate.biasOrNull(), record.gate.data(),
               workspace);
        activateGated(spec.activation, record.gate.data(), record.up.data(), size, inner_.data());
    }
    linear(inner_.data(), tokens, block.down.weight, block.down.biasOrNull(), out.data(),
           workspace);
}

void Pass::mlpBackward(const Block& block, const MlpRecord& record, std::vector<float>& gradient) {
    const int tokens = batch.tokens();
    const std::size_t size = std::size_t{1} * tokens * spec.mlpWidth;
    inner_.resize(size);
    linearBackward(gradient.data(), tokens, block.down.weight, inner_.data(), workspace);
    if (block.gate.empty()) {
        activateBackward(spec.activation, record.up.data(), inner_.data(), size, inner_.data());
        linearBackward(inner_.data(), tokens, block.up.weight, gradient.data(), workspace);
        return;
    }
    std::vector<float> gate(size);
    activateGatedBackward(spec.activation, record.gate.data(), record.up.data(), inner_.data(),
                          size, gate.data(), inner_.data());
    linearBackward(inner_.data(), tokens, block.up.weight, gradient.data(), workspace);
    std::vector<float> second(gradient.size());
    linearBackward(gate.data(), tokens, block.gate.weight, second.data(), workspace);
    addTo(gradient, second);
}

}  // namespace hw::model
