// SPDX-License-Identifier: MIT
#include "core/gradient_methods.h"

#include <algorithm>

#include "core/effective_attention.h"
#include "core/fuse.h"
#include "core/multiply.h"
#include "core/rollout.h"

namespace hw {

Matrix effectiveGradientAttention(const AttentionTensor& attentions,
                                  const AttentionTensor& gradients, const Settings& settings,
                                  int layer) {
    if (!takesPart(settings, layer)) return identity(attentions.queries);
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
    if (!takesPart(settings, layer)) {
        Matrix same(relevance.rows, relevance.cols);
        std::ranges::copy(relevance.values(), same.values.begin());
        return same;
    }
    const Matrix weighted =
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
    Matrix next = multiply(weighted, relevance);
    const auto before = relevance.values();
    for (std::size_t i = 0; i < before.size(); ++i) next.values[i] += before[i];
    return next;
}

}  // namespace hw
