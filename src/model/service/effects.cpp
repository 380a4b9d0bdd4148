// SPDX-License-Identifier: MIT
#include "model/service/effects.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "model/ask/relevance.h"
#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/session/question_title.h"
#include "model/session/word_agreement.h"

namespace hw::service {
namespace {

std::unexpected<Problem> wrongCut(std::string finding, std::string remedy) {
    return refusal(Code::badArgument, {}, std::move(finding), std::move(remedy));
}

/// The pairs of a minimum cut of attention flow, in all heads. An edge from a token to itself also cuts its residual.
Result<void> addMinimumCut(const GradientQuestion& asked, std::string_view text,
                           model::Edits& edits) {
    if (asked.run.output)
        return wrongCut("A minimum cut needs a single stack of layers, but this model has two.",
                        "Cut edges by name.");
    const model::Spec& spec = asked.session.network().spec;
    const std::size_t mark = std::min(text.find('>'), text.size());
    const int query = numberIn(text.substr(0, mark));
    const int key = numberIn(text.substr(std::min(mark + 1, text.size())));
    const int n = asked.run.tokens();
    if (query < 0 || key < 0 || query >= n || key >= n)
        return wrongCut(
            "\"" + std::string(text) + "\" is not a pair of tokens.",
            "Write QUERY>KEY with tokens from 0 to " + numberText(n - 1) + ", such as 7>2.");
    const Example example = asked.session.toExample(asked.run);
    const Settings settings;
    if (auto good = checkMethod(example, Part::encoder, Method::flow, settings); !good) return good;
    const auto graph = flowNetwork(example, Part::encoder, settings);
    if (!graph) return std::unexpected(graph.error());
    const auto flow = maxFlow(*graph, spec.layerCount() - 1, query, key);
    if (!flow) return std::unexpected(flow.error());
    for (const FlowEdge& edge : flow->nearSource.edges) {
        for (int head = 0; head < spec.heads; ++head)
            edits.edges.push_back({edge.layer, head, edge.query, edge.key});
        if (edge.query == edge.key) edits.residuals.push_back({edge.layer, edge.query});
    }
    return {};
}

Result<model::PairEdits> editsOf(const GradientQuestion& asked, const Cut& cut, Rule rule) {
    Recipe recipe{.rule = rule};
    if (cut.kind != CutKind::minimum) recipe.add(cut.kind, cut.text);
    auto edits = editsOf(asked.session, asked.run, recipe);
    if (!edits || cut.kind != CutKind::minimum) return edits;
    if (auto good = addMinimumCut(asked, cut.text, edits->encoder); !good)
        return std::unexpected(std::move(good.error()));
    return edits;
}

/// Calls work(i) for each i below `count`.
void eachOf(const Workers& workers, int count, const std::function<void(int)>& work) {
    if (workers.each) return workers.each(count, work);
    for (int i = 0; i < count; ++i) work(i);
}

/// The value with each of the edits, divided among the workers. A run's numbers do not depend on other runs in
/// parallel.
Result<std::vector<double>> cutValues(const GradientQuestion& asked,
                                      const std::vector<model::PairEdits>& edits,
                                      const Workers& workers) {
    const int parts = std::clamp(static_cast<int>(edits.size()), 1, workers.count);
    std::vector<Result<std::vector<double>>> made(parts);
    const auto begin = [&](int part) { return edits.begin() + std::ssize(edits) * part / parts; };
    eachOf(workers, parts, [&](int part) {
        made[part] =
            model::editedValues(asked.subject(), {begin(part), begin(part + 1)}, asked.target);
    });
    std::vector<double> values;
    for (const auto& part : made) {
        if (!part) return std::unexpected(part.error());
        values.insert(values.end(), part->begin(), part->end());
    }
    return values;
}

void writeFirstOrder(JsonWriter& json, const GradientQuestion& asked,
                     const model::PairEdits& edits) {
    const auto isMean = [](const model::HeadCut& cut) { return cut.rule == model::HeadRule::mean; };
    json.key("first_order");
    for (const model::Edits& one : {std::cref(edits.encoder), std::cref(edits.decoder)})
        if (!one.residuals.empty() || std::ranges::any_of(one.heads, isMean)) {
            json.null();
            return;
        }
    double change = model::firstOrder(asked.session.network(), asked.run.trace,
                                      asked.gradients.encoder, edits.encoder);
    if (asked.run.output)
        change += model::firstOrder(*asked.session.decoder(), asked.run.output->trace,
                                    asked.gradients.decoder, edits.decoder);
    json.value(change);
}

Result<void> writeCuts(JsonWriter& json, const GradientQuestion& asked, const Effects& effects,
                       const Workers& workers) {
    std::vector<model::PairEdits> edits;
    for (const Cut& cut : effects.cuts) {
        auto made = editsOf(asked, cut, effects.rule);
        if (!made) return std::unexpected(std::move(made.error()));
        edits.push_back(std::move(*made));
    }
    const auto values = cutValues(asked, edits, workers);
    if (!values) return std::unexpected(values.error());
    json.key("cuts").beginArray();
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const Cut& cut = effects.cuts[i];
        json.beginObject().field(cut.kind == CutKind::hidden ? "hide" : "cut", cut.text);
        json.field("value", (*values)[i]);
        writeFirstOrder(json, asked, edits[i]);
        if (cut.kind == CutKind::minimum) {
            json.key("edges").beginArray();
            for (const model::Edge& edge : edits[i].encoder.edges) {
                if (edge.head != 0) continue;
                json.beginArray().value(edge.layer + 1).value(edge.query).value(edge.key);
                json.endArray();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endArray();
    return {};
}

/// The tokens that summaries of word tests include. A word that is a sink is included.
std::vector<bool> testedTokens(const GradientQuestion& asked, RankingScope among) {
    std::vector<bool> takesPart(asked.run.tokens(), true);
    if (among == RankingScope::all) return takesPart;
    std::vector<double> read(takesPart.size());
    if (!asked.run.output) read = asked.targetedRun().read();
    for (int token = 0; token < asked.run.tokens(); ++token)
        takesPart[token] = !asked.run.encoding.special[token] && read[token] != 1;
    return takesPart;
}

void writeTests(JsonWriter& json, const GradientQuestion& asked, const Effects& effects,
                const std::vector<Score>& scores, std::vector<Problem>& warnings) {
    std::vector<model::WordTest> tests;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::string_view name = plainName(effects.scores[i]);
        if (!model::blankNamed(name, asked.session)) continue;
        model::WordTest test{model::describedBlank(name, asked.session), scores[i].values};
        for (double& fall : test.falls) fall = asked.value() - fall;
        tests.push_back(std::move(test));
    }
    if (tests.empty()) return;
    json.key("tests").beginArray();
    for (const model::WordTest& test : tests) {
        json.beginObject();
        writeTest(json, "name", test.blank);
        json.endObject();
        if (std::string warning = model::blankWarning(test.blank); !warning.empty())
            warnings.push_back({.code = Code::badArgument,
                                .place = test.blank.name,
                                .finding = std::move(warning),
                                .remedy = "Use hide or delete.",
                                .byte = {}});
    }
    json.endArray().field("among", nameOf(effects.among));
    const std::vector<bool> takesPart = testedTokens(asked, effects.among);
    json.key("agreement").beginArray();
    for (const model::WordAgreement& one : model::agreementOf(tests, takesPart))
        json.beginObject()
            .field("first", tests[one.first].blank.name)
            .field("second", tests[one.second].blank.name)
            .field("correlation", one.correlation)
            .endObject();
    json.endArray().field("sentence",
                          model::agreementSentence(tests, takesPart, asked.run.encoding.tokens));
}

Result<void> writeScores(JsonWriter& json, const GradientQuestion& asked, const Effects& effects,
                         const Workers& workers, SideOutput& side) {
    const std::vector<std::string>& names = effects.scores;
    std::vector<Result<Score>> made(names.size());
    eachOf(workers, static_cast<int>(names.size()),
           [&](int i) { made[i] = scoreNamed(asked, plainName(names[i]), effects.steps); });
    std::vector<Score> scores;
    json.key("scores").beginObject();
    for (std::size_t i = 0; i < names.size(); ++i) {
        Result<Score>& score = made[i];
        if (!score) return std::unexpected(std::move(score.error()));
        json.array(plainName(names[i]), score->values);
        for (NamedArray& array : score->arrays)
            if (std::ranges::find(side.arrays, array.name, &NamedArray::name) == side.arrays.end())
                side.arrays.push_back(std::move(array));
        scores.push_back(std::move(*score));
    }
    json.endObject();
    writeTests(json, asked, effects, scores, side.warnings);
    for (const Score& score : scores)
        if (score.error) json.field("integrated_gradients_error", *score.error);
    return {};
}

}  // namespace

Result<GradientQuestion> GradientQuestion::of(const model::Session& session, const model::Run& run,
                                              model::Target target) {
    auto gradients = model::backward(session.subject(run), target);
    if (!gradients) return std::unexpected(std::move(gradients.error()));
    return GradientQuestion{session, run, std::move(target), std::move(*gradients)};
}

void beginQuestionJson(JsonWriter& json, const GradientQuestion& asked) {
    const auto& [session, run, target, gradients] = asked;
    json.beginObject().field("value", asked.value());
    json.key("target").beginObject().field("kind", nameOf(target.kind));
    if (target.kind != model::TargetKind::cosine) {
        json.field("index", target.index).field("name", model::wordOf(session, target));
        if (target.isSeveral()) json.array("rest", target.rest);
        if (target.minus >= 0)
            json.field("minus", target.minus).field("minusName", session.nameOf(target.minus));
        if (model::isPerPosition(session.answering().spec)) json.field("position", target.position);
    }
    json.endObject().array("tokens", run.encoding.tokens);
    if (run.encoding.whole > 0) json.field("tokens_of_text", run.encoding.whole);
    if (run.output)
        json.array("decoder_tokens", run.output->encoding.tokens).field("output", run.output->text);
}

void writeTest(JsonWriter& json, std::string_view key, const model::BlankName& test) {
    json.field(key, test.name);
    if (!test.inserted.empty()) json.field("inserted", test.inserted);
    if (const std::string warning = model::blankWarning(test); !warning.empty())
        json.field("warning", warning);
}

Result<std::string> effectsOf(const GradientQuestion& asked, const Effects& effects,
                              const Workers& workers, SideOutput& side) {
    JsonWriter json;
    beginQuestionJson(json, asked);
    if (auto good = writeCuts(json, asked, effects, workers); !good)
        return std::unexpected(std::move(good.error()));
    if (auto good = writeScores(json, asked, effects, workers, side); !good)
        return std::unexpected(std::move(good.error()));
    return json.endObject().take();
}

Result<std::string> effectsAnswer(const RunQuestion& asked) {
    const auto question = GradientQuestion::of(asked.session, asked.base, asked.target);
    if (!question) return std::unexpected(question.error());
    Effects effects{.rule = asked.arguments.choice<Rule>("rule"),
                    .among = asked.arguments.choice<RankingScope>("among", RankingScope::words),
                    .steps = asked.arguments.whole("steps", usualSteps)};
    for (const Values& cut : asked.arguments.list("cuts"))
        effects.cuts.push_back({cut.choice<CutKind>("kind"), cut.text("text")});
    const std::string names = asked.arguments.text("scores");
    for (const auto name : std::views::split(names, ','))
        effects.scores.emplace_back(name.begin(), name.end());
    SideOutput side;
    return effectsOf(*question, effects, {}, side);
}

}  // namespace hw::service
