// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/unit_rankings.h"

#include <random>
#include <utility>

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

Result<std::vector<model::Unit>> byFlow(const std::vector<model::Unit>& units, const Asked& asked) {
    const Example example = asked.session.toExample(asked.run);
    const auto scores =
        model::flowScores(example, asked.session.network().spec, asked.target, units);
    if (!scores) return std::unexpected(scores.error());
    return model::largestFirst(units, *scores);
}

}  // namespace

std::vector<model::Unit> unitsOf(const Asked& asked, const Options& options, std::uint32_t seed) {
    const auto rule = options.model.rule == CutRuleWish::renormalise ? model::CutRule::renormalise
                                                                     : model::CutRule::zero;
    std::vector<model::Unit> units =
        model::unitsOf(asked.session.network(), asked.trace, asked.gradients,
                       kindOf(options.batch.experiment.units), rule);
    std::mt19937 random(seed);
    // No std::shuffle: every library has its own.
    for (std::size_t left = units.size(); left > 1; --left)
        std::swap(units[left - 1], units[random() % left]);
    return units;
}

Result<std::vector<model::Unit>> rankedBy(const std::string& method, std::vector<model::Unit> units,
                                          const Asked& asked, const Options& options) {
    if (method == "flow") return byFlow(units, asked);
    if (const auto ranking = fromName<model::Ranking>(method))
        return model::ranked(asked.session.network(), asked.trace, asked.gradients, asked.target,
                             std::move(units), *ranking);
    ModelOptions wish = options.model;
    wish.scores = {method};
    const auto scores = importanceOf(wish, asked);
    if (!scores) return std::unexpected(scores.error());
    const Scores ofUnits = ofTokens(units, scores->front().values);
    return model::largestFirst(units, ofUnits);
}

}  // namespace hw::cli
