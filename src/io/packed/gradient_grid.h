// SPDX-License-Identifier: MIT
// Gradients as integers, multiples of a step that each layer has for itself, since gradients differ by orders of
// magnitude from layer to layer and have no sum to preserve.
#pragma once

#include <optional>
#include <vector>

#include "core/model/attention_model.h"
#include "io/packed/grid_coder.h"

namespace hw::io {

/// The kind of gradients in a link.
enum class GradientKind {
    nothing,
    heads,  ///< of each head, as in the file
    /// One matrix per layer, with the factors that turn the fused weights into the product that the methods fuse. They
    /// are not the gradients of any head, and only the product has a meaning.
    products,
};

struct GradientGrid {
    Grid grid;  ///< in the shape of the weights; `whole` is the mean size of its rows
    std::vector<float> steps;  ///< [layer], the gradient of one part

    bool empty() const { return grid.empty(); }
};

/// Rounds each gradient to a multiple of its layer's largest / `parts`. Values that are not finite become gaps. `parts`
/// in 1..mostParts. Nullopt if a row would have too large a sum for `parts`. O(values).
std::optional<GradientGrid> quantiseGradients(const AttentionTensor& gradients, int parts);

/// The inverse, as float32, rounded once. Gaps are NaN. O(values).
std::vector<float> gradientsOf(const GradientGrid& gradients);

/// Writes gradients, or reads those of the weights `of`. The shape comes first, then the numbers, which are in range
/// whatever the bytes are.
void codeGradients(FieldCoder& fields, const Grid& of, GradientGrid& gradients);

}  // namespace hw::io
