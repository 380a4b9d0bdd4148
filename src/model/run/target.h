// SPDX-License-Identifier: MIT
// A question: one number of a model's output, the number whose gradients are computed and which interventions change.
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
    int minus = -1;  ///< subtract the value of this one; -1 for none
    /// The token whose outputs count, if tokens have outputs; -1 for the last.
    int position = -1;
    std::vector<float> other;  ///< for a cosine, the other text's vector
    /// The later tokens of a word of several tokens, which continue the text. The log-probabilities at the positions
    /// after `position` are added.
    std::vector<int> rest = {};
    bool operator==(const Target&) const = default;

    /// True if only the outputs index and minus count.
    bool isSingle() const { return kind == TargetKind::logit; }
    bool isSeveral() const { return !rest.empty(); }
};

/// The target's tokens, each at its position; the target itself if there is only one.
std::vector<Target> partsOf(const Target& target);

/// The outputs that the target needs, for readOut. Empty for all.
std::vector<int> outputsOf(const Target& target);

/// The value from the outputs of outputsOf. For a target of several tokens pass one of partsOf().
double valueOf(const Target& target, std::span<const float> outputs);
/// Its derivatives with respect to these outputs.
std::vector<float> seedOf(const Target& target, std::span<const float> outputs);

/// Errors: badArgument for a word, class or position that does not exist, a kind that the model does not have, several
/// tokens with another kind than log-probability.
Result<void> checkTarget(const Target& target, const Spec& spec, int outputs, int tokens);

/// log sum exp of a row of logits, within 1e-6. Only words that come near the likeliest are computed in double.
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
