// SPDX-License-Identifier: MIT
// One weight of one layer, with its heads and the effect of residual, discard and division. Internal.
#pragma once

#include <vector>

#include "core/explain/explanation.h"
#include "core/methods/method_stack.h"

namespace hw {

/// Where one layer's matrix of the product comes from.
struct LayerSource {
    const Example& example;
    Part part = Part::encoder;  ///< of this layer; never Part::cross together with its sides
    Method method = Method::rollout;
    const Settings& settings;
    int layer = 0;

    const AttentionTensor& attentions() const { return *tensorOf(example, part); }
    const AttentionTensor& gradients() const { return *gradientsOf(example, part); }
    bool isCross() const { return part == Part::cross; }
    std::span<const float> fixedResidual() const;
};

/// The layer's matrix in the product, [queries][keys], which is I + M for relevance.
std::vector<double> layerMatrix(const LayerSource& from);

/// The steps from the fused heads to that matrix, for one weight. The last step's value is the matrix entry.
std::vector<WeightStep> weightSteps(const LayerSource& from, int query, int key);

/// The heads that make up a fused weight, largest first. For the mean they are shares times weights, for max and min
/// the deciding head, with gradients relu(G W) and 1/H. `correction` is what raises a negative sum to 0, or with the
/// max or min of heads, what excluded sinks add to a token's own weight, else 0.
std::vector<NumberTerm> headTerms(const LayerSource& from, int query, int key, double& correction);

/// The sum, in the order of the list.
double sumOfTerms(const std::vector<NumberTerm>& terms);
/// Largest first; stable.
void sortTerms(std::vector<NumberTerm>& terms);

}  // namespace hw
