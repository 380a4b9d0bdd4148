// SPDX-License-Identifier: MIT
#include "core/methods/gradient_methods.h"

#include "core/matrix/matrix.h"
#include "core/matrix/multiply.h"
#include "core/methods/steps/effective_attention.h"
#include "core/methods/steps/fuse.h"

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
    Matrix next = expressionOf(relevance);
    if (!takesPart(settings, layer)) return next;
    const Matrix fused =
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
    addProduct(next, fused, relevance);
    if (settings.ownOne == IdentityTerm::drop) next += fused;  // M R = M + M (R - I)
    return next;
}

Matrix nextGradSam(const AttentionTensor& attentions, const AttentionTensor& gradients,
                   const Settings& settings, int layer, MatrixView before) {
    Matrix mean = expressionOf(before);
    if (!takesPart(settings, layer)) return mean;
    int taken = 0;
    for (int each = settings.startLayer; each <= layer; ++each) taken += takesPart(settings, each);
    const Matrix fused =
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
    mean += (fused - mean) / static_cast<float>(taken);
    return mean;
}

void addProduct(Matrix& sum, MatrixView a, MatrixView b) { sum += multiply(a, b); }

}  // namespace hw
