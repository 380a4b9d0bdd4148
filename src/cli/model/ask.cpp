// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/model/input_texts.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "cli/model/why.h"
#include "cli/output/atomic_file.h"
#include "cli/setting_options.h"
#include "cli/threads/threads.h"
#include "model/ask/relevance.h"
#include "model/service/cut_run.h"
#include "model/service/effects.h"
#include "model/service/run_questions.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::cli {
namespace {

/// For a model that translates, the gradients of encoder, decoder and cross-attention. For others, those of attention
/// and stream, and relevance.
void addGradients(TensorFile& file, const service::GradientQuestion& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const model::Gradients& own = asked.gradients.encoder;
    const int n = asked.run.tokens();
    const std::string front = asked.run.output ? "encoder." : "";
    file.add(front + "attention_gradient", {spec.layerCount(), spec.heads, n, n},
             concatenate(own.weights));
    if (asked.run.output) {
        const model::Spec& decoder = asked.session.decoder()->spec;
        const model::Gradients& other = asked.gradients.decoder;
        const int m = asked.run.answeringTokens();
        file.add("decoder.attention_gradient", {decoder.layerCount(), decoder.heads, m, m},
                 concatenate(other.weights));
        file.add("cross.attention_gradient", {decoder.layerCount(), decoder.heads, m, n},
                 concatenate(other.cross));
        file.add("encoder.input_gradient", {n, spec.embeddingWidth}, own.embeddings);
        file.add("decoder.input_gradient", {m, decoder.embeddingWidth}, other.embeddings);
        return;
    }
    file.add("input_gradient", {n, spec.embeddingWidth}, own.embeddings);
    file.add("stream_gradient", {n, spec.width}, own.streams[0]);
    file.add("chefer", {n, n}, model::cheferRelevance(spec, asked.run.trace, own));
}

Result<void> writeTensors(const AskOptions& options, const service::GradientQuestion& asked,
                          std::vector<service::NamedArray> arrays) {
    auto file = runTensors(asked.session, asked.run, std::max(asked.target.position, 0));
    if (!file) return std::unexpected(file.error());
    if (options.model.gradients) addGradients(*file, asked);
    for (service::NamedArray& array : arrays)
        file->add(std::move(array.name), std::move(array.shape), std::move(array.values));
    return replaceFile(options.out, file->safetensors());
}

/// All cuts are made in one run.
service::Recipe recipeOf(const AskOptions& options) {
    service::Recipe recipe = options.model.recipe;
    for (const service::Cut& cut : options.cuts) recipe.add(cut.kind, cut.text);
    return recipe;
}

/// The target of the question about the run. The lens needs no target.
Result<model::Target> targetOf(const AskOptions& options, const model::Session& session,
                               const model::Run& base) {
    if (options.question == "lens") return model::Target{};
    return service::targetNamed(session, base, options.model.target, options.model.as);
}

/// One of the questions of the page's views, about the run with all cuts, with one line per answer. Layers count from
/// 1, as in cuts.
Result<std::string> answerText(const AskOptions& options, const model::Session& session,
                               const model::Run& base) {
    const auto all = service::argumentsJson(options.question, options.arguments);
    if (!all) return std::unexpected(all.error());
    const service::Recipe recipe = recipeOf(options);
    std::optional<model::Run> changed;
    if (recipe.isCut()) {
        const auto edits = service::editsOf(session, base, recipe);
        if (!edits) return std::unexpected(edits.error());
        auto made = service::changedRun(session, base, *edits);
        if (!made) return std::unexpected(made.error());
        changed = std::move(*made);
    }
    auto target = targetOf(options, session, base);
    if (!target) return std::unexpected(target.error());
    const model::Progress nobody;
    model::CutValueCache known;
    std::string lines;
    for (const std::string& json : *all) {
        const auto arguments = model::readJson(json, "--with");
        if (!arguments) return std::unexpected(arguments.error());
        const service::Values values(*arguments, io::Tree::root);
        if (auto good = service::checkQuestion(options.question, values); !good)
            return std::unexpected(good.error());
        const auto answer = service::answerQuestion(
            options.question, {.session = session,
                               .base = base,
                               .run = changed ? *changed : base,
                               .target = *target,
                               .isUsual = options.model.target.empty() && !options.model.as,
                               .arguments = values,
                               .progress = nobody,
                               .known = &known,
                               .firstLayer = 1});
        if (!answer) return answer;
        lines.append(*answer).append("\n");
    }
    return lines;
}

}  // namespace

Result<void> checkQuestionOptions(const AskOptions& options) {
    const ModelOptions& own = options.model;
    if (options.question.empty()) {
        if (options.arguments.empty() && own.recipe.clean.empty() && own.recipe.swaps.empty())
            return {};
        return usage("--with, --swap-text and --swap-places need --question.",
                     "Add one, such as --question lens.");
    }
    if (own.recipe.clean.empty() != own.recipe.swaps.empty())
        return usage("--swap-text and --swap-places need each other.", "Give both.");
    if (!options.out.empty() || !own.scores.empty() || !own.testWords.empty() || own.isAmongGiven)
        return usage("--question prints its answer only.",
                     "Remove --out, --scores, --test-words and --among.");
    for (const service::Cut& cut : options.cuts)
        if (cut.kind == service::CutKind::minimum)
            return usage("--cut-min doesn't work with --question.", "Name the edges with --cut.");
    return {};
}

Result<std::string> askText(const AskOptions& options, std::vector<Problem>& warnings) {
    const ModelOptions& own = options.model;
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto run = runInput(*session, givenOf(own));
    if (!run) return std::unexpected(run.error());
    warnIfCut(*session, *run, warnings);
    if (!options.question.empty()) return answerText(options, *session, *run);
    auto question = service::parseTextTarget(*session, *run, own.target, own.as);
    if (!question) return std::unexpected(std::move(question.error()));
    const std::optional<model::Run>& longer = question->longer;
    const auto asked = service::GradientQuestion::of(*session, longer ? *longer : *run,
                                                     std::move(question->target));
    if (!asked) return std::unexpected(asked.error());
    const service::Effects effects{
        .cuts = options.cuts,
        .rule = own.recipe.rule,
        .scores = scoreNames(own, options.cuts.empty() && options.out.empty()),
        .among = own.among,
        .steps = own.steps};
    const int threads = std::max(options.threads, 1);
    const service::Workers workers{
        threads, [&](int count, const auto& work) { eachOf(count, threads, work); }};
    service::SideOutput side;
    const auto json = service::effectsOf(*asked, effects, workers, side);
    if (!json) return std::unexpected(json.error());
    std::ranges::move(side.warnings, std::back_inserter(warnings));
    if (!options.out.empty())
        if (auto good = writeTensors(options, *asked, std::move(side.arrays)); !good)
            return std::unexpected(good.error());
    return *json + '\n';
}

}  // namespace hw::cli
