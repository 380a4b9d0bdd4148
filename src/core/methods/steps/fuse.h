// SPDX-License-Identifier: MIT
// Head fusion, one matrix per layer from its heads.
//
// Rows are queries, columns are keys. Entries that are not finite (Python writes NaN) are missing. A weight is fused
// from the heads that have it, and is 0 where none has (core/methods/missing.h distinguishes those from real zeros).
// Sums run in double and are rounded to float32 once.
#pragma once

#include <span>

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// One matrix [queries][keys] of a layer. It is the mean, maximum or minimum over the heads, or a mean weighted by the
/// size of each head's gradients within the layer, M = sum_h w_h W_h, w_h = |G_h| / sum of |G| (GMAR; equal weights
/// where all are 0).
///
/// Uses the settings fusion, heads (all if empty), headWeights (for HeadFusion::mean one >= 0 per chosen head, their
/// sum > 0; equal if empty), gradientNorm and headOfLayer, which must have passed checkSettings. `layer` in [0,
/// layers). Cost O(heads * queries * keys). Source: Abnar & Zuidema 2020 (mean); vit-explain (max, min); GMAR,
/// arXiv:2504.19414 (weights by gradients).
Matrix fuseHeads(const AttentionTensor& attentions, int layer, const Settings& settings = {});

/// One matrix of a layer, with the heads W weighted by gradients G of the prediction. It is the mean over heads of
/// relu(G*W) (Chefer, Gur & Wolf 2021, "Generic Attention-model Explainability"), or relu of the mean over heads of G*W
/// (vit-explain, grad rollout). Values are >= 0. Rows do not sum to 1. `gradients` has the shape of `attentions`. Cost
/// O(heads * queries * keys).
Matrix fuseWithGradients(const AttentionTensor& attentions, const AttentionTensor& gradients,
                         int layer, GradientForm form, std::span<const int> heads = {});

}  // namespace hw
