// SPDX-License-Identifier: MIT
// Gradients as whole numbers: steps of a size that each layer has for itself, since gradients differ by orders of
// magnitude from layer to layer and have no sum to keep.
#pragma once

#include <optional>
#include <vector>

#include "core/model/attention_model.h"
#include "io/packed/grid_coder.h"

namespace hw::io {

/// Whose gradients a link holds.
enum class GradientsOf {
    nothing,
    heads,  ///< of each head, as the file has them
    /// One a layer: what the fused weight is multiplied by to give the product that the methods fuse. That is no
    /// gradient of any head, and only the product has a meaning.
    products,
};

struct GradientGrid {
    Grid grid;  ///< in the shape of the weights; `whole` is the mean size of its rows
    std::vector<float> steps;  ///< of each layer: one part

    bool empty() const { return grid.empty(); }
};

/// Each gradient rounded to a multiple of its layer's largest / `parts`; what is no finite number is a gap.
/// `parts` from 1 to mostParts. Nothing if a row is too long for so many. O(values).
std::optional<GradientGrid> quantiseGradients(const AttentionTensor& gradients, int parts);

/// The inverse, as float32, rounded once. Gaps are NaN. O(values).
std::vector<float> gradientsOf(const GradientGrid& gradients);

/// Writes them, or reads those of the weights `of`: sizes first. Then the numbers, which come out within bounds
/// whatever the bytes are.
void codeGradients(FieldCoder& fields, const Grid& of, GradientGrid& gradients);

}  // namespace hw::io
