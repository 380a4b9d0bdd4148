// SPDX-License-Identifier: MIT
// The optimiser's update, AdamW (Loshchilov and Hutter 2019, "Decoupled weight decay regularization").
#pragma once

#include <span>
#include <vector>

#include "model/train/recipe.h"

namespace hw::train {

/// Weights with the optimiser's moments, from which a training can go on.
struct State {
    int step = 0;  ///< updates that were made
    Weights weights;
    std::vector<float> first;   ///< m, same size as the weights
    std::vector<float> second;  ///< v, same size as the weights
};

/// The square root of the sum of squares, summed in four lanes of float64.
double normOf(std::span<const float> values);

/// Makes one update with a gradient of this norm, which must be finite. Factors are float64, rounded once. O(weights).
void descend(State& state, std::span<const float> gradient, double norm,
             std::span<const Tensor> tensors, const Optimiser& optimiser);

}  // namespace hw::train
