// SPDX-License-Identifier: MIT
// From one fused matrix per layer to the effective attention A that rollout multiplies and flow uses as capacities. The
// steps are residual, discard and division, in the order of the settings.
#pragma once

#include <functional>
#include <span>

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// Sets the smallest entries of `matrix` to 0, in place. Their share is settings.discard (r), counted over the whole
/// matrix or over each row separately.
///
/// DiscardTies::drop marks exactly floor(r * count) entries, equal values in row-major order. That is the rule of
/// vit-explain's code (`topk(int(n*ratio), largest=False)`, then `indices != 0`). DiscardTies::keep marks entries
/// strictly below the value at index floor(r * count) in sorted order, so that equal weights are treated alike. That is
/// the rule of common tutorials. Marked entries that are protected keep their value, and no others are marked in their
/// place. r * count is computed in double, as Python does. Cost O(rows * cols).
void discardSmallest(Matrix& matrix, const Settings& settings);

/// A = weight*I + (1-weight)*W, in place. Square matrices only, with `weight` in [0, 1]. 0 changes nothing.
/// Source: Abnar & Zuidema 2020, section 3, with weight 0.5.
void addResidual(Matrix& matrix, double weight);

/// GlobEnc's W-Res, in place. The diagonal is dropped, the rest of row i is scaled to sum to r_i, and 1-r_i goes on the
/// diagonal. A row with only a diagonal becomes the identity row. `ratios` has r of each token in [0, 1]. For a value
/// outside, or an empty span, `fallback` is used.
/// Source: Modarressi et al. 2022 (GlobEnc), equations for W-Res and W-FixedRes (constant r).
void addFixedResidual(Matrix& matrix, std::span<const float> ratios, double fallback);

/// Divides each row, or as `how` sets, in place. A row whose sum is not above 0 first becomes the identity row (in a
/// matrix that is not square it stays 0), so that no value becomes NaN. Normalise::none divides nothing, and an empty
/// row gets `residual` on its diagonal (1 if that is 0). Sums run in double.
void normaliseRows(Matrix& matrix, Normalise how, double residual = 0.0);

/// The step that applySteps has just done.
enum class MatrixStep { residual, discarded, divided };
/// Called with the matrix after each step, so that core/explain can show how one weight comes about.
using StepWatcher = std::function<void(MatrixStep, const Matrix&)>;

/// Residual, discard and division in the order of the settings, for a fused square matrix, in place. With
/// DiscardTies::keep and discarding after the residual, rows are divided before discarding too, because the tutorial's
/// threshold assumes rows that sum to 1. `fixedResidual` has r of this layer's tokens for Residual::fixed (1 -
/// settings.residual if empty).
void applySteps(Matrix& fused, const Settings& settings, std::span<const float> fixedResidual = {},
                const StepWatcher& watch = {});

/// The effective attention A of a layer, [n][n], after fusing and the steps. With the default settings A =
/// row-normalised (0.5*I + 0.5*mean over heads of W). Rows sum to 1 with Normalise::rows.
///
/// `layer` in [0, layers), zero-based. `fixedResidual` is Example::fixedResidual, [layers][n], or empty. Contributions
/// already are effective attention, so no step applies to them. Settings must have passed checkSettings. Cost O(heads *
/// n * n).
Matrix effectiveAttention(const AttentionTensor& attentions, const Settings& settings, int layer,
                          std::span<const float> fixedResidual = {});

/// The effective cross-attention C of a layer, [queries][keys]. Fuses, discards, and divides each row by its sum. There
/// is no residual, since queries and keys are different tokens. An empty row stays 0.
Matrix effectiveCrossAttention(const AttentionTensor& cross, const Settings& settings, int layer);

/// One layer's r from Example::fixedResidual [layers][n], n = `tokens` values, or empty when there is none.
std::span<const float> residualOfLayer(std::span<const float> fixedResidual, int layer, int tokens);

}  // namespace hw
