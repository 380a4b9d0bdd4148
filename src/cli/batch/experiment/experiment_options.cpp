// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/experiment_options.h"

#include <algorithm>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/apply_model.h"
#include "cli/setting_options.h"
#include "model/service/run_questions.h"
#include "model/session/token_scores.h"

namespace hw::cli {
namespace {

/// The methods that rank such units. Relevance ranks the first edges as gradients do.
std::vector<std::string> allOf(ExperimentUnits units) {
    if (units == ExperimentUnits::heads) return {"gradients", "attention"};
    return {"gradients", "relevance", "rollout", "flow", "attention"};
}

}  // namespace

std::string testOf(const ModelOptions& own) {
    return own.testWords.empty() ? std::string(model::usualBlank) : own.testWords.front();
}

std::vector<std::string> methodsOf(const BatchExperiment& experiment) {
    std::vector<std::string> methods =
        experiment.methods.empty() ? allOf(experiment.units) : experiment.methods;
    if (experiment.methods.empty() && experiment.units == ExperimentUnits::edges)
        std::erase(methods, "relevance");
    const bool hasPlaces =
        experiment.units == ExperimentUnits::edges || experiment.units == ExperimentUnits::tokens;
    if (hasPlaces && std::ranges::find(methods, nearestFirst) == methods.end())
        methods.emplace_back(nearestFirst);
    return methods;
}

Result<void> applyExperiment(BatchOptions& options, std::string_view name, std::string_view value) {
    BatchExperiment& experiment = options.experiment;
    if (name == "--units") {
        const auto units = fromName<ExperimentUnits>(value);
        if (!units) return badValue(name, value, "Use one of: edges, heads, tokens, patches.");
        experiment.units = *units;
    } else if (name == "--draws") {
        // The table needs a control, so there is at least 1.
        service::Field field = service::argumentOf("experiment", "draws");
        field.least = 1;
        const auto number = taken(field, name, value);
        if (!number) return std::unexpected(number.error());
        experiment.draws = *number;
    } else {
        addNames(experiment.methods, value);
    }
    return {};
}

Result<void> checkExperiment(const BatchOptions& options) {
    const BatchExperiment& experiment = options.experiment;
    if (!experiment.methods.empty() && !options.runsTexts())
        return usage("--methods works only with batch experiment and batch why.");
    if (!options.runsTexts()) return {};
    const std::string name = options.asksWhy ? "batch why" : "batch experiment";
    if (options.model.model.empty())
        return usage(name + " needs a model.", "Name one with --model.");
    if (options.form != BatchFormat::jsonl)
        return usage(name + " always writes JSON Lines.", "Remove --format.");
    if (options.settings != Settings())
        return usage(name + " uses the settings of Abnar & Zuidema.", "Remove the other settings.");
    if (options.asksWhy) return {};
    const bool ofTokens = experiment.units == ExperimentUnits::tokens;
    if (!ofTokens && !options.model.testWords.empty())
        return usage("--test-words works only with tokens.", "Add --units tokens, or remove it.");
    if (!ofTokens && options.model.isAmongGiven)
        return usage("--among works only with tokens.", "Add --units tokens, or remove it.");
    if (options.model.testWords.size() > 1)
        return usage("An experiment takes only one word test.", "Name one with --test-words.");
    if (!ofTokens && !options.exclude.empty())
        return usage("--exclude works only with tokens.", "Add --units tokens, or remove it.");
    if (experiment.units != ExperimentUnits::edges && options.model.isRuleGiven)
        return usage("--rule works only with edges.", "Add --units edges, or remove it.");
    if (options.model.recipe.rule == service::Rule::mean)
        return badValue("--rule", "mean", "Use one of: zero, renormalise.");
    if (!options.model.scores.empty())
        return usage("--scores works only with ask, save and correlate.",
                     "Name scores in --methods, with --units tokens or patches.");
    const bool namesNearest =
        std::ranges::find(experiment.methods, nearestFirst) != experiment.methods.end();
    if (namesNearest && experiment.units == ExperimentUnits::patches)
        return badValue("--methods", nearestFirst, "Patches have no distance from the answer.");
    // The names of token scores are known once there is a model.
    if (experiment.units == ExperimentUnits::tokens || experiment.units == ExperimentUnits::patches)
        return {};
    std::vector<std::string> all = allOf(experiment.units);
    if (experiment.units == ExperimentUnits::edges) all.emplace_back(nearestFirst);
    std::string list;
    for (const std::string& one : all) list += (list.empty() ? "" : ", ") + one;
    for (const std::string& method : experiment.methods)
        if (std::ranges::find(all, method) == all.end())
            return badValue("--methods", method, "Use some of: " + list + ".");
    return {};
}

}  // namespace hw::cli
