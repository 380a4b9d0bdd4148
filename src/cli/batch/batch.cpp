// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/folder.h"
#include "cli/batch/input/input_files.h"
#include "cli/batch/record/record.h"
#include "cli/batch/results.h"
#include "cli/batch/source.h"
#include "cli/batch/sums.h"
#include "cli/batch/work.h"
#include "cli/model/model_example.h"
#include "cli/threads/threads.h"
#include "core/number_text.h"
#include "core/tokens/shown_problem.h"
#include "io/tree/reading_switches.h"
#include "io/write/json_writer.h"

namespace hw::cli {

Result<BatchOutcome> batch(const BatchOptions& options) {
    const std::string& out = options.out;
    Sums sums;
    ScoredExamples scored;
    sums.settings = computedWith(options);
    if (!options.model.model.empty()) {
        const auto mark = markOfModel(options.model.model, options.model.recipe.step);
        if (!mark) return std::unexpected(mark.error());
        sums.settings.push_back({"model", numberText(*mark)});
    }
    std::vector<SettingText> settings = sums.settings;
    settings.push_back({"format", std::string(nameOf(options.form))});
    settings.push_back({"partial", options.partial ? "yes" : ""});
    settings.push_back({"csv-safe", options.cells == CsvCells::safe ? "yes" : ""});

    const auto source = Source::open(options);
    if (!source) return std::unexpected(source.error());
    // The record is locked and its settings are compared before any other file is read.
    auto record = takeFolder(out, options);
    if (!record) return std::unexpected(record.error());
    const std::vector<std::uint64_t> there = ResultFiles::sizesIn(out, options);
    std::vector<std::uint64_t> sizes(there.size(), 0);
    std::vector<int> shape;
    std::uint64_t before = 0;
    bool hasBegun = false;
    const auto keep = [&](DoneExample&& done) {
        if (!ResultFiles::arePossible(done.sizes, done.shape, options)) return false;
        for (std::size_t i = 0; i < done.sizes.size(); ++i) {
            if (there[i] < done.sizes[i] || done.sizes[i] < sizes[i]) return false;
        }
        for (const LayerScores& each : done.scores) sums.tables.add(each);
        scored.add(done);
        if (options.partial && done.isCounted) ++sums.examples;
        sums.inputs += hashOf(done.place, done.example);
        before += done.isCounted;
        sizes = std::move(done.sizes);
        shape = std::move(done.shape);
        hasBegun = true;
        return true;
    };
    if (auto good = record->load(settings, keep); !good) return std::unexpected(good.error());
    if (!hasBegun) sizes.clear();
    auto results = ResultFiles::open(out, options);
    if (!results) return std::unexpected(results.error());
    if (auto cut = results->cut(sizes, shape); !cut) return std::unexpected(cut.error());
    auto means = options.summarises ? meansOf(out) : DataSet{};
    if (!means) return std::unexpected(means.error());
    // Failed inputs are tried again. sums.json exists once everything is done.
    std::error_code unknown;
    std::filesystem::remove(out + "/sums.json", unknown);
    auto failed = GrowingFile::open(out + "/failed.jsonl");
    if (!failed) return std::unexpected(failed.error());
    if (auto cut = failed->cut(0); !cut) return std::unexpected(cut.error());
    auto warnings = GrowingFile::open(out + "/warnings.jsonl");
    if (!warnings) return std::unexpected(warnings.error());

    Work all(options, *source,
             {std::move(*record), std::move(*results), std::move(*failed), std::move(*warnings),
              std::move(sums), std::move(*means), std::move(scored), before});
    if (auto good = hasBegun ? all.sync() : all.syncRecord(); !good)
        return std::unexpected(good.error());
    if (auto good = syncNames(out); !good) return std::unexpected(good.error());
    {
        const auto work = [&] { all.run(); };
        const Threads<decltype(work)> others(work, threadsOf(options.threads) - 1);
        work();
    }
    return all.finish();
}

std::string outcomeText(const BatchOutcome& outcome, const std::string& out) {
    const auto counted = [](std::uint64_t count, std::string_view what) {
        return numberText(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
    };
    std::string text = counted(outcome.examples, "example") + " in " + out;
    if (outcome.before > 0) text += ", beside " + numberText(outcome.before) + " from before";
    if (outcome.passed > 0)
        text += "; " + numberText(outcome.passed) + " without attention or scores passed over";
    if (outcome.warnings > 0)
        text += "; " + counted(outcome.warnings, "warning") + " in " + out + "/warnings.jsonl";
    if (outcome.failed > 0)
        text += "; " + numberText(outcome.failed) + " not usable: " + out + "/failed.jsonl";
    return text + '.';
}

std::string noteLine(const Place& place, int example, const Problem& problem,
                     std::string_view what) {
    JsonWriter json;
    json.beginObject().field("file", place.file);
    if (place.line > 0) json.field("line", static_cast<unsigned long long>(place.line));
    if (example >= 0) json.field("example", example);
    json.field(what, sentence(shortened(problem))).endObject();
    return json.take() + '\n';
}

namespace {

std::string listText(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ",") + text;
    return list;
}

std::string spansText(const std::vector<std::vector<int>>& spans) {
    std::string text;
    for (const std::vector<int>& span : spans) {
        if (!text.empty()) text += '/';
        std::string numbers;
        for (const int token : span) numbers += (numbers.empty() ? "" : ",") + numberText(token);
        text += numbers;
    }
    return text;
}

}  // namespace

std::vector<SettingText> computedWith(const BatchOptions& options) {
    std::string method(nameOf(options.method));
    if (options.correlates) method = "correlate";
    if (options.summarises) method = "summary";
    if (options.experiments) method = "experiment";
    if (options.asksWhy) method = "why";
    std::vector<SettingText> texts{{"method", std::move(method)}};
    for (SettingText& each : settingTexts(options.settings)) texts.push_back(std::move(each));
    const auto add = [&](std::string_view key, std::string value) {
        if (!value.empty()) texts.push_back({std::string(key), std::move(value)});
    };
    const auto mark = [&](std::string_view key, bool isSet) { add(key, isSet ? "yes" : ""); };
    if (options.token) {
        add("token", listText(options.token->tokens));
        add("token-join", std::string(nameOf(options.token->join)));
    }
    if (options.part) add("part", numberText(static_cast<int>(*options.part)));
    if (options.ofContributions)
        add("weights", *options.ofContributions ? "contributions" : "attentions");
    if (options.layer) add("layer", numberText(*options.layer + 1));
    if (options.over != Divisor::nothing) add("over", std::string(nameOf(options.over)));
    mark("relative", options.relative);
    mark("certificate", options.certificate);
    mark("words", options.words);
    add("spans", spansText(options.spans));
    if (options.segments)
        add("segments",
            numberText(options.segments->queries) + '-' + numberText(options.segments->keys));
    mark("renormalise", options.renormalise);
    add("exclude", listText(options.exclude));
    mark("dense-ranks", options.ranks == TieRanks::dense);
    for (const ReadingSwitch& each : readingSwitches) {
        constexpr std::string_view dashes = "--";
        mark(each.option.substr(dashes.size()), options.reading.*each.member);
    }
    add("scores", listText(options.model.scores));
    add("test-words", listText(options.model.testWords));
    if (options.correlates || options.summarises || options.experiments)
        add("among", std::string(nameOf(options.model.among)));
    add("target", options.model.target);
    if (options.model.as) add("as", std::string(nameOf(*options.model.as)));
    mark("gradients", options.model.gradients);
    if (options.experiments) {
        const BatchExperiment& experiment = options.experiment;
        add("units", std::string(nameOf(experiment.units)));
        add("methods", listText(methodsOf(experiment)));
        add("most", numberText(experiment.most));
        add("draws", numberText(experiment.draws));
        add("seed", numberText(experiment.seed));
        if (experiment.units == ExperimentUnits::tokens) add("test", testOf(options.model));
        add("rule", options.model.recipe.rule == service::Rule::zero ? "zero" : "renormalise");
    }
    if (options.asksWhy) {
        add("methods", listText(options.experiment.methods));
        mark("by-words", options.byWords.value_or(false));
    }
    add("tokens", listText(options.reading.tokens));
    add("decoder-tokens", listText(options.reading.decoderTokens));
    add("layers-from", options.reading.layersFrom);
    if (options.reading.firstTokens > 0)
        add("first-tokens", numberText(options.reading.firstTokens));
    return texts;
}

}  // namespace hw::cli
