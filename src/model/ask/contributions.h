// SPDX-License-Identifier: MIT
// Contributions of each token to each other token in a layer, from the sizes of the vectors that attention moves.
//
// f_ij = A_ij W_O v_j for each head, including the value's bias (Kobayashi et al. 2020), and times the frozen factor of
// a norm after the branch (Gemma) unless stated otherwise. ALTI (Ferrando et al. 2022): z_ij = sum over heads of f_ij,
// plus x_i if i = j; with post-LN gamma (z - mean z) / sigma_i. c_ij = max(0, |y_i| - |y_i - z_ij|), where |.| is the
// sum of absolute values, and y_i the stream after attention. Rows are divided by their sums, layers multiplied.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

struct Contributions {
    std::vector<float> norms;  ///< [L][H][n][n]: |f_ij|, Euclidean, without the branch's norm
    std::vector<float> normsAcrossHeads;  ///< [L][n][n], for the sum over heads
    std::vector<float> alti;              ///< [L][n][n]
    std::vector<float> altiAcrossHeads;   ///< [n][n]: alti_L ... alti_1
};

/// For a trace of one text. Errors: cancelled, tooLarge. Cost: O(L H n^2 D); memory H n D numbers.
Result<Contributions> contributions(const Network& network, const Trace& trace,
                                    const Progress& progress = {}, const Stop& stop = {});

/// Information flow routes (Ferrando & Voita 2024) of a trace of one text: the rows of E_L ... E_1 weighted by `read`
/// ([n]), [n]. E_l[i,j] = sum over heads of the shares of f_ij in y_i = x_i + the attention's output, and for i = j
/// also that of x_i. A share is max(0, |y_i| - |y_i - part|), where |.| is the sum of absolute values, divided by the
/// sum of all. Shares of heads below `least` are 0. MLPs are ignored, and a post-LN is not applied. Errors: as
/// contributions. Cost: O(L H n^2 D); memory H n D numbers.
Result<std::vector<double>> flowRoutes(const Network& network, const Trace& trace,
                                       std::span<const double> read, double least,
                                       const Stop& stop = {});

/// How much each head adds to a logit from each source (direct logit attribution). With the final norm's divisor
/// frozen, the shares of all parts sum to the logit, before a cap.
struct DirectShares {
    std::vector<float> heads;        ///< [L][H][n], from source j to the position that is read
    std::vector<double> mlp;         ///< one per layer
    std::vector<double> outputBias;  ///< one per layer
    double embedding = 0;
    double constant = 0;  ///< the final norm's and the head's bias
};

/// True if the model's logits are the last stream, normed, times a matrix, and its norms come before the branches.
bool hasDirectShares(const Spec& spec);

/// For a trace of one text, and a target of the kind logit. Errors: badArgument without hasDirectShares; cancelled.
Result<DirectShares> directShares(const Network& network, const Trace& trace, const Target& target,
                                  const Stop& stop = {});

}  // namespace hw::model
