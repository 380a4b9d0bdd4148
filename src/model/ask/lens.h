// SPDX-License-Identifier: MIT
// The logit lens (nostalgebraist 2020): what the head reads out of the stream after each layer. Means little behind post-LN.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

/// What one place says.
struct LensGuess {
    std::vector<int> largest;   ///< outputs, the largest logit first
    std::vector<float> logits;  ///< of those
    double probability = 0;     ///< of the output that the last layer guesses at this place
    int rank = 0;               ///< of that one here, from 0
};

/// [L + 1][positions], of the streams x_0 ... x_L of a trace of one text; heads that pool have one position. `count`: how
/// many of the largest. Errors: badArgument for a model without logits; cancelled. Cost: the head at each place.
Result<std::vector<std::vector<LensGuess>>> lens(const Network& network, const Trace& trace,
                                                 std::span<const int> positions, int count,
                                                 const Progress& progress = {},
                                                 const Stop& stop = {});

}  // namespace hw::model
