// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/run_experiment.h"
#include "cli/model/model_run.h"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/experiment/unit_rankings.h"
#include "cli/setting_options.h"
#include "io/readers/inflater.h"
#include "io/write/json_writer.h"
#include "model/experiment/experiment.h"

namespace hw::cli {
namespace {

/// Random draws are those of the text, in whichever order and by whichever thread it is run.
std::uint32_t seedOf(const GivenText& text, int seed) {
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

Result<std::string> methodsJson(const service::Asked& asked, const GivenText& text,
                                const Options& options) {
    const std::uint32_t seed = seedOf(text, options.batch.experiment.seed);
    const ExperimentWish& wish = options.batch.experiment;
    const std::vector<model::Unit> units = unitsOf(asked, options, seed);
    JsonWriter json;
    service::writeAsked(json, asked);
    const bool ofTokens = wish.units == ExperimentUnits::tokens;
    const std::string test = testOf(options.model);
    if (ofTokens) {
        service::writeTest(json, "test", model::describedBlank(test, asked.session));
        json.field("among", nameOf(options.model.among));
    }
    if (!text.cluster.empty()) json.field("cluster", text.cluster);
    std::function<Result<std::vector<double>>(const std::vector<std::vector<int>>&)> without;
    if (ofTokens && test != model::usualBlank)
        without = [&](const std::vector<std::vector<int>>& groups) {
            return model::blankedGroups(asked.questioned(), test, groups);
        };
    bool isFirst = true;
    for (const std::string& method : methodsOf(wish)) {
        // A text and its translation share no positions.
        if (method == nearestFirst && asked.run.output) continue;
        const auto ranking = rankedBy(method, units, asked, options);
        if (!ranking) return std::unexpected(ranking.error());
        const auto made = model::experiment(asked.subject(), asked.target, *ranking, units,
                                            {.rule = ruleOf(options),
                                             .most = wish.most,
                                             .draws = wish.draws,
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

Result<std::string> experimentJson(const model::Session& session, const GivenText& text,
                                   const Options& options, std::vector<Problem>& warnings) {
    if (options.batch.experiment.units == ExperimentUnits::patches &&
        !session.facts().readsPictures())
        return badValue("--units", "patches", "This model reads texts: use edges, heads, tokens.");
    const auto [given, named] = comparedText(session, text, options.model);
    const auto run = runGiven(session, given);
    if (!run) return std::unexpected(run.error());
    warnIfCut(session, *run, warnings);
    auto target = service::targetNamed(session, *run, named, options.model.as);
    if (!target) return std::unexpected(std::move(target.error()));
    const auto asked = service::Asked::of(session, *run, std::move(*target));
    if (!asked) return std::unexpected(asked.error());
    return methodsJson(*asked, text, options);
}

}  // namespace hw::cli
