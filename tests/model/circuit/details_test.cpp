// SPDX-License-Identifier: MIT
// Scores of heads, direct contributions, what heads write, scores by source, and steering, compared with the real
// library (shared/data/circuits).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>

#include "model/circuit/circuit_reference.h"
#include "model/circuit/detail/direct.h"
#include "model/circuit/detail/head_scores.h"

namespace hw::circuit {
namespace {

std::string aDetailCase() {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    return GENERATE(as<std::string>(), "gpt2", "llama", "smollm", "pythia", "bert_mlm", "agreement",
                    "induction_toy");
}

struct DetailReference : CircuitReference {
    explicit DetailReference(const std::string& name) : CircuitReference(name) {
        auto made = detailedRun(*parts, pair(0).clean);
        REQUIRE(made);
        run.emplace(std::move(*made));
    }
    /// The scores that a node names; null is NaN.
    void scores(const HeadScores& found, io::NodeId node) const {
        for (const auto& [key, score] :
             {std::pair{"previous", &HeadScores::previous}, std::pair{"self", &HeadScores::self},
              std::pair{"first", &HeadScores::first},
              std::pair{"duplicate", &HeadScores::duplicate},
              std::pair{"induction", &HeadScores::induction},
              std::pair{"entropy", &HeadScores::entropy},
              std::pair{"distance", &HeadScores::distance}}) {
            const io::NodeId wanted = json.find(node, key);
            if (wanted == io::none) continue;
            CAPTURE(key, found.*score);
            if (json.is(wanted, io::Kind::null))
                CHECK(std::isnan(found.*score));
            else
                CHECK(std::abs(found.*score - json.number(wanted)) <
                      2e-5 * std::max(1.0, json.number(wanted)));
        }
    }

    std::optional<DetailedRun> run;
};

}  // namespace

TEST_CASE("scores of heads are the library's") {
    const DetailReference reference(aDetailCase());
    const Graph& graph = reference.parts->graph();
    const io::NodeId table = reference.json.find(reference.pairNode(0), "head_scores");
    for (int layer = 0; layer < graph.layers(); ++layer)
        for (int head = 0; head < graph.heads(); ++head)
            reference.scores(
                headScores(reference.run->attention(layer, head, graph.heads()),
                           reference.run->text.ids),
                reference.json.find(table, graph.nodeName(graph.headNode(layer, head))));
}

TEST_CASE("scores on repeated random tokens are the library's") {
    const CircuitReference reference(aDetailCase());
    const io::NodeId node = reference.json.find(0, "random_repeats");
    if (node == io::none) return;
    const auto session = model::Session::open(test::partsOf(reference.folder));
    REQUIRE(session);
    const RepeatedTexts texts = repeatedTexts(*session, 8, 0);
    CHECK(texts.period == static_cast<int>(reference.number(node, "period")));
    CHECK(texts.prefix.size() == reference.json.size(reference.json.find(node, "prefix")));
    CHECK(texts.allowed.size() == static_cast<std::size_t>(reference.number(node, "allowed")));
    REQUIRE(texts.rows.size() == 8);
    CHECK(texts.rows.front() == reference.whole(node, "first_ids"));
    const auto scores = meanRepeatScores(*reference.parts, texts);
    REQUIRE(scores);
    const io::NodeId wanted = reference.json.find(node, "scores");
    const auto heads = reference.json.children(wanted);
    REQUIRE(heads.size() == scores->size());
    for (std::size_t i = 0; i < heads.size(); ++i)
        for (const auto& [key, score] :
             {std::pair{"previous", &HeadScores::previous}, std::pair{"first", &HeadScores::first},
              std::pair{"duplicate", &HeadScores::duplicate},
              std::pair{"induction", &HeadScores::induction}})
            CHECK(std::abs((*scores)[i].*score - reference.number(heads[i], key)) < 2e-5);
}

TEST_CASE("direct contributions are the library's and add up") {
    const DetailReference reference(aDetailCase());
    const Graph& graph = reference.parts->graph();
    const auto found =
        directContributions(*reference.parts, *reference.run, reference.pair(0).question);
    REQUIRE(found);
    const io::NodeId node = reference.json.find(reference.pairNode(0), "direct");
    CHECK(std::abs(found->value - reference.number(node, "value")) <
          2e-5 * std::max(1.0, std::abs(found->value)));
    CHECK(std::abs(found->sum() - found->value) < 1e-4 * std::max(1.0, std::abs(found->value)));
    const io::NodeId shares = reference.json.find(node, "shares");
    std::vector<double> wanted;
    for (int i = 0; i < graph.nodes(); ++i)
        wanted.push_back(reference.number(shares, graph.nodeName(i)));
    reference.near(found->nodes, wanted);
    if (reference.json.find(node, "tokens") == io::none) {
        CHECK(std::abs(found->head - reference.number(node, "head")) < 1e-3);
        return;
    }
    reference.near(found->tokens, reference.all(reference.json.find(node, "tokens")));
    const std::vector<double> bias = reference.numbers(node, "output_bias");
    for (std::size_t i = 0; i < bias.size(); ++i)
        CHECK(std::abs(found->outputBias[i] - bias[i]) < 1e-5);
    CHECK(std::abs(found->constant - reference.number(node, "constant")) < 1e-4);
}

TEST_CASE("what heads write and why they look are the library's") {
    const DetailReference reference(aDetailCase());
    const Graph& graph = reference.parts->graph();
    const io::NodeId table = reference.json.find(reference.pairNode(0), "written");
    const int position = reference.pair(0).question.position;
    if (table == io::none) {
        CHECK_FALSE(queryKeySplit(*reference.parts, *reference.run, 0, 0, position, 1));
        return;
    }
    double largest = 0;
    for (const double number : reference.all(table)) largest = std::max(largest, std::abs(number));
    for (int layer = 0; layer < graph.layers(); ++layer)
        for (int head = 0; head < graph.heads(); ++head) {
            const auto found = written(*reference.parts, *reference.run, layer, head, position, 3);
            REQUIRE(found);
            const io::NodeId node =
                reference.json.find(table, graph.nodeName(graph.headNode(layer, head)));
            for (const bool isUp : {true, false}) {
                const auto& list = isUp ? found->up : found->down;
                const std::vector<double> wanted =
                    reference.all(reference.json.find(node, isUp ? "up" : "down"));
                REQUIRE(wanted.size() == 6);
                for (int i = 0; i < 3; ++i) {
                    CAPTURE(layer, head, isUp, i);
                    CHECK(std::abs(list[i].second - wanted[2 * i + 1]) <
                          2e-5 * std::max(1.0, std::abs(wanted[2 * i + 1])));
                    // Heads that write nothing have no order.
                    if (std::abs(wanted[1]) > 1e-4) CHECK(list[i].first == wanted[2 * i]);
                }
            }
        }
    const io::NodeId split = reference.json.find(reference.pairNode(0), "query_key_split");
    const std::vector<int> head = reference.whole(split, "head");
    const auto found = queryKeySplit(*reference.parts, *reference.run, head[0], head[1],
                                     static_cast<int>(reference.number(split, "query")),
                                     static_cast<int>(reference.number(split, "key")));
    REQUIRE(found);
    reference.near(*found, reference.all(reference.json.find(split, "matrix")));
}

TEST_CASE("steering gives the library's answers") {
    const CircuitReference reference(aDetailCase());
    const PairRuns runs = reference.runs(0);
    const Graph& graph = reference.parts->graph();
    const io::NodeId node = reference.json.find(reference.pairNode(0), "steering");
    const int layer = static_cast<int>(reference.number(node, "layer"));
    const std::size_t size = std::size_t{1} * runs.tokens() * reference.parts->width();
    const std::size_t position = reference.pair(0).question.position;
    for (const bool isAll : {true, false}) {
        std::vector<Plan> plans;
        for (const double factor : reference.numbers(node, "factors")) {
            StreamChange change{layer, std::vector<float>(size, 0.0F)};
            for (std::size_t i = 0; i < size; ++i)
                if (isAll || i / reference.parts->width() == position)
                    change.rows[i] =
                        static_cast<float>(factor) * (runs.clean().places[size * 2 * layer + i] -
                                                      runs.corrupt().places[size * 2 * layer + i]);
            plans.push_back({.text = runs.pair().corrupt, .streams = {std::move(change)}});
        }
        const auto found = runs.values(plans, false);
        REQUIRE(found);
        reference.near(*found, reference.numbers(node, isAll ? "all_positions" : "position_only"));
        // The whole difference from a layer on gives the clean run.
        if (isAll) CHECK(std::abs((*found)[3] - runs.cleanValue()) < 1e-4);
    }
    const io::NodeId times = reference.json.find(node, "head_times");
    for (const io::NodeId head : reference.json.children(times)) {
        std::vector<Plan> plans;
        for (const float factor : {0.0F, 0.5F, 2.0F})
            plans.push_back(
                {.text = runs.pair().clean,
                 .nodes = {{.node = graph.nodeNamed(reference.json.key(head)), .factor = factor}}});
        const auto found = runs.values(plans, true);
        REQUIRE(found);
        reference.near(*found, reference.all(head));
    }
}

}  // namespace hw::circuit
