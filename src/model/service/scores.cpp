// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "core/words.h"
#include "model/ask/contributions.h"
#include "model/ask/relevance.h"
#include "model/service/asks.h"
#include "model/session/token_scores.h"

namespace hw::service {
namespace {

/// Pieces of the line that integrated gradients walk along.
constexpr int steps = 32;
/// Runs of a picture's blank-out: all 49 patches of a small one, 7 x 7 squares of 14 x 14.
constexpr int mostSquares = 64;

/// By how much a test of each token moves the question: attention has no sign to compare a direction with (Abnar & Zuidema 2020).
Result<std::vector<double>> moves(const model::Questioned& asked, double value,
                                  std::string_view blank, const model::BlankGroups& together,
                                  const model::Progress& progress) {
    auto values = model::blankedValues(asked, blank, together, progress);
    if (!values) return std::unexpected(std::move(values.error()));
    for (double& one : *values) one = std::abs(value - one);
    return std::move(*values);
}

}  // namespace

Result<std::vector<Importance>> interventionScores(const AskedRun& asked,
                                                   std::string_view blankName) {
    const model::Network& network = asked.session.network();
    const model::Questioned question{asked.session, asked.base, asked.target};
    const model::Trace& trace = asked.base.trace;
    const double value = model::valuesOf(network, trace, asked.target).front();
    std::vector<Importance> scores;
    const std::string blank(blankName.empty() ? model::usualBlank : blankName);
    const model::BlankGroups together =
        model::blankGroups(network.spec, asked.base.tokens(), mostSquares);
    auto blanked = moves(question, value, blank, together, asked.progress);
    if (!blanked) return std::unexpected(std::move(blanked.error()));
    scores.push_back({together.side == 1
                          ? blank
                          : say("{} ({} × {} patches)"_tr, {blank, together.side, together.side}),
                      std::move(*blanked)});
    const auto gradients = model::backward(network, trace, {&asked.target, 1});
    if (!gradients) return std::unexpected(gradients.error());
    scores.push_back({std::string("gradient × input"_tr),
                      model::gradientTimesInput(network, trace.texts[0], *gradients)});
    auto integrated =
        model::integratedGradients(network, trace.texts[0], asked.target, steps, asked.progress);
    if (!integrated) return std::unexpected(std::move(integrated.error()));
    // What the pieces leave out stands beside the name: zero is complete.
    scores.push_back({say("integrated gradients (error {})"_tr,
                          {numberText(std::round(integrated->error * 1e3) / 1e3)}),
                      std::move(integrated->scores)});
    const auto zeroed = model::valueZeroing(network, trace, asked.progress);
    if (!zeroed) return std::unexpected(zeroed.error());
    scores.push_back({std::string("value zeroing"_tr), model::rolledRow(*zeroed, question.read())});
    const auto parts = model::contributions(network, trace, asked.progress);
    if (!parts) return std::unexpected(parts.error());
    scores.push_back({"ALTI", model::readRow(parts->altiJoined, question.read())});
    // A token without a number, such as the answer's own place, has no rank; scores without any number are none.
    std::erase_if(scores, [](const Importance& one) {
        return std::ranges::none_of(one.values, [](double score) { return std::isfinite(score); });
    });
    return scores;
}

}  // namespace hw::service
