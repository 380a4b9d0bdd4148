// SPDX-License-Identifier: MIT
// Scores of tokens by their names, and by how much the question changes if tokens are hidden, masked, deleted or
// replaced, one by one and in groups.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"
#include "model/ask/contributions.h"
#include "model/ask/relevance.h"
#include "model/service/effects.h"
#include "model/service/question_parts.h"

namespace hw::service {
namespace {

/// Runs of a picture's blank-out. That is all 49 patches of a small one, or 7 x 7 squares of 14 x 14 patches.
constexpr int mostSquares = 64;

/// By how much a test of each token moves the question. Attention has no sign to compare a direction with (Abnar &
/// Zuidema 2020).
Result<std::vector<double>> moves(const model::TargetedRun& asked, double value,
                                  std::string_view blank, const model::BlankGroups& together,
                                  const model::Progress& progress) {
    auto values = model::blankedValues(asked, blank, together, {.progress = progress});
    if (!values) return std::unexpected(std::move(values.error()));
    for (double& one : *values) one = std::abs(value - one);
    return std::move(*values);
}

Result<Score> zeroedValues(const GradientQuestion& asked, int, const model::Progress& progress) {
    const int n = asked.run.tokens();
    auto made = model::valueZeroing(asked.session.network(), asked.run.trace, progress);
    if (!made) return std::unexpected(std::move(made.error()));
    Score score{model::rolledRow(*made, asked.targetedRun().read())};
    score.arrays = {
        {"value_zeroing", {asked.session.network().spec.layerCount(), n, n}, std::move(*made)}};
    return score;
}

Result<Score> contributed(const GradientQuestion& asked, const model::Progress& progress,
                          bool isAlti) {
    const model::Spec& spec = asked.session.network().spec;
    const int n = asked.run.tokens();
    const int layers = spec.layerCount();
    auto made = model::contributions(asked.session.network(), asked.run.trace, progress);
    if (!made) return std::unexpected(std::move(made.error()));
    const std::vector<double> read = asked.targetedRun().read();
    Score score{isAlti ? model::readRow(made->altiAcrossHeads, read)
                       : model::rolledRow(made->normsAcrossHeads, read)};
    score.arrays = {{"norms", {layers, spec.heads, n, n}, std::move(made->norms)},
                    {"norms_joined", {layers, n, n}, std::move(made->normsAcrossHeads)},
                    {"alti", {layers, n, n}, std::move(made->alti)},
                    {"alti_joined", {n, n}, std::move(made->altiAcrossHeads)}};
    return score;
}

Result<Score> alti(const GradientQuestion& asked, int, const model::Progress& progress) {
    return contributed(asked, progress, true);
}

Result<Score> norms(const GradientQuestion& asked, int, const model::Progress& progress) {
    return contributed(asked, progress, false);
}

Result<Score> gradientTimesInput(const GradientQuestion& asked, int, const model::Progress&) {
    return Score{model::gradientTimesInput(asked.session.network(), asked.targetedRun().text(),
                                           asked.gradients.encoder)};
}

Result<Score> integrated(const GradientQuestion& asked, int steps,
                         const model::Progress& progress) {
    auto made = model::integratedGradients(asked.session.network(), asked.targetedRun().text(),
                                           asked.target, steps, progress);
    if (!made) return std::unexpected(std::move(made.error()));
    return Score{.values = std::move(made->scores), .error = made->error};
}

Result<Score> chefer(const GradientQuestion& asked, int, const model::Progress&) {
    return Score{model::readRow(model::cheferRelevance(asked.session.network().spec,
                                                       asked.run.trace, asked.gradients.encoder),
                                asked.targetedRun().read())};
}

Result<Score> direct(const GradientQuestion& asked, int, const model::Progress&) {
    const model::Spec& spec = asked.session.network().spec;
    const auto n = static_cast<std::size_t>(asked.run.tokens());
    auto made = model::directShares(asked.session.network(), asked.run.trace, asked.target);
    if (!made) return std::unexpected(std::move(made.error()));
    Score score{std::vector<double>(n, 0.0)};
    for (std::size_t i = 0; i < made->heads.size(); ++i) score.values[i % n] += made->heads[i];
    score.arrays = {
        {"direct", {spec.layerCount(), spec.heads, asked.run.tokens()}, std::move(made->heads)}};
    return score;
}

/// Scores other than word tests.
struct NamedScore {
    std::string_view name;
    Result<Score> (*make)(const GradientQuestion&, int steps, const model::Progress&);
    bool isOfPairs = false;  ///< also for a translation model
};
constexpr std::array namedScores{
    NamedScore{"value-zeroing", zeroedValues},
    NamedScore{"alti", alti},
    NamedScore{"norms", norms},
    NamedScore{"gradient-x-input", gradientTimesInput, true},
    NamedScore{"integrated-gradients", integrated},
    NamedScore{"chefer", chefer},
    NamedScore{"direct", direct},
};

}  // namespace

Result<Score> scoreNamed(const GradientQuestion& asked, std::string_view name, int steps,
                         const model::Progress& progress) {
    if (model::blankNamed(name, asked.session)) {
        auto values = model::blankedValues(asked.targetedRun(), name, {.progress = progress});
        if (!values) return std::unexpected(std::move(values.error()));
        return Score{std::move(*values)};
    }
    const bool isPair = asked.run.output != nullptr;
    const auto found = std::ranges::find(namedScores, name, &NamedScore::name);
    if (found != namedScores.end() && (!isPair || found->isOfPairs))
        return found->make(asked, steps, progress);
    std::string names = "hide, mask, delete, replace, replace:TOKEN";
    for (const NamedScore& one : namedScores)
        if (!isPair || one.isOfPairs) names.append(", ").append(one.name);
    return refusal(
        Code::badArgument, isPair ? "" : "scores",
        "\"" + std::string(name) +
            (isPair ? "\" is not a score for translation models." : "\" is not a score."),
        "Use some of: " + names + ".");
}

std::string_view plainName(std::string_view name) {
    constexpr std::string_view front = "blank-out:";
    if (name.starts_with(front)) name.remove_prefix(front.size());
    return name;
}

Result<std::vector<Importance>> importanceOf(const GradientQuestion& asked,
                                             const std::vector<std::string>& names, int steps,
                                             bool falls) {
    std::vector<Importance> all;
    for (const std::string& given : names) {
        const std::string_view name = plainName(given);
        auto score = scoreNamed(asked, name, steps);
        if (!score) return std::unexpected(std::move(score.error()));
        const bool isTest = model::blankNamed(name, asked.session).has_value();
        for (double& value : score->values) {
            if (isTest) value = asked.value() - value;
            if (!falls) value = std::abs(value);
        }
        all.push_back({std::string(name), std::move(score->values)});
    }
    return all;
}

Result<std::vector<Importance>> interventionScores(const RunQuestion& asked,
                                                   std::string_view blankName) {
    const auto question = GradientQuestion::of(asked.session, asked.base, asked.target);
    if (!question) return std::unexpected(question.error());
    std::vector<Importance> scores;
    const std::string blank(blankName.empty() ? model::usualBlank : blankName);
    const model::BlankGroups together =
        model::blankGroups(asked.session.network().spec, asked.base.tokens(), mostSquares);
    auto blanked = moves(question->targetedRun(), model::valueOf(asked.subject(), asked.target),
                         blank, together, asked.progress);
    if (!blanked) return std::unexpected(std::move(blanked.error()));
    scores.push_back({together.side == 1 ? blank
                                         : formatText("{} ({} × {} patches)"_tr,
                                                      {blank, together.side, together.side}),
                      std::move(*blanked)});
    const std::pair<std::string_view, std::string> titles[] = {
        {"gradient-x-input", std::string("gradient × input"_tr)},
        {"integrated-gradients", {}},
        {"value-zeroing", std::string("value zeroing"_tr)},
        {"alti", "ALTI"}};
    for (const auto& [name, title] : titles) {
        auto score = scoreNamed(*question, name, usualSteps, asked.progress);
        if (!score) return std::unexpected(std::move(score.error()));
        // The name includes the error of the steps. It is zero if they are complete.
        scores.push_back({score->error
                              ? formatText("integrated gradients (error {})"_tr,
                                           {numberText(std::round(*score->error * 1e3) / 1e3)})
                              : title,
                          std::move(score->values)});
    }
    // A token without a number, such as the answer's own place, has no rank. Scores without any number are dropped.
    std::erase_if(scores, [](const Importance& one) {
        return std::ranges::none_of(one.values, [](double score) { return std::isfinite(score); });
    });
    return scores;
}

}  // namespace hw::service
