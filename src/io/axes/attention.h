// SPDX-License-Identifier: MIT
// From the attention values of a file to weights. One table (io/axes/readings.h) gives the readings of their axes for
// every form. Lists whose entries differ are steps of generation, inputs of different length, or a named fault.
#pragma once

#include <string>
#include <vector>

#include "io/axes/nest.h"
#include "io/axes/readings.h"
#include "io/axes/weights.h"

namespace hw::io {

/// The result, one stack of weights for all inputs of one length, in the order of the file.
struct Attention {
    std::vector<Weights> sets;
    Axes axes;  ///< the axes in use; for a list, its entries' axes follow its own
    std::vector<Problem> notes;
    int items() const;  ///< inputs of all sets
};

/// Finds the axes, and arranges the values accordingly. Every value is in one of the sets, or a note reports that it
/// was dropped. `global` is Longformer's `global_attentions`, or null. Errors: noWeights, ragged, badShape, badArgument
/// (the axes that the user names do not fit).
Result<Attention> interpret(const Tree& tree, const Nest& nest, const Clues& clues,
                            const Weights* global = nullptr);

/// The same for one entry per layer, each [N][N], [H][N][N] or [B][H][N][N].
Result<Attention> interpretLayers(const Tree& tree, const Nest& layers, bool square,
                                  const Weights* global = nullptr);

/// A block of 2 to 6 axes as weights, with the outer axes `axes` (none of them steps; of streams the first).
/// O(matrices).
Weights arranged(const Nest& block, const Axes& axes);

}  // namespace hw::io
