// SPDX-License-Identifier: MIT
#include "model/run/target.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/localized_text.h"
#include "model/kernel/elementary.h"

namespace hw::model {
namespace {

double norm(std::span<const float> values) {
    double sum = 0;
    for (const float value : values) sum += static_cast<double>(value) * value;
    return std::sqrt(sum);
}

double dot(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

/// For a single logit the share is that of the logistic function.
double logisticOf(double logit) { return 1 / (1 + std::exp(-logit)); }

Problem bad(std::string place, std::string finding) {
    return {.code = Code::badArgument,
            .place = std::move(place),
            .finding = std::move(finding),
            .remedy = {},
            .byte = {}};
}

}  // namespace

double logTotal(std::span<const float> logits) {
    // A term that is less than a two-thousandth of the largest is computed in float32, with a relative error of 1e-6.
    constexpr float far = -8;
    constexpr std::size_t atOnce = 64;  // numbers that float32 adds
    const float most = logits.empty() ? 0 : *std::ranges::max_element(logits);
    double sum = 0;
    for (std::size_t first = 0; first < logits.size(); first += atOnce) {
        const auto some = logits.subspan(first, std::min(atOnce, logits.size() - first));
        Four small = {};
        inFours(some.size(), [&](std::size_t at, std::size_t count) {
            const Four x = take(some.data() + at, count, -std::numeric_limits<float>::infinity()) -
                           spread(most);
            if (const FourInts near = x > spread(far); (near[0] | near[1] | near[2] | near[3]) == 0)
                small += expOf(x);
            else
                for (std::size_t i = at; i < at + count; ++i)
                    sum += std::exp(some[i] - double{most});
        });
        sum += sumOf(small);
    }
    return most + std::log(sum);
}

std::vector<double> probabilities(std::span<const float> logits) {
    const double total = logTotal(logits);
    std::vector<double> shares;
    shares.reserve(logits.size());
    for (const float logit : logits) shares.push_back(std::exp(logit - total));
    return shares;
}

std::vector<Target> partsOf(const Target& target) {
    std::vector<Target> parts{target};
    parts.front().rest.clear();
    for (const int index : target.rest) {
        Target next = parts.back();
        next.index = index;
        ++next.position;
        parts.push_back(std::move(next));
    }
    return parts;
}

std::vector<int> outputsOf(const Target& target) {
    // The difference of two log-probabilities equals that of the logits.
    const bool isDifference = target.kind == TargetKind::logProbability && target.minus >= 0;
    if (target.kind != TargetKind::logit && !isDifference) return {};
    if (target.minus < 0) return {target.index};
    return {target.index, target.minus};
}

double valueOf(const Target& target, std::span<const float> outputs) {
    if (target.kind == TargetKind::cosine) {
        const double size = norm(outputs) * norm(target.other);
        return size > 0 ? dot(outputs, target.other) / size : 0;
    }
    if (!outputsOf(target).empty())
        return target.minus < 0 ? outputs[0] : static_cast<double>(outputs[0]) - outputs[1];
    const double total = logTotal(outputs);
    const bool isSingle = outputs.size() == 1;
    const auto one = [&](int index) {
        const double log = isSingle ? std::log(logisticOf(outputs[0])) : outputs[index] - total;
        return target.kind == TargetKind::probability ? std::exp(log) : log;
    };
    return target.minus < 0 ? one(target.index) : one(target.index) - one(target.minus);
}

std::vector<float> seedOf(const Target& target, std::span<const float> outputs) {
    std::vector<float> seed(outputs.size(), 0.0F);
    if (target.kind == TargetKind::cosine) {
        const double own = norm(outputs);
        const double other = norm(target.other);
        if (!(own > 0) || !(other > 0)) return seed;
        const double cosine = dot(outputs, target.other) / (own * other);
        for (std::size_t i = 0; i < seed.size(); ++i)
            seed[i] = static_cast<float>(target.other[i] / (own * other) -
                                         cosine * outputs[i] / (own * own));
        return seed;
    }
    if (!outputsOf(target).empty()) {
        seed[0] = 1;
        if (target.minus >= 0) seed[1] = -1;
        return seed;
    }
    if (outputs.size() == 1) {
        // d log p / d z = 1 - p
        const double share = logisticOf(outputs[0]);
        if (target.minus < 0)
            seed[0] = static_cast<float>((1 - share) *
                                         (target.kind == TargetKind::probability ? share : 1));
        return seed;
    }
    const std::vector<double> shares = probabilities(outputs);
    const auto add = [&](int index, double sign) {
        // d log p_a / d z_j = [j = a] - p_j; d p_a = p_a times that.
        const double factor = target.kind == TargetKind::probability ? sign * shares[index] : sign;
        for (std::size_t j = 0; j < seed.size(); ++j)
            seed[j] +=
                static_cast<float>(factor * ((std::cmp_equal(j, index) ? 1.0 : 0.0) - shares[j]));
    };
    add(target.index, 1);
    if (target.minus >= 0) add(target.minus, -1);
    return seed;
}

Result<void> checkTarget(const Target& target, const Spec& spec, int outputs, int tokens) {
    const bool isVector = spec.head.task == Task::embedding;
    if (isVector != (target.kind == TargetKind::cosine))
        return std::unexpected(bad(
            "target",
            std::string(
                isVector
                    ? "This model outputs one vector per text. Ask for its cosine with another."_tr
                    : "This model outputs no text vector."_tr)));
    if (isVector) {
        if (std::cmp_equal(target.other.size(), spec.vectorWidth())) return {};
        return std::unexpected(
            bad("target", std::string("The other text's vector has another size."_tr)));
    }
    for (const int index : {target.index, target.minus < 0 ? 0 : target.minus})
        if (index < 0 || index >= outputs)
            return std::unexpected(
                bad("target",
                    formatText("There is no output {} (the model has {})."_tr, {index, outputs})));
    const bool isPlaced = spec.head.pool == Pool::every;
    if (target.isSeveral()) {
        const int last = target.position + static_cast<int>(target.rest.size());
        const bool isWhole = std::ranges::all_of(
            target.rest, [&](int index) { return index >= 0 && index < outputs; });
        const bool isWord = isPlaced && target.kind == TargetKind::logProbability &&
                            target.minus < 0 && target.position >= 0;
        if (isWord && isWhole && last < tokens) return {};
        Problem problem =
            bad("target", std::string("The text doesn’t continue with these tokens."_tr));
        problem.remedy = "Ask for the log-probability of consecutive tokens."_tr;
        return std::unexpected(std::move(problem));
    }
    if (!isPlaced || (target.position >= -1 && target.position < tokens)) return {};
    Problem problem = bad("target", formatText("There is no token {} (the text has {})."_tr,
                                               {target.position, tokens}));
    problem.remedy = "Tokens count from 0."_tr;
    return std::unexpected(std::move(problem));
}

}  // namespace hw::model
