// SPDX-License-Identifier: MIT
// The number m that is asked of a run: how much it prefers one answer to another. z are the logits at the position that
// is looked at, p their softmax.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "core/problem.h"
#include "model/network/spec.h"

namespace hw::circuit {

enum class Metric : std::uint8_t {
    logitDifference,           ///< mean z of the answers - mean z of the others
    logProbabilityDifference,  ///< the same number, because the softmax's constant cancels
    probabilityDifference,     ///< sum p of the answers - sum p of the others
    logProbability,            ///< ln of the sum of p of the answers
    kl,                        ///< -sum p_clean (ln p_clean - ln p), 0 for the clean run
};

struct Question {
    Metric metric = Metric::logitDifference;
    std::vector<int> answer;
    std::vector<int> against;
    int position = -1;  ///< -1 for the last token; ignored by models with one output per text
};

/// The outputs that the metric reads; empty for all.
std::vector<int> outputsOf(const Question& question);
/// m from these outputs. `clean` are all logits of the clean run, for kl.
double valueOf(const Question& question, std::span<const float> outputs,
               std::span<const float> clean);
/// Its derivatives by these outputs.
std::vector<float> seedOf(const Question& question, std::span<const float> outputs,
                          std::span<const float> clean);
/// Errors: badArgument for an output or a position that does not exist, for no answer, and for nothing to compare it
/// with where the metric is a difference.
Result<void> checkQuestion(const Question& question, const model::Spec& spec, int outputs,
                           int tokens);

}  // namespace hw::circuit

namespace hw {
template <>
struct Names<circuit::Metric> {
    static constexpr ChoiceName list[] = {{"logit_difference"},
                                          {"log_probability_difference"},
                                          {"probability_difference"},
                                          {"log_probability"},
                                          {"kl"}};
};
}  // namespace hw
