// SPDX-License-Identifier: MIT
// Rankings by which methods order edges, heads, tokens or patches by importance for an answer. Experiments cut in this
// order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/choice_names.h"
#include "core/problem.h"
#include "model/ask/subject.h"

namespace hw::model {

enum class Ranking : std::uint8_t {
    /// edges: the weight; tokens and patches: the last layer's row, mean of the heads (for a pair, cross-attention's);
    /// heads: mean of each row's largest weight.
    attention,
    /// edges: their share of the row that is read (residual one half); tokens: that row of the rollout.
    rollout,
    /// tokens: the row of Chefer's relevance, for a pair across both; edges: the positive part of A dA
    relevance,
    gradients,  ///< the first-order effect of a cut on the question, Unit::predicted
    /// A control, not a method: by distance from the position of the answer; edges: of both ends together.
    nearest,
};

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::Ranking> {
    static constexpr ChoiceName list[] = {
        {"attention"}, {"rollout"}, {"relevance"}, {"gradients"}, {"nearest"}};
};
}  // namespace hw

namespace hw::model {

/// The rankings that make sense for a kind of unit. Heads have no rollout and no relevance.
std::span<const Ranking> rankingsOf(UnitKind kind);

/// The part of the rollout's row that enters each layer, [L + 1][n]: v_l = v_(l+1) ((1 - r) mean A + r I) with r = one
/// half. The last is `read`. Abnar and Zuidema (2020). O(L H n^2).
std::vector<std::vector<double>> rolledRows(const StackView& stack, std::vector<double> read);

/// The same for a pair, or for one stack, which is `encoder` then. Across a pair, it is the mean over cross-attention's
/// layers c of the rollouts R_dec C_c R_enc (core/methods/method_stack.h).
struct RolledAcross {
    /// As rolledRows; the first is the part of the row that enters cross-attention.
    std::vector<std::vector<double>> decoder;
    std::vector<std::vector<double>> encoder;  ///< the first has the text's tokens
};
RolledAcross rolledAcross(std::span<const StackView> stacks, std::vector<double> read);

/// The units, the one with the largest score first. Equal ones keep their order, and those with the score NaN are last.
std::vector<Unit> largestFirst(const std::vector<Unit>& units, const std::vector<double>& scores);

/// `units` of one kind (unitsOf), the most important of the ranking first. Equal ones keep their order. `read` is the
/// position of the answer (Runner::read). O(L H n^2).
std::vector<Unit> ranked(std::span<const StackView> stacks, const std::vector<double>& read,
                         std::vector<Unit> units, Ranking ranking);
inline std::vector<Unit> ranked(const Subject& subject, const GradientsView& runGradients,
                                const Target& target, std::vector<Unit> units, Ranking ranking) {
    return ranked(stacksOf(subject, runGradients), subject.read(target), std::move(units), ranking);
}

}  // namespace hw::model
