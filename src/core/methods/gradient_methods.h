// SPDX-License-Identifier: MIT
// Methods that need the gradients of a prediction with respect to the attention weights.
#pragma once

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// The matrix that gradient rollout multiplies, [n][n]. Heads are fused with their gradients, then come residual,
/// discard and division as in effectiveAttention. With GradientNormalise::rowsFirst each gradient-weighted row is
/// divided by its sum beforehand (an empty row becomes the identity row). Rows sum to 1 with Normalise::rows. Source:
/// vit-explain's grad rollout with Chefer 2021's weighting by default.
Matrix effectiveGradientAttention(const AttentionTensor& attentions,
                                  const AttentionTensor& gradients, const Settings& settings,
                                  int layer);

/// One step of Chefer's relevance, R + M*R, where M is the layer's gradient-weighted fusion. Nothing is normalised.
/// Residual and discard do not apply. R starts as the identity. With OwnOne::drop, R - I is passed in and returned, and
/// starts as 0. For encoder-decoder models, where a token of one side has no 1 on the other, see
/// core/methods/encoder_decoder_relevance.h.
/// Source: Chefer, Gur & Wolf 2021, equations 5 and 6.
Matrix nextRelevance(const AttentionTensor& attentions, const AttentionTensor& gradients,
                     const Settings& settings, int layer, MatrixView relevance);

/// One step of Grad-SAM, the mean of the gradient-weighted fusions over the layers in use from settings.startLayer to
/// `layer`. `before` is the mean up to the layer before (0 at first). [n][n], values are >= 0. Nothing is normalised.
/// Residual and discard do not apply. The paper's score of a token is a sum of this, after the last layer. Of its
/// public implementations some sum over queries (choose all output tokens), some over keys, so the matrix is shown.
/// Source: Barkan et al. 2021, "Grad-SAM", CIKM, arXiv:2204.11073, after these implementations. Cost: one fusion.
Matrix nextGradSam(const AttentionTensor& attentions, const AttentionTensor& gradients,
                   const Settings& settings, int layer, MatrixView before);

/// sum += a*b. Shapes as in multiply(), and `sum` has the shape of the product. Cost: one product.
void addProduct(Matrix& sum, MatrixView a, MatrixView b);

}  // namespace hw
