// SPDX-License-Identifier: MIT
// Results of one backward pass: relevance, first-order predictions of cuts, scores of tokens.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/ask/units.h"
#include "model/run/run.h"

namespace hw::model {

/// Chefer, Gur and Wolf (2021): R = I; for each layer R = R + mean over heads of (dA A)^+ times R. [n][n], for one
/// text.
std::vector<float> cheferRelevance(const StackView& stack);
std::vector<float> cheferRelevance(const Spec& spec, const Trace& trace,
                                   const Gradients& gradients);

/// For an encoder and its decoder (the same, equations 5 to 10, as in core/methods/encoder_decoder_relevance.h): the relevance
/// of each token of the text, [n], for the decoder's token. `stacks` has all three.
std::vector<double> relevanceAcross(std::span<const StackView> stacks, int token);

/// The first-order effect of a cut. Weight to zero: - sum A dA. Row renormalised: for each row with the cut share a =
/// sum A over its cut keys, - sum A (dA - sum_k A_k dA_k) / (1 - a). Heads: to zero - sum A dA; to their mean the
/// difference of the means. Hidden tokens: as all edges to them with the row renormalised, without the head that pools.
/// For a trace of one text.
double firstOrder(const Network& network, const Trace& trace, const Gradients& gradients,
                  const Edits& edits);

/// Gradient times input, one per token: <dy/dw_i, w_i>, where w_i is the word's row as it enters the network.
std::vector<double> gradientTimesInput(const Network& network, const TextInput& text,
                                       const Gradients& gradients);

struct IntegratedGradients {
    std::vector<double> scores;  ///< one per token
    double value = 0;            ///< of the text
    double baseline = 0;         ///< with all words' rows set to 0
    /// value - baseline - sum of the scores, the error of the finite steps.
    double error = 0;
};

/// Integrated gradients (Sundararajan et al. 2017) along the straight line from words that are 0, at the midpoints of
/// `steps` pieces. Errors: as forward and backward. Cost: `steps` passes forward and back, several at once.
Result<IntegratedGradients> integratedGradients(const Network& network, const TextInput& text,
                                                const Target& target, int steps,
                                                const Progress& progress = {},
                                                const Stop& stop = {});

}  // namespace hw::model
