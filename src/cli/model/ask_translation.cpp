// SPDX-License-Identifier: MIT
// ask, of a model that translates.
#include <utility>

#include "cli/model/ask.h"
#include "cli/model/ask_scores.h"
#include "cli/model/ask_target.h"
#include "cli/model/model_run.h"
#include "cli/output/whole_file.h"
#include "cli/setting_options.h"
#include "io/write/json_writer.h"
#include "model/ask/cut_text.h"
#include "model/ask/relevance.h"
#include "model/session/token_scores.h"

namespace hw::cli {
namespace {

Result<model::PairEdits> editsOf(const CutWish& wish, CutRuleWish rule,
                                 const model::PairTokens& pair) {
    model::PairEdits edits;
    if (rule == CutRuleWish::renormalise)
        edits.encoder.rule = edits.decoder.rule = model::CutRule::renormalise;
    const auto heads = rule == CutRuleWish::mean ? model::HeadRule::mean : model::HeadRule::zero;
    Result<void> good;
    switch (wish.kind) {
        case CutWish::Kind::edges: good = model::addPairEdges(wish.text, pair, edits); break;
        case CutWish::Kind::head: good = model::addPairHeads(wish.text, heads, pair, edits); break;
        case CutWish::Kind::residual: good = model::addPairResiduals(wish.text, pair, edits); break;
        case CutWish::Kind::hide:
            return usage("--hide is of one stack: this model has two.",
                         "Test the text's tokens with --test-words hide.");
        case CutWish::Kind::minimum:
            return usage("A minimum cut is of one stack's attention: this model has two.",
                         "Name the edges with --cut.");
    }
    if (!good) return std::unexpected(good.error());
    return edits;
}

/// What gradients say of a cut, unless it is one that they say nothing of.
void writeFirstOrder(JsonWriter& json, const model::Session& session, const model::Run& run,
                     const model::PairGradients& gradients, const model::PairEdits& edits,
                     CutRuleWish rule) {
    const bool hasHeads = !edits.encoder.heads.empty() || !edits.decoder.heads.empty();
    json.key("first_order");
    if (!edits.encoder.residuals.empty() || !edits.decoder.residuals.empty() ||
        (rule == CutRuleWish::mean && hasHeads)) {
        json.null();
        return;
    }
    json.value(
        model::firstOrder(session.network(), run.trace, gradients.encoder, edits.encoder) +
        model::firstOrder(*session.decoder(), run.output->trace, gradients.decoder, edits.decoder));
}

void addGradients(TensorFile& file, const model::Session& session, const model::Run& run,
                  const model::PairGradients& gradients) {
    const model::Spec& encoder = session.network().spec;
    const model::Spec& decoder = session.decoder()->spec;
    const int n = run.tokens();
    const int m = run.answeringTokens();
    file.add("encoder.attention_gradient", {encoder.layerCount(), encoder.heads, n, n},
             joined(gradients.encoder.weights));
    file.add("decoder.attention_gradient", {decoder.layerCount(), decoder.heads, m, m},
             joined(gradients.decoder.weights));
    file.add("cross.attention_gradient", {decoder.layerCount(), decoder.heads, m, n},
             joined(gradients.decoder.cross));
    file.add("encoder.input_gradient", {n, encoder.embeddingWidth}, gradients.encoder.embeddings);
    file.add("decoder.input_gradient", {m, decoder.embeddingWidth}, gradients.decoder.embeddings);
}

/// `"scores": {name: [one a token of the text]}`, what was written staying as it is.
Result<void> writeSourceScores(JsonWriter& json, const ModelOptions& options,
                               const model::Questioned& asked, const model::Gradients& encoder,
                               double value, std::vector<Problem>& warnings) {
    const std::vector<std::string> names =
        scoreNames(options, options.cuts.empty() && options.out.empty());
    std::vector<std::vector<double>> all;
    json.key("scores").beginObject();
    for (const std::string& given : names) {
        const std::string_view name = plainName(given);
        const bool isBlank = model::blankNamed(name, asked.session).has_value();
        if (!isBlank && name != "gradient-x-input")
            return usage(
                "\"" + std::string(name) + "\": of a model that translates there is no such score.",
                "Use some of: hide, mask, delete, replace, replace:TOKEN, gradient-x-input.");
        const Result<std::vector<double>> values =
            isBlank ? model::blankedValues(asked, name)
                    : model::gradientTimesInput(asked.session.network(), asked.text(), encoder);
        if (!values) return std::unexpected(values.error());
        json.array(name, *values);
        all.push_back(*values);
    }
    json.endObject();
    writeTests(json, asked, value, names, all, options.among, warnings);
    return {};
}

}  // namespace

Result<std::string> askTranslation(const Options& options, const model::Session& session,
                                   const model::Run& run, std::vector<Problem>& warnings) {
    const ModelOptions& own = options.model;
    const auto target = readTarget(session, run, own.target, own.as);
    if (!target) return std::unexpected(target.error());
    const auto gradients = session.gradients(run, *target);
    if (!gradients) return std::unexpected(gradients.error());
    JsonWriter json;
    writeQuestion(json, {session, run, *target, run.output->trace, gradients->decoder});
    const model::PairTokens pair{session.network().spec, session.decoder()->spec, run.tokens(),
                                 run.answeringTokens()};
    json.key("cuts").beginArray();
    for (const CutWish& wish : own.cuts) {
        const auto edits = editsOf(wish, own.rule, pair);
        if (!edits) return std::unexpected(edits.error());
        const auto changed = session.cut(run, *edits);
        if (!changed) return std::unexpected(changed.error());
        const double value =
            model::valuesOf(*session.decoder(), changed->output->trace, *target).front();
        json.beginObject().field("cut", wish.text).field("value", value);
        writeFirstOrder(json, session, run, *gradients, *edits, own.rule);
        json.endObject();
    }
    json.endArray();
    if (auto good = writeSourceScores(json, own, {session, run, *target}, gradients->encoder,
                                      gradients->decoder.value, warnings);
        !good)
        return std::unexpected(good.error());
    json.endObject();
    if (!own.out.empty()) {
        auto file = runTensors(session, run, target->position);
        if (!file) return std::unexpected(file.error());
        if (own.gradients) addGradients(*file, session, run, *gradients);
        if (auto written = replaceFile(own.out, file->safetensors()); !written)
            return std::unexpected(written.error());
    }
    return json.take() + '\n';
}

}  // namespace hw::cli
