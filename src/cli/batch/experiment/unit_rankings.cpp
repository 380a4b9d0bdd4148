// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/unit_rankings.h"

#include <random>
#include <utility>

#include "cli/setting_options.h"
#include "model/experiment/rankings.h"

namespace hw::cli {

model::CutRule ruleOf(const Options& options) {
    return options.model.recipe.rule == service::Rule::renormalise ? model::CutRule::renormalise
                                                                   : model::CutRule::zero;
}

std::vector<model::Unit> unitsOf(const service::Asked& asked, const Options& options,
                                 std::uint32_t seed) {
    // Both name the same things in the same order.
    const auto kind =
        static_cast<model::UnitKind>(std::to_underlying(options.batch.experiment.units));
    std::vector<model::Unit> units =
        model::unitsOf(asked.subject(), asked.gradients, kind, ruleOf(options));
    if (kind == model::UnitKind::token)
        model::keepTokens(units,
                          service::unitTokens(asked.subject(), asked.session.toExample(asked.run),
                                              asked.target, options.model.among, options.exclude));
    std::mt19937 random(seed);
    // No std::shuffle: every library has its own.
    for (std::size_t left = units.size(); left > 1; --left)
        std::swap(units[left - 1], units[random() % left]);
    return units;
}

Result<std::vector<model::Unit>> rankedBy(const std::string& method,
                                          const std::vector<model::Unit>& units,
                                          const service::Asked& asked, const Options& options) {
    const model::Subject subject = asked.subject();
    const auto example = [&] { return asked.session.toExample(asked.run); };
    if (auto ranking =
            service::rankedBy(subject, asked.target, model::stacksOf(subject, asked.gradients),
                              example, units, method))
        return std::move(*ranking);
    if (asked.run.output && !model::blankNamed(service::plainName(method), asked.session))
        return badValue("--methods", method,
                        "Of a model that translates use some of: gradients, relevance, rollout, "
                        "flow, attention, hide, mask, delete, replace.");
    // The area counts falls only.
    const auto scores = service::importanceOf(asked, {method}, options.model.steps, true);
    if (!scores) return std::unexpected(scores.error());
    std::vector<double> ofUnits;
    for (const model::Unit& unit : units) ofUnits.push_back(scores->front().values[unit.place.key]);
    return model::largestFirst(units, ofUnits);
}

}  // namespace hw::cli
