// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/run_experiment.h"

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/model/model_run.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/problem.h"
#include "io/readers/inflater.h"
#include "io/write/json_writer.h"
#include "model/ask/units.h"
#include "model/experiment/experiment.h"
#include "model/experiment/rankings.h"
#include "model/service/effects.h"

namespace hw::cli {
namespace {

/// The rule of --rule for edges, which cannot be the mean here.
model::CutRule ruleOf(const BatchOptions& options) {
    return options.model.recipe.rule == service::Rule::renormalise ? model::CutRule::renormalise
                                                                   : model::CutRule::zero;
}

/// All units of the kind that the options name, in a random order. Ties keep it, so that no layer comes first for its
/// number.
std::vector<model::Unit> unitsOf(const service::GradientQuestion& asked,
                                 const BatchOptions& options, std::uint32_t seed) {
    // Both enums have the same values in the same order.
    const auto kind = static_cast<model::UnitKind>(std::to_underlying(options.experiment.units));
    std::vector<model::Unit> units =
        model::unitsOf(asked.subject(), asked.gradients, kind, ruleOf(options));
    if (kind == model::UnitKind::token)
        model::keepTokens(units,
                          service::unitTokens(asked.subject(), asked.session.toExample(asked.run),
                                              asked.target, options.model.among, options.exclude));
    std::mt19937 random(seed);
    // No std::shuffle, which differs between standard libraries.
    for (std::size_t left = units.size(); left > 1; --left)
        std::swap(units[left - 1], units[random() % left]);
    return units;
}

/// The same units, with the method's most important one first. The order comes from service::rankedBy or, for tokens
/// and patches, from a score of ask (a model that translates only tests words). Errors: badArgument for another name.
Result<std::vector<model::Unit>> rankedBy(const std::string& method,
                                          const std::vector<model::Unit>& units,
                                          const service::GradientQuestion& asked,
                                          const BatchOptions& options) {
    const model::Subject subject = asked.subject();
    const auto example = [&] { return asked.session.toExample(asked.run); };
    if (auto ranking =
            service::rankedBy(subject, asked.target, model::stacksOf(subject, asked.gradients),
                              example, units, method))
        return std::move(*ranking);
    if (asked.run.output && !model::blankNamed(service::plainName(method), asked.session))
        return badValue("--methods", method,
                        "For translation models, use some of: gradients, relevance, rollout, "
                        "flow, attention, hide, mask, delete, replace.");
    // The area counts only falls.
    const auto scores = service::importanceOf(asked, {method}, options.model.steps, true);
    if (!scores) return std::unexpected(scores.error());
    std::vector<double> ofUnits;
    for (const model::Unit& unit : units) ofUnits.push_back(scores->front().values[unit.place.key]);
    return model::largestFirst(units, ofUnits);
}

/// The random draws of a text do not depend on the order of the texts or on the thread.
std::uint32_t seedOf(const InputText& text, int seed) {
    std::uint32_t crc = io::crc32Of(static_cast<std::uint32_t>(seed), text.text);
    if (text.pair) crc = io::crc32Of(crc, *text.pair);
    return crc;
}

void writeMethod(JsonWriter& json, const std::string& method, const model::Experiment& made) {
    json.key(method).beginObject().array("values", made.ranked);
    json.array("random", made.randomMean);
    json.array("randomLow", made.randomLow).array("randomHigh", made.randomHigh);
    json.field("area", made.area).field("p", made.p).endObject();
}

Result<std::string> methodsJson(const service::GradientQuestion& asked, const InputText& text,
                                const BatchOptions& options) {
    const std::uint32_t seed = seedOf(text, options.experiment.seed);
    const BatchExperiment& experiment = options.experiment;
    const std::vector<model::Unit> units = unitsOf(asked, options, seed);
    JsonWriter json;
    service::beginQuestionJson(json, asked);
    const bool ofTokens = experiment.units == ExperimentUnits::tokens;
    const std::string test = testOf(options.model);
    if (ofTokens) {
        service::writeTest(json, "test", model::describedBlank(test, asked.session));
        json.field("among", nameOf(options.model.among));
    }
    if (!text.cluster.empty()) json.field("cluster", text.cluster);
    std::function<Result<std::vector<double>>(const std::vector<std::vector<int>>&)> without;
    if (ofTokens && test != model::usualBlank)
        without = [&](const std::vector<std::vector<int>>& groups) {
            return model::blankedGroups(asked.targetedRun(), test, groups);
        };
    bool isFirst = true;
    for (const std::string& method : methodsOf(experiment)) {
        // A text and its translation share no positions.
        if (method == nearestFirst && asked.run.output) continue;
        const auto ranking = rankedBy(method, units, asked, options);
        if (!ranking) return std::unexpected(ranking.error());
        const auto made = model::experiment(asked.subject(), asked.target, *ranking, units,
                                            {.rule = ruleOf(options),
                                             .most = experiment.most,
                                             .draws = experiment.draws,
                                             .seed = seed,
                                             .without = without});
        if (!made) return std::unexpected(made.error());
        if (isFirst) {
            json.field("units", static_cast<int>(units.size())).array("counts", made->counts);
            json.key("methods").beginObject();
        }
        isFirst = false;
        writeMethod(json, method, *made);
    }
    return json.endObject().endObject().take();
}

}  // namespace

Result<std::string> experimentJson(const model::Session& session, const InputText& text,
                                   const BatchOptions& options, std::vector<Problem>& warnings) {
    if (options.experiment.units == ExperimentUnits::patches && !session.facts().readsPictures())
        return badValue("--units", "patches",
                        "This model reads text, so use edges, heads or tokens.");
    const auto [given, named] = comparedText(session, text, options.model);
    const auto run = runInput(session, given);
    if (!run) return std::unexpected(run.error());
    warnIfCut(session, *run, warnings);
    auto target = service::targetNamed(session, *run, named, options.model.as);
    if (!target) return std::unexpected(std::move(target.error()));
    const auto asked = service::GradientQuestion::of(session, *run, std::move(*target));
    if (!asked) return std::unexpected(asked.error());
    return methodsJson(*asked, text, options);
}

}  // namespace hw::cli
