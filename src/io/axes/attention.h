// SPDX-License-Identifier: MIT
// From what a file holds in place of attention to weights: its axes are read by one table (io/axes/readings.h) for every form,
// lists whose entries differ are steps of generation, inputs of different length, or a fault that is named.
#pragma once

#include <string>
#include <vector>

#include "io/axes/nest.h"
#include "io/axes/readings.h"
#include "io/axes/weights.h"

namespace hw::io {

/// What was read: one stack of weights for all inputs of one length, in the order of the file.
struct Attention {
    std::vector<Weights> sets;
    Axes axes;  ///< as they were read; of a list its entries' behind its own
    std::vector<Problem> notes;
    int items() const;  ///< inputs of all sets
};

/// Finds out what the axes are, and arranges the values accordingly. Every value is in one of the sets, or in a note that says
/// what is left out. `global`: Longformer's `global_attentions`, or null. Errors: noWeights, ragged, badShape, badArgument (the
/// axes that the user names do not fit).
Result<Attention> interpret(const Tree& tree, const Nest& nest, const Clues& clues,
                            const Weights* global = nullptr);

/// The same of one entry a layer: [N][N], [H][N][N] or [B][H][N][N] each.
Result<Attention> interpretLayers(const Tree& tree, const Nest& layers, bool square,
                                  const Weights* global = nullptr);

/// A block of 2 to 6 axes as weights, its outer axes read as `axes` (none of them steps; of streams the first). O(matrices).
Weights arranged(const Nest& block, const Axes& axes);

}  // namespace hw::io
