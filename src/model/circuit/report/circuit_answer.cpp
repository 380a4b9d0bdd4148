// SPDX-License-Identifier: MIT
// The question "circuit" about a run (model/service/run_questions.h).
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/choice_names.h"
#include "core/localized_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"
#include "model/circuit/detail/direct.h"
#include "model/circuit/detail/head_scores.h"
#include "model/circuit/report/circuit_json.h"
#include "model/circuit/report/read_pairs.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

/// The pairs that the arguments name, or the run's text with another one.
Result<std::vector<circuit::Pair>> pairsOf(const RunQuestion& asked, circuit::Metric metric) {
    std::vector<circuit::Pair> pairs;
    if (asked.arguments.has("pairs")) {
        auto named = circuit::readPairs(asked.session, asked.arguments.text("pairs"), metric);
        if (!named) return std::unexpected(std::move(named.error()));
        for (circuit::NamedPair& one : *named) pairs.push_back(std::move(one.pair));
        return pairs;
    }
    const auto other = asked.session.encoded(asked.arguments.text("text"));
    if (!other) return std::unexpected(other.error());
    circuit::Pair pair{.clean = asked.base.trace.texts.front(),
                       .corrupt = {{other->encoding.ids.begin(), other->encoding.ids.end()}},
                       .question = {.metric = metric,
                                    .answer = {asked.target.index},
                                    .against = {},
                                    .position = asked.target.position}};
    if (asked.target.minus >= 0) pair.question.against = {asked.target.minus};
    if (!pair.clean.types.empty())
        pair.corrupt.types.assign(other->encoding.typeIds.begin(), other->encoding.typeIds.end());
    pairs.push_back(std::move(pair));
    return pairs;
}

/// The choice of a name, or the usual one without it.
template <class Choice>
Result<Choice> chosenIn(const Values& arguments, std::string_view name, Choice usual) {
    if (!arguments.has(name)) return usual;
    const auto found = fromName<Choice>(arguments.text(name));
    if (found) return *found;
    return refusal(Code::badArgument, std::string(name), "There is no such choice."_tr,
                   "Use a name of docs/circuits.md."_tr);
}

/// The scores of the list, from the last question if it was about the same pairs.
Result<std::vector<double>> scoresOf(const circuit::PairList& list,
                                     const circuit::ScoreOptions& options, CircuitScores* kept,
                                     const circuit::Watch& watch) {
    std::string of(nameOf(options.kind));
    const auto add = [&](const std::vector<int>& numbers) {
        for (const int number : numbers) of.append(",").append(std::to_string(number));
        of.append(";");
    };
    for (const circuit::Pair& pair : list.pairs()) {
        add({static_cast<int>(pair.question.metric), pair.question.position});
        for (const auto* numbers :
             {&pair.clean.ids, &pair.corrupt.ids, &pair.question.answer, &pair.question.against})
            add(*numbers);
    }
    if (kept != nullptr && kept->of == of) return kept->values;
    auto scores = list.scores(options, watch);
    if (scores && kept != nullptr) *kept = {std::move(of), *scores};
    return scores;
}

struct Means {
    double clean = 0;
    double corrupt = 0;
    double noise = 0;
    double denoise = 0;
};
/// The means of m over the list, and of an edge's patches unless it is -1.
Result<Means> meansOf(const circuit::PairList& list, int edge) {
    Means mean;
    const double part = 1.0 / static_cast<double>(list.pairs().size());
    const auto good = list.each([&](int, const circuit::PairRuns& runs) -> Result<void> {
        mean.clean += part * runs.cleanValue();
        mean.corrupt += part * runs.corruptValue();
        if (edge < 0) return {};
        for (const auto direction : {circuit::Direction::noise, circuit::Direction::denoise}) {
            const auto change = runs.edges(std::vector{edge}, direction);
            if (!change) return std::unexpected(change.error());
            (direction == circuit::Direction::noise ? mean.noise : mean.denoise) +=
                part * change->front();
        }
        return {};
    });
    if (!good) return std::unexpected(good.error());
    return mean;
}

/// {"layers", "heads", "sources", "edges": names, "values": scores, "clean", "corrupt": mean m, "headScores": {name: [L
/// H] on the first clean text}, "direct": [N] of the first clean text, if the model has them}
Result<std::string> scoresJson(const circuit::PairList& list, const std::vector<double>& scores) {
    const circuit::Components& parts = list.parts();
    const circuit::Graph& graph = parts.graph();
    const auto means = meansOf(list, -1);
    if (!means) return std::unexpected(means.error());
    const circuit::Pair& first = list.pairs().front();
    const auto run = circuit::detailedRun(parts, first.clean);
    if (!run) return std::unexpected(run.error());
    JsonWriter json;
    json.beginObject().field("layers", graph.layers()).field("heads", graph.heads());
    json.field("parallel", graph.isParallel()).key("sources").beginArray();
    for (int node = 0; node < graph.nodes(); ++node) json.value(graph.nodeName(node));
    json.endArray().key("edges").beginArray();
    for (int edge = 0; edge < graph.edges(); ++edge) json.value(graph.edgeName(edge));
    json.endArray().array("values", scores);
    json.field("clean", means->clean).field("corrupt", means->corrupt);
    std::vector<circuit::HeadScores> heads;
    for (int i = 0; i < graph.layers() * graph.heads(); ++i)
        heads.push_back(circuit::headScores(
            run->attention(i / graph.heads(), i % graph.heads(), graph.heads()), run->text.ids));
    using Score = double circuit::HeadScores::*;
    constexpr std::pair<std::string_view, Score> named[] = {
        {"previous", &circuit::HeadScores::previous},
        {"induction", &circuit::HeadScores::induction},
        {"duplicate", &circuit::HeadScores::duplicate},
        {"first", &circuit::HeadScores::first},
        {"self", &circuit::HeadScores::self},
        {"entropy", &circuit::HeadScores::entropy},
        {"distance", &circuit::HeadScores::distance}};
    json.key("headScores").beginObject();
    for (const auto& [name, member] : named) {
        json.key(name).beginArray();
        for (const circuit::HeadScores& one : heads) json.value(one.*member);
        json.endArray();
    }
    json.endObject();
    if (const auto direct = circuit::directContributions(parts, *run, first.question))
        json.array("direct", direct->nodes);
    return json.endObject().take();
}

/// {"size", "share", "faithfulness", "interval", "complement", "random", "cost"}; null where the texts hardly differ.
Result<std::string> sizeJson(const circuit::PairList& list, const std::vector<double>& scores,
                             int index, const circuit::Watch& watch) {
    const auto test = list.test(
        scores, {.selection = {}, .randomSets = 20, .hasComplement = true, .only = index}, watch);
    if (!test) return std::unexpected(test.error());
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto shown = [&](double value) { return test->hasShares ? value : none; };
    JsonWriter json;
    json.beginObject().field("size", test->sizes.front());
    json.field("share", circuit::testedShares[index]);
    json.field("faithfulness", shown(test->faithfulness.front()));
    json.key("interval").beginArray().value(shown(test->intervals.front().low));
    json.value(shown(test->intervals.front().high)).endArray();
    json.field("complement", shown(test->complement.front())).key("random").beginArray();
    for (const double value : test->random.front()) json.value(shown(value));
    return json.endArray().endObject().take();
}

Result<std::string> edgeJson(const circuit::PairList& list, const std::string& name) {
    const int edge = list.parts().graph().edgeNamed(name);
    if (edge < 0)
        return refusal(Code::badArgument, "edge", "There is no such choice."_tr,
                       "Use a name of docs/circuits.md."_tr);
    const auto means = meansOf(list, edge);
    if (!means) return std::unexpected(means.error());
    JsonWriter json;
    json.beginObject().field("edge", name).field("clean", means->clean);
    json.field("corrupt", means->corrupt).field("noise", means->noise);
    return json.field("denoise", means->denoise).endObject().take();
}

}  // namespace

Result<std::string> circuitAnswer(const RunQuestion& asked) {
    const auto parts = circuit::Components::of(asked.session.answering());
    if (!parts) return std::unexpected(parts.error());
    const auto metric = chosenIn(asked.arguments, "metric", circuit::Metric::logitDifference);
    if (!metric) return std::unexpected(metric.error());
    const auto kind = chosenIn(asked.arguments, "score", circuit::ScoreKind::eapIg);
    if (!kind) return std::unexpected(kind.error());
    auto pairs = pairsOf(asked, *metric);
    if (!pairs) return std::unexpected(std::move(pairs.error()));
    circuit::CircuitRequest request;
    request.scores.kind = *kind;
    request.edges = asked.arguments.whole("edges");
    const int count = static_cast<int>(pairs->size());
    const auto list = circuit::PairList::of(*parts, std::move(*pairs));
    if (!list) return std::unexpected(list.error());
    const std::string measure = asked.arguments.text("measure");
    if (measure == "no") {
        JsonWriter json;
        json.beginObject().field("nodes", parts->graph().nodes());
        json.field("edges", parts->graph().edges()).field("pairs", count);
        return json.field("passes", circuit::passesFor(parts->graph(), request, count))
            .endObject()
            .take();
    }
    if (measure == "edge") return edgeJson(*list, asked.arguments.text("edge"));
    if (measure == "scores" || measure == "size") {
        const circuit::Watch watch{asked.progress, {}};
        const auto scores = scoresOf(*list, request.scores, asked.circuit, watch);
        if (!scores) return std::unexpected(scores.error());
        return measure == "size" ? sizeJson(*list, *scores, asked.arguments.whole("size"), watch)
                                 : scoresJson(*list, *scores);
    }
    const auto found = circuit::findCircuit(*list, request, {asked.progress, {}});
    if (!found) return std::unexpected(found.error());
    return circuit::circuitJson(*list, request, *found);
}

}  // namespace hw::service
