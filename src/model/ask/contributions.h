// SPDX-License-Identifier: MIT
// What each token gives to each other in a layer, by the sizes of the vectors that attention moves.
//
// f_ij = A_ij W_O v_j for each head, the value's bias included (Kobayashi et al. 2020); with a norm behind the branch
// (Gemma) times its frozen factor where so said. ALTI (Ferrando et al. 2022): z_ij = sum over heads of f_ij, plus x_i
// where i = j; behind a post-LN gamma (z - mean z) / sigma_i. c_ij = max(0, |y_i| - |y_i - z_ij|), |.| the sum of absolute
// values, y_i what stands behind the attention; rows are divided by their sums, layers multiplied.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

struct Contributions {
    std::vector<float> norms;        ///< [L][H][n][n]: |f_ij|, Euclidean, without a branch's norm
    std::vector<float> normsJoined;  ///< [L][n][n]: of the sum over heads
    std::vector<float> alti;         ///< [L][n][n]
    std::vector<float> altiJoined;   ///< [n][n]: alti_L ... alti_1
};

/// Of a trace of one text. Errors: cancelled, tooLarge. Cost: O(L H n^2 D); memory H n D numbers.
Result<Contributions> contributions(const Network& network, const Trace& trace,
                                    const Progress& progress = {}, const Stop& stop = {});

/// Information flow routes (Ferrando & Voita 2024) of a trace of one text: the rows `read` ([n]) of E_L ... E_1, [n]. E_l[i,j] = sum over heads of the
/// shares of f_ij in y_i = x_i + what attention adds, and for i = j that of x_i too; a share is max(0, |y_i| - |y_i - part|), |.| the sum
/// of absolute values, divided by the sum of all. Shares of heads below `least` are 0. Without MLPs, and of a post-LN before its norm.
/// Errors: as contributions. Cost: O(L H n^2 D); memory H n D numbers.
Result<std::vector<double>> flowRoutes(const Network& network, const Trace& trace,
                                       std::span<const double> read, double least,
                                       const Stop& stop = {});

/// How far each head's source pushes a logit (direct logit attribution): with the final norm's divisor frozen, the shares
/// of all parts add up to the logit, before a cap.
struct DirectShares {
    std::vector<float> heads;        ///< [L][H][n]: of source j, at the position looked at
    std::vector<double> mlp;         ///< one a layer
    std::vector<double> outputBias;  ///< one a layer
    double embedding = 0;
    double constant = 0;  ///< the final norm's and the head's bias
};

/// True if the model's logits are the last stream, normed, times a matrix, and its norms stand before the branches.
bool hasDirectShares(const Spec& spec);

/// Of a trace of one text, for a target of the kind logit. Errors: badArgument if there are none; cancelled.
Result<DirectShares> directShares(const Network& network, const Trace& trace, const Target& target,
                                  const Stop& stop = {});

}  // namespace hw::model
