// SPDX-License-Identifier: MIT
// A question: one number of a model's output, which gradients are of and interventions change.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/choice_names.h"
#include "core/problem.h"
#include "model/network/spec.h"

namespace hw::model {

enum class TargetKind : std::uint8_t { logit, logProbability, probability, cosine };

struct Target {
    TargetKind kind = TargetKind::logit;
    int index = 0;   ///< the word or class
    int minus = -1;  ///< the number of this one is subtracted; -1: none
    int position =
        -1;  ///< the token whose outputs count, of models that have some for each; -1: the last
    std::vector<float> other;  ///< of cosine: the other text's vector
    /// Of a word of several tokens its later ones, which the text goes on with: the outputs at the places after `position`, whose
    /// log-probabilities are added.
    std::vector<int> rest = {};
    bool operator==(const Target&) const = default;

    /// True if no other output than index and minus counts.
    bool isSingle() const { return kind == TargetKind::logit; }
    bool isSeveral() const { return !rest.empty(); }
};

/// The target's tokens, each at its place; the target itself unless there are several.
std::vector<Target> partsOf(const Target& target);

/// The outputs that the target needs, for readOut: empty for all.
std::vector<int> outputsOf(const Target& target);

/// The number, from the outputs that outputsOf names; of one of partsOf() where there are several.
double valueOf(const Target& target, std::span<const float> outputs);
/// Its derivative by each of them.
std::vector<float> seedOf(const Target& target, std::span<const float> outputs);

/// Errors: badArgument for a word, class or position that is not there, a kind that the model does not have, several tokens asked by another
/// kind than their log-probability.
Result<void> checkTarget(const Target& target, const Spec& spec, int outputs, int tokens);

/// log sum exp of a row of logits, within 1e-6: only words that come near the likeliest are computed in double.
double logTotal(std::span<const float> logits);
/// Softmax of a row of logits, in double.
std::vector<double> probabilities(std::span<const float> logits);

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::TargetKind> {
    static constexpr ChoiceName list[] = {
        {"logit"}, {"log-probability"}, {"probability"}, {"cosine"}};
};
}  // namespace hw
