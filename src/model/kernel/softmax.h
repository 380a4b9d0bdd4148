// SPDX-License-Identifier: MIT
// Scores to attention weights, and back.
#pragma once

#include <span>

namespace hw::model {

/// The keys that a query may see, [begin, end). Causal is {0, i + 1}; a window is a shorter range.
struct KeyRange {
    int begin = 0;
    int end = 0;
};

struct SoftmaxOptions {
    /// If c > 0, a score s becomes c tanh(s / c), before the bias (Gemma 2).
    float cap = 0.0F;
    /// [queries][keys], added to the scores; -infinity forbids an edge. Null for none.
    const float* bias = nullptr;
    /// One range per query. Empty if every query sees every key.
    std::span<const KeyRange> visible;
    /// With a cap, gets d(capped) / d(score) = 1 - tanh^2, [queries][keys], for the gradient. May be null.
    float* slopes = nullptr;
};

/// Replaces scores [queries][keys] (contiguous rows) by weights, exp(s - max) / sum along each row. Masked weights are
/// exactly 0, and a row that sees nothing is all 0. Cost: O(queries keys), an exponential each.
void softmaxRows(float* scores, int queries, int keys, const SoftmaxOptions& options = {});

/// dS = A (dA - sum over the row of A dA), [queries][keys], 0 if A is 0. dS may be dA.
void softmaxBackward(const float* weights, const float* weightGradient, int queries, int keys,
                     float* scoreGradient);

}  // namespace hw::model
