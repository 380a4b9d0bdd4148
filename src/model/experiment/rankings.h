// SPDX-License-Identifier: MIT
// In which order methods say that edges, heads, tokens or patches matter for an answer: what an experiment cuts.
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
    attention,  ///< edges: the weight; tokens and patches: the last layer's row, mean of the heads (of a pair's cross-attention); heads: mean of each row's largest weight
    rollout,  ///< edges: what they carry of the row that is read (residual one half); tokens: that row of the rollout
    relevance,  ///< tokens: the row of Chefer's relevance, of a pair across both; edges: the positive part of A dA
    gradients,  ///< what cutting takes from the question, to first order: Unit::predicted
    nearest,  ///< a control, not a method: by distance from where the answer is read; edges: of both ends together
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

/// The rankings that mean something for a kind of unit: heads have no rollout and no relevance of their own.
std::span<const Ranking> rankingsOf(UnitKind kind);

/// What of the rollout's row that is read enters each layer, v_l = v_(l+1) ((1 - r) mean A + r I), r = one half: [L + 1][n],
/// the last is `read`. Abnar and Zuidema (2020). O(L H n^2).
std::vector<std::vector<double>> rolledRows(const StackView& stack, std::vector<double> read);

/// The same of a pair, or of one stack, which is `encoder` then: across a pair, of the mean over cross-attention's layers c of the rollouts R_dec C_c R_enc (core/methods/method_stack.h).
struct RolledAcross {
    std::vector<std::vector<double>>
        decoder;  ///< as rolledRows; what of the row enters cross-attention is the first
    std::vector<std::vector<double>> encoder;  ///< the first is of the text's tokens
};
RolledAcross rolledAcross(std::span<const StackView> stacks, std::vector<double> read);

/// The units, the one with the largest score first; equal ones in their order, those whose score is NaN at the end.
std::vector<Unit> largestFirst(const std::vector<Unit>& units, const std::vector<double>& scores);

/// `units` of one kind (unitsOf), the one that the ranking holds most important first; equal ones in their order. `read`: where the
/// answer is read (Runner::read). O(L H n^2).
std::vector<Unit> ranked(std::span<const StackView> stacks, const std::vector<double>& read,
                         std::vector<Unit> units, Ranking ranking);
inline std::vector<Unit> ranked(const Subject& subject, const Slopes& slopes, const Target& target,
                                std::vector<Unit> units, Ranking ranking) {
    return ranked(stacksOf(subject, slopes), subject.read(target), std::move(units), ranking);
}

}  // namespace hw::model
