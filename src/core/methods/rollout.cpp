// SPDX-License-Identifier: MIT
#include "core/methods/rollout.h"

#include <utility>

#include "core/methods/steps/effective_attention.h"

namespace hw {

RolloutStack::RolloutStack(const AttentionTensor& attentions, Settings settings,
                           std::span<const float> fixedResidual)
    : attentions_(&attentions), settings_(std::move(settings)), fixedResidual_(fixedResidual) {}

bool RolloutStack::advance() {
    if (finished() >= total()) return false;
    const int layer = settings_.startLayer + finished();
    Matrix effective = effectiveAttention(*attentions_, settings_, layer, fixedResidual_);
    matrices_.push_back(matrices_.empty() ? std::move(effective)
                                          : multiply(effective, matrices_.back()));
    return true;
}

Matrix rolloutOfHead(const AttentionTensor& attentions, Settings settings, int layer, int head,
                     const Matrix* below, std::span<const float> fixedResidual) {
    settings.headOfLayer = {layer, head};
    Matrix effective = effectiveAttention(attentions, settings, layer, fixedResidual);
    return below == nullptr ? effective : multiply(effective, *below);
}

std::vector<Matrix> rollout(const AttentionTensor& attentions, const Settings& settings,
                            std::span<const float> fixedResidual) {
    RolloutStack stack(attentions, settings, fixedResidual);
    while (stack.advance()) {}
    return std::move(stack).take();
}

}  // namespace hw
