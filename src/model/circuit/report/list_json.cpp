// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "model/circuit/list/minimum_cut.h"
#include "model/circuit/report/all_json.h"
#include "model/circuit/report/json_parts.h"

namespace hw::circuit {
namespace {

/// A column of the test of circuits.
struct Tested {
    std::string name;
    const std::vector<double>* scores;
    TestOptions options;
};

std::vector<Tested> testsOf(const std::vector<double>& eap, const std::vector<double>& integrated,
                            bool hasMeans) {
    std::vector<Tested> tests;
    for (const auto& [name, scores] :
         {std::pair{"eap", &eap}, std::pair{"eap_ig_5", &integrated}}) {
        if (scores->empty()) continue;
        const bool isMain = scores == &integrated;
        const std::string front(name);
        tests.push_back({front + " top absolute",
                         scores,
                         {.randomSets = isMain ? 3 : 0, .hasComplement = isMain}});
        tests.push_back({front + " top signed", scores, {.selection = {.isSigned = true}}});
        tests.push_back(
            {front + " greedy absolute", scores, {.selection = {.choose = Choose::greedy}}});
    }
    if (hasMeans)
        tests.push_back({"eap_ig_5 top absolute, mean by position",
                         &integrated,
                         {.replacement = Replacement::meanByPosition}});
    tests.push_back(
        {"eap_ig_5 top absolute, zero", &integrated, {.replacement = Replacement::zero}});
    return tests;
}

void writeTest(JsonWriter& json, const Graph& graph, const Tested& tested,
               const CircuitTest& test) {
    constexpr std::size_t few = 30;  // edges that are listed
    json.key(tested.name).beginObject().array("sizes", test.sizes);
    json.array("kept_after_pruning", test.keptAfterPruning);
    json.field("m_empty", test.empty).field("m_full", test.full);
    json.array("faithfulness", test.faithfulness);
    json.field("cpr", test.areas.cpr).field("cmd", test.areas.cmd);
    const std::vector<int>& circuit = test.circuits[4];
    if (tested.options.selection.choose == Choose::greedy ||
        (!circuit.empty() && circuit.size() < few)) {
        json.key("edges_at_2_percent");
        writeEdges(json, graph, circuit);
    }
    if (!test.complement.empty()) json.array("complement", test.complement);
    if (!test.random.empty()) {
        json.key("random").beginObject().field("seed", 0).key("faithfulness").beginArray();
        for (const std::vector<double>& row : test.random) {
            json.beginArray();
            for (const double value : row) json.value(value);
            json.endArray();
        }
        json.endArray().endObject();
    }
    json.endObject();
}

void writeCut(JsonWriter& json, const Graph& graph, const MinimumCut& cut) {
    json.field("value", cut.value()).field("value_units", static_cast<long long>(cut.units));
    json.field("unit", cut.unit).field("bits", cutBits).key("cut");
    writeEdges(json, graph, cut.nearInput);
    json.key("cut_nearest_logits");
    writeEdges(json, graph, cut.nearLogits);
    json.field("unique", cut.isUnique);
}

double sumOf(std::span<const double> scores, std::span<const int> edges) {
    double sum = 0;
    for (const int edge : edges) sum += scores[edge];
    return sum;
}

/// The cut inside the largest edges, with the faithfulness of the circuit before it and after it.
Result<void> writeCutInside(JsonWriter& json, const PairList& list,
                            const std::vector<double>& scores, double share,
                            const model::Stop& stop) {
    const Graph& graph = list.parts().graph();
    const std::vector<int> inside =
        pruned(graph, chosen(graph, scores, static_cast<int>(share * graph.edges())));
    const MinimumCut cut = minimumCut(graph, scores, inside);
    std::vector<std::vector<bool>> masks(3, maskOf(graph, inside));
    for (const int edge : cut.nearInput) masks[1][edge] = false;
    for (const int edge : cut.nearLogits) masks[2][edge] = false;
    const auto values = list.values(masks, Replacement::resample, {{}, stop});
    if (!values) return std::unexpected(values.error());
    writeCut(json, graph, cut);
    json.key("source_side").beginArray();
    for (const int node : cut.inputSide) json.value(graph.nodeName(node));
    json.endArray().field("edges_inside", static_cast<int>(inside.size()));
    json.field("faithfulness_before", values->faithfulness(0));
    json.field("cut_faithfulness_after", values->faithfulness(1));
    json.field("cut_signed_sum", sumOf(scores, cut.nearInput));
    json.field("cut_nearest_logits_faithfulness_after", values->faithfulness(2));
    json.field("cut_nearest_logits_signed_sum", sumOf(scores, cut.nearLogits));
    return {};
}

/// The number of different texts.
int textsOf(const PairList& list) {
    std::vector<std::vector<int>> texts;
    for (const Pair& pair : list.pairs())
        for (const auto* ids : {&pair.clean.ids, &pair.corrupt.ids})
            if (std::ranges::find(texts, *ids) == texts.end()) texts.push_back(*ids);
    return static_cast<int>(texts.size());
}

}  // namespace

Result<void> writeList(JsonWriter& json, const PairList& list, const Watch& watch) {
    const Graph& graph = list.parts().graph();
    const Watch quiet{{}, watch.stop};
    const bool hasEap = list.pairs().front().question.metric != Metric::kl;
    std::vector<double> eap;
    if (hasEap) {
        auto scores = list.scores({.kind = ScoreKind::eap}, quiet);
        if (!scores) return std::unexpected(std::move(scores.error()));
        eap = std::move(*scores);
    }
    const auto integrated = list.scores({}, quiet);
    if (!integrated) return std::unexpected(integrated.error());
    json.key("list").beginObject().key("mean_scores").beginObject();
    if (hasEap) json.array("eap", eap);
    json.array("eap_ig_5", *integrated).endObject();
    json.field("texts_in_mean", textsOf(list)).key("circuits").beginObject();
    const bool hasMeans = std::ranges::all_of(list.pairs(), [&](const Pair& pair) {
        return pair.clean.length() == list.pairs().front().clean.length();
    });
    for (const Tested& tested : testsOf(eap, *integrated, hasMeans)) {
        const auto test = list.test(*tested.scores, tested.options, quiet);
        if (!test) return std::unexpected(test.error());
        writeTest(json, graph, tested, *test);
    }
    json.endObject();
    if (const int tenth = static_cast<int>(.1 * graph.edges()); graph.edges() <= mostSingleEdges) {
        const auto made = list.minimality(chosen(graph, *integrated, tenth), quiet);
        if (!made) return std::unexpected(made.error());
        json.key("minimality").beginObject().key("edges");
        writeEdges(json, graph, made->edges);
        json.field("faithfulness", made->faithfulness).array("loss_without", made->loss);
        json.endObject();
    }
    json.key("minimum_cuts").beginObject();
    for (const auto& [name, share] : {std::pair{"top 1", 1.0}, std::pair{"top 0.2", .2},
                                      std::pair{"top 0.1", .1}, std::pair{"top 0.05", .05}}) {
        json.key(name).beginObject();
        if (auto good = writeCutInside(json, list, *integrated, share, watch.stop); !good)
            return good;
        json.endObject();
    }
    json.endObject().key("minimum_cuts_priced").beginObject();
    const std::vector<int> all = chosen(graph, *integrated, graph.edges());
    for (const auto& [name, price] :
         {std::pair{"0.001", .001}, std::pair{"0.01", .01}, std::pair{"0.1", .1}}) {
        json.key(name).beginObject();
        writeCut(json, graph, minimumCut(graph, *integrated, all, price));
        json.endObject();
    }
    json.endObject().endObject();
    return {};
}

}  // namespace hw::circuit
