// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/unit_rankings.h"

#include <cmath>
#include <random>
#include <utility>

#include "cli/setting_options.h"
#include "core/report/ranked_tokens.h"
#include "model/experiment/flow_ranking.h"
#include "model/experiment/rankings.h"

namespace hw::cli {
namespace {

model::UnitKind kindOf(ExperimentUnits units) {
    switch (units) {
        case ExperimentUnits::heads: return model::UnitKind::head;
        case ExperimentUnits::tokens: return model::UnitKind::token;
        case ExperimentUnits::patches: return model::UnitKind::patch;
        case ExperimentUnits::edges: break;
    }
    return model::UnitKind::edge;
}

using Scores = std::vector<double>;

Scores ofTokens(const std::vector<model::Unit>& units, const std::vector<double>& values) {
    Scores scores;
    for (const model::Unit& unit : units) scores.push_back(values[unit.place.key]);
    return scores;
}

Result<std::vector<model::Unit>> byFlow(const std::vector<model::Unit>& units,
                                        const Experimented& given) {
    const Example example = given.asked.session.toExample(given.asked.run);
    const auto scores = model::flowScores(example, given.subject.read(given.asked.target), units);
    if (!scores) return std::unexpected(scores.error());
    return model::largestFirst(units, *scores);
}

/// Of a model that translates: by how much the value falls without the word.
Result<std::vector<model::Unit>> byBlank(const std::string& method, std::vector<model::Unit> units,
                                         const Experimented& given) {
    const std::string_view name = plainName(method);
    if (!model::blankNamed(name, given.asked.session))
        return badValue("--methods", method,
                        "Of a model that translates use some of: gradients, relevance, rollout, "
                        "flow, attention, hide, mask, delete, replace.");
    const double value = model::valueOf(given.subject, given.asked.target);
    auto moved = model::blankedValues(given.asked.questioned(), name);
    if (!moved) return std::unexpected(std::move(moved.error()));
    for (double& one : *moved) one = value - one;
    return model::largestFirst(units, ofTokens(units, *moved));
}

}  // namespace

std::vector<model::Unit> unitsOf(const Experimented& given, const Options& options,
                                 std::uint32_t seed) {
    const auto rule = options.model.rule == CutRuleWish::renormalise ? model::CutRule::renormalise
                                                                     : model::CutRule::zero;
    std::vector<model::Unit> units =
        model::unitsOf(given.subject, given.slopes, kindOf(options.batch.experiment.units), rule);
    if (options.batch.experiment.units == ExperimentUnits::tokens) {
        const model::Run& run = given.asked.run;
        OutputChoice outputs;
        std::vector<double> read;
        if (!given.subject.isPair()) read = given.asked.questioned().read();
        for (int token = 0; token < std::ssize(read); ++token)
            if (read[token] == 1) outputs.tokens.push_back(token);
        const Example example = given.subject.isPair()
                                    ? given.asked.session.translated(run, nullptr, false)
                                    : given.asked.session.toExample(run);
        const std::vector<bool> takesPart =
            rankedTokens(example, options.model.among, outputs, options.exclude);
        model::keepTokens(units, takesPart);
    }
    std::mt19937 random(seed);
    // No std::shuffle: every library has its own.
    for (std::size_t left = units.size(); left > 1; --left)
        std::swap(units[left - 1], units[random() % left]);
    return units;
}

Result<std::vector<model::Unit>> rankedBy(const std::string& method, std::vector<model::Unit> units,
                                          const Experimented& given, const Options& options) {
    if (method == "flow") return byFlow(units, given);
    if (const auto ranking = fromName<model::Ranking>(method))
        return model::ranked(given.subject, given.slopes, given.asked.target, std::move(units),
                             *ranking);
    if (given.subject.isPair()) return byBlank(method, std::move(units), given);
    // The area counts falls only.
    const auto scores = importanceOf(options.model, {method}, given.asked, true);
    if (!scores) return std::unexpected(scores.error());
    const Scores ofUnits = ofTokens(units, scores->front().values);
    return model::largestFirst(units, ofUnits);
}

}  // namespace hw::cli
