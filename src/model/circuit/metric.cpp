// SPDX-License-Identifier: MIT
#include "model/circuit/metric.h"

#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "model/run/target.h"

namespace hw::circuit {
namespace {

bool isOfLogits(Metric metric) {
    return metric == Metric::logitDifference || metric == Metric::logProbabilityDifference;
}

double sumAt(std::span<const double> values, std::span<const int> indices) {
    double sum = 0;
    for (const int index : indices) sum += values[index];
    return sum;
}

/// The mean of the first `count` values.
double meanOf(std::span<const float> values) {
    double sum = 0;
    for (const float value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

Problem bad(std::string finding) {
    return {.code = Code::badArgument,
            .place = "pair",
            .finding = std::move(finding),
            .remedy = {},
            .byte = {}};
}

}  // namespace

std::vector<int> outputsOf(const Question& question) {
    if (!isOfLogits(question.metric)) return {};
    std::vector<int> outputs = question.answer;
    outputs.insert(outputs.end(), question.against.begin(), question.against.end());
    return outputs;
}

double valueOf(const Question& question, std::span<const float> outputs,
               std::span<const float> clean) {
    if (isOfLogits(question.metric))
        return meanOf(outputs.first(question.answer.size())) -
               meanOf(outputs.subspan(question.answer.size()));
    const std::vector<double> shares = model::probabilities(outputs);
    if (question.metric == Metric::probabilityDifference)
        return sumAt(shares, question.answer) - sumAt(shares, question.against);
    if (question.metric == Metric::logProbability) return std::log(sumAt(shares, question.answer));
    const double total = model::logTotal(outputs);
    const double cleanTotal = model::logTotal(clean);
    double sum = 0;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const double log = clean[i] - cleanTotal;
        sum -= std::exp(log) * (log - (outputs[i] - total));
    }
    return sum;
}

std::vector<float> seedOf(const Question& question, std::span<const float> outputs,
                          std::span<const float> clean) {
    std::vector<float> seed(outputs.size());
    if (isOfLogits(question.metric)) {
        const std::size_t count = question.answer.size();
        for (std::size_t i = 0; i < seed.size(); ++i)
            seed[i] = i < count ? 1 / static_cast<float>(count)
                                : -1 / static_cast<float>(question.against.size());
        return seed;
    }
    const std::vector<double> shares = model::probabilities(outputs);
    if (question.metric == Metric::kl) {
        // d/dz_j of sum_v p_clean,v ln p_v
        const std::vector<double> wanted = model::probabilities(clean);
        for (std::size_t i = 0; i < seed.size(); ++i)
            seed[i] = static_cast<float>(wanted[i] - shares[i]);
        return seed;
    }
    // d sum p_a / d z_j = p_j ([j in a] - sum p_a)
    const auto add = [&](std::span<const int> indices, double sign) {
        const double sum = sumAt(shares, indices);
        const double factor = question.metric == Metric::logProbability ? sign / sum : sign;
        for (std::size_t j = 0; j < seed.size(); ++j)
            seed[j] -= static_cast<float>(factor * shares[j] * sum);
        for (const int index : indices) seed[index] += static_cast<float>(factor * shares[index]);
    };
    add(question.answer, 1);
    if (question.metric == Metric::probabilityDifference) add(question.against, -1);
    return seed;
}

Result<void> checkQuestion(const Question& question, const model::Spec& spec, int outputs,
                           int tokens) {
    const bool isDifference =
        question.metric != Metric::logProbability && question.metric != Metric::kl;
    if (question.answer.empty() && question.metric != Metric::kl)
        return std::unexpected(bad(std::string("Name the answer."_tr)));
    if (question.against.empty() && isDifference)
        return std::unexpected(bad(std::string("Name the answer to compare it with."_tr)));
    for (const std::vector<int>* list : {&question.answer, &question.against})
        for (const int index : *list)
            if (index < 0 || index >= outputs)
                return std::unexpected(bad(
                    formatText("There is no output {} (the model has {})."_tr, {index, outputs})));
    if (spec.head.pool != model::Pool::every) return {};
    if (question.position >= -1 && question.position < tokens) return {};
    return std::unexpected(
        bad(formatText("There is no token {} (the text has {})."_tr, {question.position, tokens})));
}

}  // namespace hw::circuit
