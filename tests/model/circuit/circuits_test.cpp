// SPDX-License-Identifier: MIT
// Circuits, their tests and minimum cuts, compared with masks in the real library and networkx (shared/data/circuits).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <cstdlib>
#include <random>

#include "model/circuit/circuit_reference.h"
#include "model/circuit/list/minimum_cut.h"
#include "model/circuit/list/pair_list.h"

namespace hw::circuit {
namespace {

std::string aCircuitCase() {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    return GENERATE(as<std::string>(), "gpt2", "llama", "smollm", "pythia", "bert_mlm", "agreement",
                    "induction_toy");
}

struct ListReference : CircuitReference {
    explicit ListReference(const std::string& name) : CircuitReference(name) {
        std::vector<Pair> pairs;
        for (int i = 0; i < this->pairs(); ++i) pairs.push_back(pair(i));
        auto made = PairList::of(*parts, std::move(pairs));
        REQUIRE(made);
        list.emplace(std::move(*made));
        eap = numbers(json.find(0, "list", "mean_scores"), "eap");
        integrated = numbers(json.find(0, "list", "mean_scores"), "eap_ig_5");
    }
    std::vector<int> edgesOf(io::NodeId names) const {
        std::vector<int> edges;
        for (const io::NodeId name : json.children(names))
            edges.push_back(parts->graph().edgeNamed(json.string(name)));
        return edges;
    }
    void shares(const std::vector<double>& found, const std::vector<double>& wanted) const {
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CAPTURE(i, found[i], wanted[i]);
            CHECK(std::abs(found[i] - wanted[i]) <= 1e-3 * std::max(1.0, std::abs(wanted[i])));
        }
    }

    std::optional<PairList> list;
    std::vector<double> eap;
    std::vector<double> integrated;
};

double scoreSum(const std::vector<double>& scores, const std::vector<int>& edges) {
    double sum = 0;
    for (const int edge : edges) sum += scores[edge];
    return sum;
}

}  // namespace

TEST_CASE("mean scores over a list are the library's") {
    const ListReference reference(aCircuitCase());
    for (const auto& [kind, wanted] : {std::pair{ScoreKind::eap, &reference.eap},
                                       std::pair{ScoreKind::eapIg, &reference.integrated}}) {
        const auto scores = reference.list->scores({.kind = kind});
        REQUIRE(scores);
        reference.near(*scores, *wanted, 2e-4);
    }
}

TEST_CASE("the faithfulness of circuits is the library's") {
    const ListReference reference(aCircuitCase());
    const io::NodeId circuits = reference.json.find(0, "list", "circuits");
    for (const io::NodeId node : reference.json.children(circuits)) {
        const std::string name(reference.json.key(node));
        CAPTURE(name);
        const bool hasMore = reference.json.find(node, "complement") != io::none;
        const TestOptions options{
            .selection = {.choose = name.contains("greedy") ? Choose::greedy : Choose::top,
                          .isSigned = name.contains("signed")},
            .replacement = name.contains("mean")   ? Replacement::meanByPosition
                           : name.contains("zero") ? Replacement::zero
                                                   : Replacement::resample,
            .randomSets = hasMore ? 3 : 0,
            .hasComplement = hasMore};
        const auto test = reference.list->test(
            name.starts_with("eap_ig_5") ? reference.integrated : reference.eap, options);
        REQUIRE(test);
        CHECK(test->sizes == reference.whole(node, "sizes"));
        CHECK(test->keptAfterPruning == reference.whole(node, "kept_after_pruning"));
        CHECK(std::abs(test->empty - reference.number(node, "m_empty")) < 5e-4);
        CHECK(std::abs(test->full - reference.number(node, "m_full")) < 5e-4);
        reference.shares(test->faithfulness, reference.numbers(node, "faithfulness"));
        reference.shares({test->areas.cpr, test->areas.cmd},
                         {reference.number(node, "cpr"), reference.number(node, "cmd")});
        if (const io::NodeId edges = reference.json.find(node, "edges_at_2_percent");
            edges != io::none) {
            CHECK(test->circuits[4] == reference.edgesOf(edges));
        }
        if (!hasMore) continue;
        reference.shares(test->complement, reference.numbers(node, "complement"));
        std::vector<double> random;
        for (const std::vector<double>& row : test->random)
            random.insert(random.end(), row.begin(), row.end());
        reference.shares(random,
                         reference.all(reference.json.find(node, "random", "faithfulness")));
    }
    const io::NodeId minimality = reference.json.find(0, "list", "minimality");
    const auto made =
        reference.list->minimality(reference.edgesOf(reference.json.find(minimality, "edges")));
    REQUIRE(made);
    reference.shares({made->faithfulness}, {reference.number(minimality, "faithfulness")});
    reference.shares(made->loss, reference.numbers(minimality, "loss_without"));
}

TEST_CASE("minimum cuts are those of networkx, and patching one gives the corrupt run") {
    const ListReference reference(aCircuitCase());
    const Graph& graph = reference.parts->graph();
    const std::vector<double>& scores = reference.integrated;
    const auto check = [&](io::NodeId node, const std::vector<int>& inside, double price) {
        const MinimumCut cut = minimumCut(graph, scores, inside, price);
        CHECK(std::abs(static_cast<double>(cut.units) - reference.number(node, "value_units")) <=
              1e-11 * reference.number(node, "value_units"));
        CHECK(cut.nearInput == reference.edgesOf(reference.json.find(node, "cut")));
        CHECK(cut.nearLogits == reference.edgesOf(reference.json.find(node, "cut_nearest_logits")));
        CHECK(cut.isUnique == reference.json.truth(reference.json.find(node, "unique")));
        CHECK(verify(graph, scores, inside, price, cut));
        MinimumCut more = cut;
        ++more.units;
        CHECK_FALSE(verify(graph, scores, inside, price, more));
        return cut;
    };
    const io::NodeId cuts = reference.json.find(0, "list", "minimum_cuts");
    for (const io::NodeId node : reference.json.children(cuts)) {
        const double share =
            std::strtod(std::string(reference.json.key(node)).c_str() + 4, nullptr);
        CAPTURE(share);
        const std::vector<int> inside =
            pruned(graph, chosen(graph, scores, static_cast<int>(share * graph.edges())));
        CHECK(static_cast<double>(inside.size()) == reference.number(node, "edges_inside"));
        const MinimumCut cut = check(node, inside, 0);
        CHECK(std::abs(scoreSum(scores, cut.nearInput) - reference.number(node, "cut_signed_sum")) <
              1e-6);
        // Everything outside the circuit and the cut patched.
        std::vector<bool> kept = maskOf(graph, inside);
        for (const int edge : cut.nearInput) kept[edge] = false;
        const auto values = reference.list->values({kept}, Replacement::resample);
        REQUIRE(values);
        for (int pair = 0; pair < values->pairs; ++pair)
            CHECK(std::abs(values->values[pair] - values->empty[pair]) <=
                  2e-5 * std::max(1.0, values->logitSize));
    }
    std::vector<int> all(graph.edges());
    for (int edge = 0; edge < graph.edges(); ++edge) all[edge] = edge;
    const io::NodeId priced = reference.json.find(0, "list", "minimum_cuts_priced");
    for (const io::NodeId node : reference.json.children(priced))
        check(node, all, std::strtod(std::string(reference.json.key(node)).c_str(), nullptr));
}

TEST_CASE("the known circuits of both small models are found first") {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    {
        const ListReference reference("agreement");
        const Graph& graph = reference.parts->graph();
        const auto scores = reference.list->scores({});
        REQUIRE(scores);
        CHECK(graph.edgeName(chosen(graph, *scores, 1).front()) == "input->a0.h0<v>");
        const MinimumCut cut =
            minimumCut(graph, *scores, pruned(graph, chosen(graph, *scores, graph.edges() / 20)));
        REQUIRE(cut.nearInput.size() == 1);
        CHECK(graph.edgeName(cut.nearInput.front()) == "input->a0.h0<v>");
    }
    const ListReference reference("induction_toy");
    const Graph& graph = reference.parts->graph();
    const auto scores = reference.list->scores({});
    REQUIRE(scores);
    const std::vector<int> five = chosen(graph, *scores, 5);
    for (const char* name : {"input->a0.h2<v>", "a1.h0->logits", "a0.h2->a1.h0<k>", "a1.h3->logits",
                             "a0.h2->a1.h3<k>"})
        CHECK(std::ranges::count(five, graph.edgeNamed(name)) == 1);
    const auto values = reference.list->values({maskOf(graph, five)}, Replacement::resample);
    REQUIRE(values);
    CHECK(std::abs(values->faithfulness(0) - 0.995) < 1e-3);
    const model::Spread spread = values->interval(0, 0);
    CHECK(spread.low <= values->faithfulness(0));
    CHECK(spread.high >= values->faithfulness(0));
}

TEST_CASE("any set of scores gives a cut that a flow proves and that brings the corrupt run") {
    auto opened = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/families/gpt2"));
    REQUIRE(opened);
    const auto parts = Components::of(*opened);
    REQUIRE(parts);
    const Graph& graph = parts->graph();
    const auto runs = PairRuns::of(
        *parts, {{{1, 2, 3, 4}}, {{1, 5, 3, 4}}, {.answer = {0}, .against = {1}, .position = 3}});
    REQUIRE(runs);
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        std::vector<double> scores;
        for (int edge = 0; edge < graph.edges(); ++edge)
            scores.push_back(static_cast<double>(random() % 7) - 3);
        const std::vector<int> inside = chosen(graph, scores, graph.edges() / 2);
        const MinimumCut cut = minimumCut(graph, scores, inside);
        CHECK(verify(graph, scores, inside, 0, cut));
        for (const std::vector<int>* edges : {&cut.nearInput, &cut.nearLogits}) {
            std::vector<bool> kept = maskOf(graph, inside);
            for (const int edge : *edges) kept[edge] = false;
            const auto value = runs->masked({kept});
            REQUIRE(value);
            CHECK(std::abs(value->front() - runs->corruptValue()) < 2e-5);
        }
    }
}

}  // namespace hw::circuit
