// SPDX-License-Identifier: MIT
// One weight of one layer: its heads, and what residual, discard and division make of it. Internal to core/explain.
#pragma once

#include <vector>

#include "core/explain/explanation.h"
#include "core/methods/method_stack.h"

namespace hw {

/// What the matrices of a product are made from.
struct LayerSource {
    const Example& example;
    Part part = Part::encoder;  ///< of this layer, never joined
    Method method = Method::rollout;
    const Settings& settings;
    int layer = 0;

    const AttentionTensor& attentions() const { return *tensorOf(example, part); }
    const AttentionTensor& gradients() const { return *gradientsOf(example, part); }
    bool isCross() const { return part == Part::cross; }
    std::span<const float> fixedResidual() const;
};

/// The matrix that stands in the product, [queries][keys]: with relevance I + M.
std::vector<double> layerMatrix(const LayerSource& from);

/// From the fused heads to that matrix, for one weight; the last value is its entry.
std::vector<WeightStep> weightSteps(const LayerSource& from, int query, int key);

/// The heads behind a fused weight: with mean shares times weights, with maximum and minimum the one that counts, with
/// gradients relu(G W) and 1/H. Largest first. `correction` becomes what a sum below 0 lacks to 0, or 0.
std::vector<NumberTerm> headTerms(const LayerSource& from, int query, int key, double& correction);

/// The sum in the order of the list.
double sumOfTerms(const std::vector<NumberTerm>& terms);
/// Largest first; of equal ones the first stays first.
void sortTerms(std::vector<NumberTerm>& terms);

}  // namespace hw
