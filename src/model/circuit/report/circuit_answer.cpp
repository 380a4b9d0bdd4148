// SPDX-License-Identifier: MIT
// The question "circuit" about a run (model/service/run_questions.h).
#include <utility>

#include "core/choice_names.h"
#include "core/localized_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"
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
    if (asked.arguments.text("measure") == "no") {
        JsonWriter json;
        json.beginObject().field("nodes", parts->graph().nodes());
        json.field("edges", parts->graph().edges()).field("pairs", count);
        return json.field("passes", circuit::passesFor(parts->graph(), request, count))
            .endObject()
            .take();
    }
    const auto found = circuit::findCircuit(*list, request, {asked.progress, {}});
    if (!found) return std::unexpected(found.error());
    return circuit::circuitJson(*list, request, *found);
}

}  // namespace hw::service
