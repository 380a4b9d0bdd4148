// SPDX-License-Identifier: MIT
// Attention rollout (Abnar & Zuidema 2020), the product of the layers' effective attentions. Every prefix is kept,
// since the page shows rollout layer by layer.
#pragma once

#include <span>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/multiply.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// Rollout computed one layer per call, so that a worker can show progress and cancel between layers.
///
///     RolloutStack stack(attentions, settings);
///     while (stack.advance()) report(stack.finished(), stack.total());
///     use(stack.at(layer));   // R = A_layer * ... * A_startLayer
///
/// The tensor (and fixedResidual) must outlive the stack. Settings must have passed checkSettings. Each call of
/// advance() costs one fusion and one product, 2*n^3 flops, and keeps n*n floats per layer.
class RolloutStack {
public:
    RolloutStack(const AttentionTensor& attentions, Settings settings,
                 std::span<const float> fixedResidual = {});

    /// Computes the next layer. False, with nothing done, when all are done.
    bool advance();

    int startLayer() const { return settings_.startLayer; }
    int total() const { return attentions_->layers - settings_.startLayer; }
    int finished() const { return static_cast<int>(matrices_.size()); }
    /// The rollout from startLayer() to `layer`, both zero-based and inclusive. It must be finished.
    const Matrix& at(int layer) const { return matrices_[layer - settings_.startLayer]; }
    /// The finished prefixes, startLayer() first.
    std::span<const Matrix> matrices() const { return matrices_; }
    /// Moves the finished prefixes out.
    std::vector<Matrix> take() && { return std::move(matrices_); }

private:
    const AttentionTensor* attentions_;
    Settings settings_;
    std::span<const float> fixedResidual_;
    std::vector<Matrix> matrices_;
};

/// The share that one head of a layer draws from the input through the fused layers below it, R(i,k) = A_i^k R_(i-1),
/// where A_i^k is the head's own effective attention. `below` is R_(i-1), null for the first layer in use. The mean
/// over all heads is R_i wherever no row loses weights and all rows sum to 1. Source: Abnar & Zuidema 2020, Appendix
/// A.1. It prints the rollout of layer i itself, which would count that layer twice, and is read as "the layers below
/// the layer of interest" of its text. RolloutStack gives the same with settings.headOfLayer. Cost: a fusion and a
/// product.
Matrix rolloutOfHead(const AttentionTensor& attentions, Settings settings, int layer, int head,
                     const Matrix* below, std::span<const float> fixedResidual = {});

/// All prefixes of rollout in one call, for layers settings.startLayer .. layers-1.
std::vector<Matrix> rollout(const AttentionTensor& attentions, const Settings& settings,
                            std::span<const float> fixedResidual = {});

}  // namespace hw
