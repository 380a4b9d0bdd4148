// SPDX-License-Identifier: MIT
// The logit lens (nostalgebraist 2020), which applies the head to the stream after each layer. It means little for
// post-LN.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

/// The guess at one position.
struct LensGuess {
    std::vector<int> largest;   ///< outputs, the largest logit first
    std::vector<float> logits;  ///< of these outputs
    double probability = 0;     ///< of the last layer's first guess at this position
    int rank = 0;               ///< of that output here, from 0
};

/// [L + 1][positions], from the streams x_0 ... x_L of a trace of one text. Heads that pool have one position. `count`
/// limits the list of largest outputs. Errors: badArgument for a model without logits; cancelled. Cost: the head at
/// each position.
Result<std::vector<std::vector<LensGuess>>> lens(const Network& network, const Trace& trace,
                                                 std::span<const int> positions, int count,
                                                 const Progress& progress = {},
                                                 const Stop& stop = {});

}  // namespace hw::model
