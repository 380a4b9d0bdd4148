// SPDX-License-Identifier: MIT
// Edges, patches and scores, compared with masks and hooks in the real library (shared/data/circuits).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <numeric>

#include "model/circuit/circuit_reference.h"

namespace hw::circuit {
namespace {

constexpr double ofGradients = 2e-4;  ///< the tolerance of scores with gradients

std::string aCase() {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    return GENERATE(as<std::string>(), "gpt2", "llama", "smollm", "pythia", "bert_mlm", "agreement",
                    "induction_toy");
}

std::vector<int> upTo(int count) {
    std::vector<int> list(count);
    std::iota(list.begin(), list.end(), 0);
    return list;
}

std::vector<double> valueOf(Result<std::vector<double>> made) {
    INFO((made ? "" : sentence(made.error())));
    REQUIRE(made);
    return *made;
}

}  // namespace

TEST_CASE("the edges have the names and the order of MIB") {
    const CircuitReference reference(aCase());
    const Graph& graph = reference.parts->graph();
    const auto names = reference.json.children(reference.json.find(0, "edges"));
    REQUIRE(std::cmp_equal(names.size(), graph.edges()));
    for (int edge = 0; edge < graph.edges(); ++edge) {
        const std::string name(reference.json.string(names[edge]));
        CHECK(graph.edgeName(edge) == name);
        CHECK(graph.edgeNamed(name) == edge);
    }
    CHECK(graph.receivers() == static_cast<int>(reference.number(0, "receivers")));
}

TEST_CASE("metrics are the library's") {
    const CircuitReference reference(aCase());
    for (int index = 0; index < reference.pairs(); ++index) {
        const PairRuns runs = reference.runs(index);
        for (const bool ofClean : {true, false}) {
            const io::NodeId wanted = reference.json.find(reference.pairNode(index), "metrics",
                                                          ofClean ? "clean" : "corrupt");
            for (const Metric metric :
                 {Metric::logitDifference, Metric::logProbabilityDifference,
                  Metric::probabilityDifference, Metric::logProbability, Metric::kl}) {
                const double number = reference.number(wanted, nameOf(metric));
                CAPTURE(nameOf(metric), number);
                CHECK(std::abs(runs.valueOf(metric, ofClean) - number) <
                      2e-5 * std::max(1.0, std::abs(number)));
            }
        }
    }
}

TEST_CASE("scores of edges are the library's") {
    const CircuitReference reference(aCase());
    const int last = std::min(2, reference.pairs());
    for (int index = 0; index < last; ++index) {
        const PairRuns runs = reference.runs(index);
        const io::NodeId node = reference.pairNode(index);
        for (const auto& [name, options] :
             {std::pair{"eap", ScoreOptions{ScoreKind::eap}},
              std::pair{"eap_ig_5", ScoreOptions{ScoreKind::eapIg}},
              std::pair{"eap_ig_activations_5", ScoreOptions{ScoreKind::activations}},
              std::pair{"eap_ig_activations_5_mib", ScoreOptions{ScoreKind::activationsMib}}}) {
            const std::vector<double> wanted = reference.numbers(node, name);
            if (wanted.empty()) continue;
            CAPTURE(name, index);
            reference.near(valueOf(runs.scores(options)), wanted, ofGradients);
        }
    }
    const PairRuns runs = reference.runs(0);
    const io::NodeId by = reference.json.find(reference.pairNode(0), "eap_by_position");
    std::vector<int> edges;
    for (const io::NodeId child : reference.json.children(by))
        edges.push_back(reference.parts->graph().edgeNamed(reference.json.key(child)));
    REQUIRE(edges.size() == 12);
    reference.near(valueOf(runs.scoresByToken(edges)), reference.all(by), ofGradients);
    reference.near(
        valueOf(runs.attribution()),
        reference.all(reference.json.find(reference.pairNode(0), "attribution_by_position")),
        ofGradients);
}

TEST_CASE("exact patches of edges are the library's") {
    const CircuitReference reference(aCase());
    const PairRuns runs = reference.runs(0);
    const std::vector<int> edges = upTo(reference.parts->graph().edges());
    const io::NodeId node = reference.pairNode(0);
    reference.near(valueOf(runs.edges(edges, Direction::noise)), reference.numbers(node, "noise"));
    reference.near(valueOf(runs.edges(edges, Direction::denoise)),
                   reference.numbers(node, "denoise"));
}

TEST_CASE("exact patches of nodes are the library's") {
    const CircuitReference reference(aCase());
    const PairRuns runs = reference.runs(0);
    const std::vector<int> nodes = upTo(reference.parts->graph().nodes());
    const io::NodeId node = reference.json.find(reference.pairNode(0), "nodes");
    reference.near(valueOf(runs.nodes(nodes, Direction::noise, false)),
                   reference.numbers(node, "noise"));
    reference.near(valueOf(runs.nodes(nodes, Direction::denoise, false)),
                   reference.numbers(node, "denoise"));
    reference.near(valueOf(runs.nodes(nodes, Direction::denoise, true)),
                   reference.all(reference.json.find(node, "denoise_by_position")));
    const std::vector<float> zero(runs.clean().outputs.size(), 0.0F);
    reference.near(valueOf(runs.replaced(nodes, zero)), reference.numbers(node, "zero"));
}

}  // namespace hw::circuit
