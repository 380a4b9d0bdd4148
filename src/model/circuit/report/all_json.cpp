// SPDX-License-Identifier: MIT
#include "model/circuit/report/all_json.h"

#include <algorithm>

#include "model/circuit/report/json_parts.h"

namespace hw::circuit {

void writeRows(JsonWriter& json, std::span<const double> values, std::size_t width) {
    json.beginArray();
    for (std::size_t at = 0; at < values.size(); at += width) {
        json.beginArray();
        for (const double value : values.subspan(at, std::min(width, values.size() - at)))
            json.value(value);
        json.endArray();
    }
    json.endArray();
}

void writeEdges(JsonWriter& json, const Graph& graph, std::span<const int> edges) {
    json.beginArray();
    for (const int edge : edges) json.value(graph.edgeName(edge));
    json.endArray();
}

void writeOutputs(JsonWriter& json, std::string_view key, const std::vector<int>& outputs) {
    if (outputs.size() == 1)
        json.field(key, outputs.front());
    else
        json.array(key, outputs);
}

namespace {

void writeText(JsonWriter& json, std::string_view key, const std::string& text,
               const model::TextInput& input, const std::vector<std::string>& tokens) {
    json.key(key).beginObject().field("text", text).array("ids", input.ids);
    json.array("tokens", tokens).endObject();
}

void writeMetrics(JsonWriter& json, const PairRuns& runs) {
    json.key("metrics").beginObject();
    for (const bool ofClean : {true, false}) {
        json.key(ofClean ? "clean" : "corrupt").beginObject();
        for (const Metric metric :
             {Metric::logitDifference, Metric::logProbabilityDifference,
              Metric::probabilityDifference, Metric::logProbability, Metric::kl})
            json.field(nameOf(metric), runs.valueOf(metric, ofClean));
        json.endObject();
    }
    json.endObject();
}

void writeHead(JsonWriter& json, const Components& parts) {
    const Graph& graph = parts.graph();
    const model::Spec& spec = parts.network().spec;
    json.field("kind", spec.placement == model::Placement::post ? "post"
                       : graph.isParallel()                     ? "parallel"
                                                                : "pre");
    json.field("layers", graph.layers()).field("heads", graph.heads());
    json.field("key_value_heads", spec.keyHeads).key("sources").beginArray();
    for (int node = 0; node < graph.nodes(); ++node) json.value(graph.nodeName(node));
    json.endArray().field("receivers", graph.receivers()).key("edges").beginArray();
    for (int edge = 0; edge < graph.edges(); ++edge) json.value(graph.edgeName(edge));
    json.endArray();
}

/// The means of the list's nodes, by position and over positions; none if its texts differ in length.
Result<std::vector<NodeValues>> meansOf(const PairList& list, const model::Stop& stop) {
    std::vector<NodeValues> made;
    for (const Pair& pair : list.pairs())
        if (pair.clean.length() != list.pairs().front().clean.length()) return made;
    for (const bool overPositions : {false, true}) {
        auto means = list.means(overPositions, stop);
        if (!means) return std::unexpected(std::move(means.error()));
        made.push_back(std::move(*means));
    }
    return made;
}

}  // namespace

Result<std::string> allJson(const model::Session& session, const Components& parts,
                            const std::vector<NamedPair>& pairs, const Watch& watch) {
    std::vector<Pair> plain;
    for (const NamedPair& one : pairs) plain.push_back(one.pair);
    const auto list = PairList::of(parts, std::move(plain));
    if (!list) return std::unexpected(list.error());
    const auto means = meansOf(*list, watch.stop);
    if (!means) return std::unexpected(means.error());
    JsonWriter json;
    json.beginObject();
    writeHead(json, parts);
    json.field("metric", nameOf(pairs.front().pair.question.metric)).key("pairs").beginArray();
    const auto good = list->each(
        [&](int index, const PairRuns& runs) -> Result<void> {
            const NamedPair& named = pairs[index];
            const Pair& pair = named.pair;
            json.beginObject();
            writeText(json, "clean", named.clean, pair.clean, named.cleanTokens);
            writeText(json, "corrupt", named.corrupt, pair.corrupt, named.corruptTokens);
            json.key("differs").beginArray();
            for (int i = 0; i < pair.clean.length(); ++i)
                if (pair.clean.ids[i] != pair.corrupt.ids[i]) json.value(i);
            json.endArray().field("position", pair.question.position);
            writeOutputs(json, "answer", pair.question.answer);
            writeOutputs(json, "against", pair.question.against);
            writeMetrics(json, runs);
            if (index < 2) {
                const bool hasEap = pair.question.metric != Metric::kl;
                std::vector<double> eap;
                if (hasEap) {
                    auto scores = runs.scores({.kind = ScoreKind::eap}, {{}, watch.stop});
                    if (!scores) return std::unexpected(std::move(scores.error()));
                    eap = std::move(*scores);
                    json.array("eap", eap);
                }
                const auto integrated = runs.scores({}, {{}, watch.stop});
                if (!integrated) return std::unexpected(integrated.error());
                json.array("eap_ig_5", *integrated);
                if (index == 0)
                    if (auto done = writeFirstPair(json, session, runs, eap, *means, watch); !done)
                        return done;
            }
            json.endObject();
            return {};
        },
        watch.stop);
    if (!good) return std::unexpected(good.error());
    json.endArray();
    if (parts.network().spec.isCausal())
        if (auto done = writeRepeats(json, session, parts, watch.stop); !done)
            return std::unexpected(std::move(done.error()));
    if (auto done = writeList(json, *list, watch); !done)
        return std::unexpected(std::move(done.error()));
    return json.endObject().take();
}

}  // namespace hw::circuit
