// SPDX-License-Identifier: MIT
#include <utility>

#include "cli/batch/batch.h"
#include "cli/batch/experiment/experiment_options.h"
#include "core/number_text.h"
#include "io/tree/reading_switches.h"

namespace hw::cli {
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

std::vector<SettingText> computedWith(const Options& options) {
    std::string method(nameOf(options.method));
    if (options.batch.correlates) method = "correlate";
    if (options.batch.summarises) method = "summary";
    if (options.batch.experiments) method = "experiment";
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
    if (options.over != Over::nothing) add("over", std::string(nameOf(options.over)));
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
    if (options.batch.correlates || options.batch.summarises || options.batch.experiments)
        add("among", std::string(nameOf(options.model.among)));
    add("target", options.model.target);
    if (options.model.as) add("as", std::string(nameOf(*options.model.as)));
    mark("gradients", options.model.gradients);
    if (options.batch.experiments) {
        const ExperimentWish& wish = options.batch.experiment;
        add("units", std::string(nameOf(wish.units)));
        add("methods", listText(methodsOf(wish)));
        add("most", numberText(wish.most));
        add("draws", numberText(wish.draws));
        add("seed", numberText(wish.seed));
        if (wish.units == ExperimentUnits::tokens) add("test", testOf(options.model));
        add("rule", options.model.recipe.rule == service::Rule::zero ? "zero" : "renormalise");
    }
    add("tokens", listText(options.reading.tokens));
    add("decoder-tokens", listText(options.reading.decoderTokens));
    add("layers-from", options.reading.layersFrom);
    if (options.reading.firstTokens > 0)
        add("first-tokens", numberText(options.reading.firstTokens));
    return texts;
}

}  // namespace hw::cli
