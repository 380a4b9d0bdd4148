// SPDX-License-Identifier: MIT
#include "model/circuit/report/circuit_json.h"

#include <algorithm>
#include <limits>

#include "io/write/json_writer.h"

namespace hw::circuit {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();  ///< null in JSON

/// The part of a watched computation from `from` to `to`.
Watch partOf(const Watch& watch, double from, double to) {
    if (!watch.progress) return watch;
    return {[&watch, from, to](double done) { watch.progress(from + (to - from) * done); },
            watch.stop};
}

/// The smallest tested circuit that keeps nine tenths, or the given share.
int sizeOf(const Graph& graph, const CircuitRequest& request, const CircuitTest& test) {
    if (request.edges > 0) return std::min(request.edges, graph.edges());
    if (request.share > 0) return static_cast<int>(std::min(request.share, 1.0) * graph.edges());
    for (std::size_t i = 0; i < test.sizes.size(); ++i)
        if (test.hasShares && test.faithfulness[i] >= 0.9) return test.sizes[i];
    return graph.edges();
}

void write(JsonWriter& json, const CircuitTest& test, const CircuitRequest& request) {
    const auto shares = [&](std::string_view name, const std::vector<double>& values) {
        json.key(name).beginArray();
        for (const double value : values) json.value(test.hasShares ? value : none);
        json.endArray();
    };
    json.beginObject().array("shares", testedShares).array("sizes", test.sizes);
    json.array("kept_after_pruning", test.keptAfterPruning);
    json.field("m_empty", test.empty).field("m_full", test.full);
    shares("faithfulness", test.faithfulness);
    json.key("intervals").beginArray();
    for (const model::Spread& spread : test.intervals)
        json.beginArray()
            .value(test.hasShares ? spread.low : none)
            .value(test.hasShares ? spread.high : none)
            .endArray();
    json.endArray();
    json.field("cpr", test.hasShares ? test.areas.cpr : none);
    json.field("cmd", test.hasShares ? test.areas.cmd : none);
    shares("complement", test.complement);
    json.key("random").beginObject().field("seed", static_cast<long long>(request.seed));
    json.key("faithfulness").beginArray();
    for (const std::vector<double>& row : test.random) {
        json.beginArray();
        for (const double value : row) json.value(test.hasShares ? value : none);
        json.endArray();
    }
    json.endArray().endObject().endObject();
}

void write(JsonWriter& json, const Graph& graph, const MinimumCut& cut) {
    const auto names = [&](std::string_view name, const std::vector<int>& edges) {
        json.key(name).beginArray();
        for (const int edge : edges) json.value(graph.edgeName(edge));
        json.endArray();
    };
    json.beginObject()
        .field("value", cut.value())
        .field("value_units", static_cast<long long>(cut.units));
    json.field("unit", cut.unit).field("bits", cutBits);
    names("cut", cut.nearInput);
    names("cut_nearest_logits", cut.nearLogits);
    json.field("unique", cut.isUnique).key("flow").beginArray();
    for (const MinimumCut::Flow& flow : cut.flow)
        json.beginArray()
            .value(graph.nodeName(flow.from))
            .value(flow.to == graph.nodes() ? "logits" : graph.nodeName(flow.to))
            .value(static_cast<long long>(flow.units))
            .endArray();
    json.endArray().endObject();
}

}  // namespace

Result<CircuitAnswer> findCircuit(const PairList& list, const CircuitRequest& request,
                                  const Watch& watch) {
    const Graph& graph = list.parts().graph();
    const bool hasHalves = list.pairs().size() >= 4;
    const TestOptions options{.selection = request.selection,
                              .replacement = request.replacement,
                              .randomSets = request.randomSets,
                              .seed = request.seed,
                              .hasComplement = true};
    CircuitAnswer made;
    auto scores = list.scores(request.scores, partOf(watch, 0, hasHalves ? 0.3 : 0.4));
    if (!scores) return std::unexpected(std::move(scores.error()));
    made.scores = std::move(*scores);
    auto test = list.test(made.scores, options, partOf(watch, 0.4, hasHalves ? 0.7 : 1));
    if (!test) return std::unexpected(std::move(test.error()));
    made.test = std::move(*test);
    if (hasHalves) {
        const auto own = list.half(false).scores(request.scores, partOf(watch, 0.7, 0.85));
        if (!own) return std::unexpected(own.error());
        auto other = list.half(true).test(*own, options, partOf(watch, 0.85, 1));
        if (!other) return std::unexpected(std::move(other.error()));
        made.heldOut = std::move(*other);
    }
    made.circuit = pruned(
        graph, chosen(graph, made.scores, sizeOf(graph, request, made.test), request.selection));
    made.cut = minimumCut(graph, made.scores, made.circuit);
    return made;
}

double passesFor(const Graph& graph, const CircuitRequest& request, int pairs) {
    const double tests = static_cast<double>(testedShares.size()) * (2 + request.randomSets);
    const double halves = pairs >= 4 ? 0.5 : 0;
    return pairs * (passesFor(graph, request.scores) * (1 + halves) + tests * (1 + halves));
}

std::string circuitJson(const PairList& list, const CircuitRequest& request,
                        const CircuitAnswer& answer) {
    const Graph& graph = list.parts().graph();
    const std::vector<bool> isIn = maskOf(graph, answer.circuit);
    std::vector<bool> isNodeIn(graph.nodes() + 1, false);
    for (const int edge : answer.circuit) {
        isNodeIn[graph.ends(edge).node] = true;
        isNodeIn[graph.nodeOf(graph.ends(edge).receiver)] = true;
    }
    JsonWriter json;
    json.beginObject().key("cfg").beginObject().field("n_layers", graph.layers());
    json.field("n_heads", graph.heads()).field("parallel_attn_mlp", graph.isParallel()).endObject();
    json.key("nodes").beginObject();
    for (int node = 0; node < graph.nodes(); ++node)
        json.field(graph.nodeName(node), bool{isNodeIn[node]});
    json.field("logits", bool{isNodeIn[graph.nodes()]}).endObject();
    json.key("edges").beginObject();
    for (int edge = 0; edge < graph.edges(); ++edge)
        json.key(graph.edgeName(edge))
            .beginObject()
            .field("score", answer.scores[edge])
            .field("in_graph", bool{isIn[edge]})
            .endObject();
    json.endObject();
    json.field("metric", nameOf(list.pairs().front().question.metric));
    json.field("scores", nameOf(request.scores.kind));
    json.field("pairs", static_cast<int>(list.pairs().size()));
    json.key("test");
    write(json, answer.test, request);
    json.key("held_out");
    if (answer.heldOut)
        write(json, *answer.heldOut, request);
    else
        json.null();
    json.key("minimum_cut");
    write(json, graph, answer.cut);
    return json.endObject().take();
}

}  // namespace hw::circuit
