// SPDX-License-Identifier: MIT
#include "core/gradient_methods.h"

#include "core/effective_attention.h"
#include "core/fuse.h"
#include "core/rollout.h"

namespace hw {

Matrix effectiveGradientAttention(const AttentionTensor& attentions,
                                  const AttentionTensor& gradients, const Settings& settings,
                                  int layer) {
    Matrix matrix =
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
    if (settings.gradientNormalise == GradientNormalise::rowsFirst) {
        normaliseRows(matrix, Normalise::rows);
    }
    applySteps(matrix, settings);
    return matrix;
}

Matrix nextRelevance(const AttentionTensor& attentions, const AttentionTensor& gradients,
                     const Settings& settings, int layer, MatrixView relevance) {
    const Matrix weighted =
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
    Matrix next = multiply(weighted, relevance);
    const auto before = relevance.values();
    for (std::size_t i = 0; i < before.size(); ++i) next.values[i] += before[i];
    return next;
}

}  // namespace hw
