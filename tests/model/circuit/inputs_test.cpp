// SPDX-License-Identifier: MIT
// Attributions to inputs, compared with the real library (shared/data/circuits).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <numeric>

#include "model/ask/contributions.h"
#include "model/circuit/circuit_reference.h"
#include "model/circuit/detail/inputs.h"
#include "model/circuit/detail/removal.h"

namespace hw::circuit {
namespace {

std::string anInputCase() {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    return GENERATE(as<std::string>(), "gpt2", "llama", "smollm", "pythia", "bert_mlm", "agreement",
                    "induction_toy");
}

struct InputReference : CircuitReference {
    explicit InputReference(const std::string& name)
        : CircuitReference(name), node(json.find(pairNode(0), "inputs")), text(pair(0).clean) {
        auto made = detailedRun(*parts, text);
        REQUIRE(made);
        run.emplace(std::move(*made));
        answer = static_cast<int>(number(node, "answer"));
        position = static_cast<int>(number(node, "position"));
    }
    /// Whether a node's numbers are within a share of their largest.
    void same(const std::vector<double>& found, io::NodeId wanted, double share = 5e-5) const {
        near(found, all(wanted), share);
    }

    io::NodeId node;
    model::TextInput text;
    std::optional<DetailedRun> run;
    int answer = 0;
    int position = 0;
};

}  // namespace

TEST_CASE("flow routes, ALTI-Logit and MACS are the library's") {
    const InputReference reference(anInputCase());
    const Graph& graph = reference.parts->graph();
    const io::NodeId node = reference.json.find(reference.node, "flow_routes");
    if (node == io::none) {
        CHECK_FALSE(flowRoutes(*reference.parts, *reference.run));
        return;
    }
    const auto routes = flowRoutes(*reference.parts, *reference.run);
    REQUIRE(routes);
    const auto layers = reference.json.children(reference.json.find(node, "layers"));
    REQUIRE(layers.size() == routes->size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerRoutes& one = (*routes)[i];
        const auto at = [&](const char* key) { return reference.json.find(layers[i], key); };
        reference.same(one.heads, at("heads"));
        reference.same(one.attention, at("attention"));
        reference.same(one.residual, at("residual"));
        reference.same(one.mlp, at("mlp"));
        reference.same(one.mlpResidual, at("mlp_residual"));
    }
    const KeptRoutes kept =
        keptRoutes(*routes, reference.position, reference.number(node, "threshold"));
    const auto edges = reference.json.children(reference.json.find(node, "edges"));
    REQUIRE(edges.size() == kept.edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto parts = reference.json.children(edges[i]);
        constexpr const char* names[] = {"mlp", "attention", "residual"};
        CHECK(reference.json.number(parts[0]) == kept.edges[i].layer);
        CHECK(reference.json.string(parts[1]) == names[std::to_underlying(kept.edges[i].kind)]);
        CHECK(reference.json.number(parts[2]) == kept.edges[i].query);
        CHECK(reference.json.number(parts[3]) == kept.edges[i].key);
    }
    CHECK(kept.reached == reference.whole(node, "reached"));
    const auto direct =
        directContributions(*reference.parts, *reference.run, reference.pair(0).question);
    REQUIRE(direct);
    const auto trace = model::forward(reference.network, {reference.text}, {.keepsRecords = true});
    REQUIRE(trace);
    const auto alti = model::contributions(reference.network, *trace);
    REQUIRE(alti);
    reference.same(altiLogit(graph, *direct, alti->alti, reference.position),
                   reference.json.find(reference.node, "alti_logit"));
    std::vector<int> sources(reference.position);
    std::iota(sources.begin(), sources.end(), 0);
    const Macs found = macs(*reference.run, graph, reference.position, sources);
    reference.same(found.logProducts, reference.json.find(reference.node, "macs", "log_products"));
    reference.same(found.z, reference.json.find(reference.node, "macs", "z"));
}

TEST_CASE("TokenRank and LeGrad are the library's") {
    const InputReference reference(anInputCase());
    const Graph& graph = reference.parts->graph();
    std::vector<double> ranks;
    for (int layer = 0; layer < graph.layers(); ++layer) {
        const std::vector<double> own = tokenRank(*reference.run, graph, layer);
        ranks.insert(ranks.end(), own.begin(), own.end());
    }
    reference.same(ranks, reference.json.find(reference.node, "token_rank"));
    const auto found =
        leGrad(*reference.parts, reference.text, reference.answer, reference.position);
    REQUIRE(found);
    reference.same(*found, reference.json.find(reference.node, "legrad_layers"), 2e-4);
}

TEST_CASE("removal curves and LDS are the library's") {
    const InputReference reference(anInputCase());
    const Removal removal{
        .text = reference.text,
        .answer = reference.answer,
        .position = reference.position,
        .removable = reference.whole(reference.node, "removable"),
        .replacement = static_cast<int>(reference.number(reference.node, "replacement"))};
    const std::vector<double> scores = reference.numbers(reference.node, "scores");
    const auto found = removalCurves(reference.network, removal, scores);
    REQUIRE(found);
    const io::NodeId node = reference.json.find(reference.node, "removal");
    CHECK(found->order == reference.whole(node, "order"));
    CHECK(found->counts == reference.whole(node, "k"));
    for (const auto& [key, list] :
         {std::pair{"comprehensiveness", &RemovalCurves::comprehensiveness},
          std::pair{"sufficiency", &RemovalCurves::sufficiency},
          std::pair{"log_odds", &RemovalCurves::logOdds},
          std::pair{"deletion", &RemovalCurves::deletion},
          std::pair{"insertion", &RemovalCurves::insertion}}) {
        CAPTURE(key);
        const std::vector<double> wanted = reference.numbers(node, key);
        REQUIRE(((*found).*list).size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(std::abs(((*found).*list)[i] - wanted[i]) <
                  2e-5 * std::max(1.0, std::abs(wanted[i])));
    }
    for (const auto& [key, value] :
         {std::pair{"probability", found->probability},
          std::pair{"aopc_comprehensiveness", found->meanComprehensiveness},
          std::pair{"aopc_sufficiency", found->meanSufficiency},
          std::pair{"deletion_area", found->deletionArea},
          std::pair{"insertion_area", found->insertionArea}})
        CHECK(std::abs(value - reference.number(node, key)) < 2e-5);
    const auto draws = removalDraws(reference.network, removal, scores);
    REQUIRE(draws);
    const io::NodeId lds = reference.json.find(reference.node, "lds");
    CHECK(draws->keeps == static_cast<int>(reference.number(lds, "keep")));
    reference.same(draws->logOdds, reference.json.find(lds, "values"), 2e-4);
    reference.same(draws->predicted, reference.json.find(lds, "predicted"));
    CHECK(std::abs(draws->correlation - reference.number(lds, "lds")) < 0.02);
}

}  // namespace hw::circuit
