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
    Matrix next(relevance.rows, relevance.cols);
    std::ranges::copy(relevance.values(), next.values.begin());
    if (!takesPart(settings, layer)) return next;
    addProduct(
        next,
        fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads),
        relevance);
    return next;
}

void addProduct(Matrix& sum, MatrixView a, MatrixView b) {
    const Matrix product = multiply(a, b);
    for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += product.values[i];
}

}  // namespace hw
