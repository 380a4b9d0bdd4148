// SPDX-License-Identifier: MIT
// From one fused matrix a layer to the effective attention A that rollout multiplies and flow uses
// as capacities: residual, discard, renormalise, in the order that the settings name.
#pragma once

#include <functional>
#include <span>

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// Sets the smallest entries of `matrix` to 0, in place: settings.discard (r) of them, counted over the whole
/// matrix or over each row by itself.
///
/// DiscardTies::drop: the floor(r * count) smallest are marked, where equal values are marked in row-major
/// order, the first ones first; the rule of vit-explain's code (`topk(int(n*ratio), largest=False)`, then
/// `indices != 0`). DiscardTies::keep: those strictly below entry number floor(r * count) in order of size,
/// from 0, are marked, so that ties stay and equal weights lose nothing; the rule of common tutorials. Marked
/// entries that are protected keep their value: nothing else is marked in their place. r * count is computed
/// in double, as Python does. Cost O(rows * cols).
void discardSmallest(Matrix& matrix, const Settings& settings);

/// A = weight*I + (1-weight)*W, in place. Square matrices only; `weight` in [0, 1], 0 changes nothing.
/// Source: Abnar & Zuidema 2020, section 3, with weight 0.5.
void addResidual(Matrix& matrix, double weight);

/// GlobEnc's W-Res, in place: the diagonal is dropped, the rest of row i is scaled to sum to r_i, and
/// 1-r_i stands on the diagonal. A row with nothing beside its diagonal becomes the identity row.
/// `ratios` holds r of each token in [0, 1]; a value outside, or an empty span, means `fallback`.
/// Source: Modarressi et al. 2022 (GlobEnc), equations for W-Res and W-FixedRes (constant r).
void addFixedResidual(Matrix& matrix, std::span<const float> ratios, double fallback);

/// Divides the rows, or what `how` says, in place. A row whose sum is not above 0 first becomes the identity row (in a matrix that
/// is not square: stays 0), so that nothing ever becomes NaN. Normalise::none divides nothing, and an
/// empty row gets `residual` on its diagonal (1 if that is 0). Sums run in double.
void normaliseRows(Matrix& matrix, Normalise how, double residual = 0.0);

/// What applySteps has just done to the matrix.
enum class MatrixStep { residual, discarded, divided };
/// Sees the matrix after each step; core/explain shows how one weight comes about.
using StepWatcher = std::function<void(MatrixStep, const Matrix&)>;

/// Residual, discard and renormalise in the order of the settings, for an already fused square matrix.
/// Where ties stay (DiscardTies::keep) and discarding follows the residual, rows are divided before it too: the
/// tutorial's threshold is one of rows that sum to 1.
/// `fixedResidual` holds r of this layer's tokens for Residual::fixed (empty: 1 - settings.residual).
void applySteps(Matrix& fused, const Settings& settings, std::span<const float> fixedResidual = {},
                const StepWatcher& watch = {});

/// The effective attention A of a layer, [n][n]: fuse, then the steps. With the default settings
/// A = row-normalised (0.5*I + 0.5*mean over heads of W). Rows sum to 1 with Normalise::rows.
///
/// `layer` in [0, layers), zero-based. `fixedResidual` is Example::fixedResidual, [layers][n], or
/// empty. Contributions are their own effective attention: no step is taken. Settings must have passed
/// checkSettings. Cost O(heads * n * n).
Matrix effectiveAttention(const AttentionTensor& attentions, const Settings& settings, int layer,
                          std::span<const float> fixedResidual = {});

/// The effective cross-attention C of a layer, [queries][keys]: fuse, discard, divide rows by their
/// sum. It has no residual, since queries and keys are different tokens; an empty row stays 0.
Matrix effectiveCrossAttention(const AttentionTensor& cross, const Settings& settings, int layer);

/// r of a layer's tokens out of Example::fixedResidual [layers][n], or empty when there is none.
std::span<const float> residualOfLayer(std::span<const float> fixedResidual, int layer, int tokens);

}  // namespace hw
