// SPDX-License-Identifier: MIT
// Properties of every family's circuits that need no reference.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <optional>
#include <random>

#include "model/checkpoint.h"
#include "model/circuit/pair_runs.h"

namespace hw::circuit {
namespace {

/// A family's checkpoint with two random texts.
struct Family {
    explicit Family(const std::string& name) {
        auto opened = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
        INFO(name << (opened ? "" : sentence(opened.error())));
        REQUIRE(opened);
        network = std::move(*opened);
        auto made = Components::of(network);
        INFO((made ? "" : sentence(made.error())));
        REQUIRE(made);
        parts.emplace(std::move(*made));
        std::mt19937 random(1);
        const auto id = [&] { return static_cast<int>(random() % network.spec.vocabulary); };
        for (int i = 0; i < 5; ++i) pair.clean.ids.push_back(id());
        pair.corrupt.ids = pair.clean.ids;
        pair.corrupt.ids[1] = (pair.clean.ids[1] + 1) % network.spec.vocabulary;
        pair.corrupt.ids[2] = (pair.clean.ids[2] + 2) % network.spec.vocabulary;
        pair.question = {.answer = {0}, .against = {network.outputs() - 1}, .position = 3};
        if (network.outputs() == 1) pair.question.metric = Metric::logProbability;
        auto both = PairRuns::of(*parts, pair);
        INFO(name << (both ? "" : sentence(both.error())));
        REQUIRE(both);
        runs.emplace(std::move(*both));
    }
    Family(const Family&) = delete;
    double value(const std::vector<bool>& kept) const {
        const auto made = runs->masked({kept});
        REQUIRE(made);
        return made->front();
    }

    model::Network network;
    std::optional<Components> parts;
    Pair pair;
    std::optional<PairRuns> runs;
};

std::string aFamily() {
    return GENERATE(as<std::string>(), "families/albert", "families/bert", "families/camembert",
                    "families/deberta-apart", "families/deberta-keys", "families/deberta-v3",
                    "families/electra", "families/gemma2", "families/gemma3_text", "families/gpt2",
                    "families/gpt_neo", "families/gpt_neox", "families/llama", "families/mistral",
                    "families/modernbert", "families/mpnet", "families/opt", "families/phi3",
                    "families/qwen2", "families/qwen3", "families/roberta", "distilbert_cls");
}

bool isNear(double a, double b, double size) {
    return std::abs(a - b) <= 2e-5 * std::max(1.0, size);
}

}  // namespace

TEST_CASE("the run of components is the network's own run") {
    const Family family(aFamily());
    const auto trace = model::forward(family.network, {family.pair.clean});
    REQUIRE(trace);
    const std::vector<float>& places = family.runs->clean().places;
    for (int layer = 0; layer <= family.network.spec.layerCount(); ++layer) {
        const std::vector<float>& stream = trace->streams[layer];
        const std::span own = std::span(places).subspan(2 * layer * stream.size(), stream.size());
        CHECK(test::largestDifference(own, stream) <=
              2e-5 * std::max(1.0, test::largestOf(stream)));
    }
}

TEST_CASE("with all edges patched the run is the corrupt one, with none the clean one") {
    const Family family(aFamily());
    const int edges = family.parts->graph().edges();
    const double size = std::abs(family.runs->cleanValue()) + std::abs(family.runs->corruptValue());
    CHECK(isNear(family.value(std::vector<bool>(edges, true)), family.runs->cleanValue(), size));
    CHECK(isNear(family.value(std::vector<bool>(edges, false)), family.runs->corruptValue(), size));
    // Without the edges out of the input, nothing of the clean text arrives.
    std::vector<bool> kept(edges, true);
    for (int edge = 0; edge < edges; ++edge)
        if (family.parts->graph().ends(edge).node == 0) kept[edge] = false;
    CHECK(isNear(family.value(kept), family.runs->corruptValue(), size));
}

TEST_CASE("EAP is the derivative by an edge's mask") {
    const Family family(aFamily());
    const Graph& graph = family.parts->graph();
    const auto scores = family.runs->scores({.kind = ScoreKind::eap});
    REQUIRE(scores);
    double largest = 0;
    for (const double score : *scores) largest = std::max(largest, std::abs(score));
    // The patched edge gets own - h (own - corrupt), for four h.
    constexpr float h = 0.005F;
    std::vector<NodeValues> sides;
    for (const float step : {2 * h, -2 * h, h, -h}) {
        std::vector<float> values = family.runs->clean().outputs;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] -= step * (values[i] - family.runs->corrupt().outputs[i]);
        sides.push_back(family.parts->valuesOf(std::move(values), family.runs->tokens()));
    }
    for (int edge = 0; edge < graph.edges(); edge += 1 + graph.edges() / 60) {
        std::vector<bool> kept(graph.edges(), true);
        kept[edge] = false;
        std::vector<double> values;
        for (const NodeValues& side : sides) {
            const auto made = family.runs->masked({kept}, &side);
            REQUIRE(made);
            values.push_back(made->front());
        }
        // Central differences, extrapolated to a step of 0 (Richardson).
        const double wide = (values[1] - values[0]) / (4 * h);
        const double narrow = (values[3] - values[2]) / (2 * h);
        const double slope = (4 * narrow - wide) / 3;
        CAPTURE(graph.edgeName(edge), slope, (*scores)[edge], largest);
        CHECK(std::abs(slope - (*scores)[edge]) <= 0.01 * largest + 2e-4);
    }
}

TEST_CASE("the scores of a node's edges add up to its attribution") {
    const Family family(aFamily());
    const Graph& graph = family.parts->graph();
    const auto scores = family.runs->scores({.kind = ScoreKind::eap});
    const auto nodes = family.runs->attribution();
    REQUIRE(scores);
    REQUIRE(nodes);
    std::vector<double> sums(graph.nodes(), 0.0);
    double largest = 0;
    for (int edge = 0; edge < graph.edges(); ++edge) sums[graph.ends(edge).node] += (*scores)[edge];
    for (const double sum : sums) largest = std::max(largest, std::abs(sum));
    const int tokens = family.runs->tokens();
    for (int node = 0; node < graph.nodes(); ++node) {
        double whole = 0;
        for (int token = 0; token < tokens; ++token) whole += (*nodes)[node * tokens + token];
        CHECK(std::abs(whole - sums[node]) <= 2e-4 * largest + 1e-7);
    }
}

TEST_CASE("families without such a graph are refused") {
    for (const std::string name : {"families/vit", "families/t5"}) {
        const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
        REQUIRE(network);
        const bool isRefused = !Components::of(*network).has_value();
        CHECK((isRefused || name == "families/t5"));
    }
}

TEST_CASE("texts that do not fit are refused") {
    const Family family("families/gpt2");
    Pair pair = family.pair;
    pair.corrupt.ids.pop_back();
    CHECK_FALSE(PairRuns::of(*family.parts, pair));
    pair = family.pair;
    pair.question.answer = {family.network.outputs()};
    CHECK_FALSE(PairRuns::of(*family.parts, pair));
    pair = family.pair;
    pair.question.position = 5;
    CHECK_FALSE(PairRuns::of(*family.parts, pair));
    pair = family.pair;
    pair.question.metric = Metric::kl;
    const auto runs = PairRuns::of(*family.parts, pair);
    REQUIRE(runs);
    CHECK_FALSE(runs->scores({.kind = ScoreKind::eap}));
    CHECK(runs->scores({.kind = ScoreKind::eapIg}));
}

TEST_CASE("texts that need too much memory are refused before they run") {
    const Family family("families/mistral");
    Pair pair = family.pair;
    pair.clean.ids.assign(3'000'000, 1);
    pair.corrupt.ids.assign(3'000'000, 2);
    const auto runs = PairRuns::of(*family.parts, pair);
    REQUIRE_FALSE(runs);
    CHECK(runs.error().code == Code::tooLarge);
}

}  // namespace hw::circuit
