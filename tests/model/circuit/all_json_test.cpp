// SPDX-License-Identifier: MIT
// The JSON of everything, compared key by key with the real library's (shared/data/circuits).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <utility>

#include "io/write/json_writer.h"
#include "model/circuit/circuit_reference.h"
#include "model/circuit/report/all_json.h"
#include "model/circuit/report/circuit_json.h"
#include "model/service/run_questions.h"

namespace hw::circuit {
namespace {

io::Tree parsed(const std::string& text) {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(text));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

/// The reference's pairs as JSON Lines.
std::string linesOf(const CircuitReference& reference) {
    std::string lines;
    for (int i = 0; i < reference.pairs(); ++i) {
        const io::NodeId node = reference.pairNode(i);
        JsonWriter json;
        json.beginObject();
        json.field("clean", reference.text(reference.json.find(node, "clean"), "text"));
        json.field("corrupt", reference.text(reference.json.find(node, "corrupt"), "text"));
        json.field("answer", reference.number(node, "answer"));
        json.field("against", reference.number(node, "against")).endObject();
        lines += json.take() + '\n';
    }
    return lines;
}

/// Every number and text of the reference, in the same place of our own JSON.
class Comparison {
public:
    Comparison(const io::Tree& wanted, const io::Tree& found) : wanted_(wanted), found_(found) {}

    void compare(io::NodeId wanted, io::NodeId found, const std::string& place) {
        INFO(place);
        REQUIRE(found != io::none);
        if (wanted_.is(wanted, io::Kind::object)) {
            for (const io::NodeId child : wanted_.children(wanted)) {
                const std::string key(wanted_.key(child));
                if (place.empty() && (key == "case" || key == "model" || key == "invariants"))
                    continue;
                compare(child, found_.find(found, key), place + "." + key);
            }
            return;
        }
        const std::vector<double> a = numbers(wanted_, wanted);
        const std::vector<double> b = numbers(found_, found);
        REQUIRE(a.size() == b.size());
        double largest = 0;
        double most = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            largest = std::max(largest, std::abs(a[i]));
            most = std::max(most, std::abs(a[i] - b[i]));
            if (std::isnan(b[i])) most = b[i];
        }
        // Heads that write nothing have no order of tokens.
        if (place.contains(".written.") && a.size() > 1 && std::abs(a[1]) < 1e-4) return;
        CAPTURE(most, largest);
        CHECK(most <= allowed(place, largest));
        compared_ += static_cast<int>(a.size());
        if (wanted_.is(wanted, io::Kind::string))
            CHECK(wanted_.string(wanted) == found_.string(found));
        if (!wanted_.is(wanted, io::Kind::array)) return;
        const auto list = wanted_.children(wanted);
        const auto own = found_.children(found);
        REQUIRE(list.size() == own.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            if (wanted_.is(list[i], io::Kind::object) || wanted_.is(list[i], io::Kind::string))
                compare(list[i], own[i], place + "[]");
    }
    int compared() const { return compared_; }

private:
    static double allowed(const std::string& place, double largest) {
        const auto has = [&](std::string_view part) { return place.contains(part); };
        if (has(".circuits.") || has("faithfulness") || has("minimality"))
            return 1e-3 * std::max(1.0, largest);
        if (has("minimum_cut") || has("lds") || has("metrics"))
            return 1e-3 * std::max(1.0, largest);
        if (has("eap") || has("attribution") || has("legrad")) return 2e-4 * largest;
        return 5e-5 * largest + 2e-5;
    }
    static std::vector<double> numbers(const io::Tree& tree, io::NodeId node) {
        if (tree.is(node, io::Kind::number)) return {tree.number(node)};
        if (tree.is(node, io::Kind::numbers)) return tree.doubles(node);
        std::vector<double> all;
        if (!tree.is(node, io::Kind::array)) return all;
        for (const io::NodeId child : tree.children(node)) {
            const std::vector<double> part = numbers(tree, child);
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }

    const io::Tree& wanted_;
    const io::Tree& found_;
    int compared_ = 0;
};

}  // namespace

TEST_CASE("the JSON of everything is the reference's") {
    if (sharedCircuits().empty()) SKIP("shared/data/circuits is not beside the checkout");
    const std::string name = GENERATE(as<std::string>(), "gpt2", "llama", "pythia", "bert_mlm",
                                      "agreement", "induction_toy");
    const CircuitReference reference(name);
    const auto session = model::Session::open(test::partsOf(reference.folder));
    REQUIRE(session);
    const auto pairs = readPairs(*session, linesOf(reference));
    INFO((pairs ? "" : sentence(pairs.error())));
    REQUIRE(pairs);
    const auto parts = Components::of(session->network());
    REQUIRE(parts);
    const auto text = allJson(*session, *parts, *pairs);
    INFO((text ? "" : sentence(text.error())));
    REQUIRE(text);
    const io::Tree own = parsed(*text);
    Comparison comparison(reference.json, own);
    comparison.compare(io::Tree::root, io::Tree::root, "");
    CHECK(comparison.compared() > 2000);
}

TEST_CASE("a circuit's JSON has MIB's form") {
    const std::string folder = HW_TEST_DATA "/model/families/gpt2";
    const auto session = model::Session::open(test::partsOf(folder));
    REQUIRE(session);
    const auto pairs =
        readPairs(*session,
                  R"({"clean": [1, 2, 3], "corrupt": [1, 4, 3], "answer": 0, "against": [1, 2]}
{"clean": [5, 2, 3], "corrupt": [5, 4, 3], "answer": [0], "against": 2, "position": 1})");
    INFO((pairs ? "" : sentence(pairs.error())));
    REQUIRE(pairs);
    CHECK((*pairs)[0].pair.question.position == 2);
    CHECK((*pairs)[0].pair.question.against == std::vector<int>{1, 2});
    CHECK((*pairs)[1].pair.question.position == 1);
    const auto parts = Components::of(session->network());
    REQUIRE(parts);
    const auto list = PairList::of(*parts, {(*pairs)[0].pair, (*pairs)[1].pair});
    REQUIRE(list);
    CircuitRequest request;
    request.share = 0.5;
    double done = 0;
    const auto answer = findCircuit(*list, request, {[&](double now) {
        CHECK(now >= done - 1e-12);
        done = now;
    }});
    REQUIRE(answer);
    CHECK(done == 1);
    const io::Tree json = parsed(circuitJson(*list, request, *answer));
    const Graph& graph = parts->graph();
    CHECK(json.number(json.find(0, "cfg", "n_layers")) == graph.layers());
    const auto edges = json.children(json.find(0, "edges"));
    REQUIRE(edges.size() == static_cast<std::size_t>(graph.edges()));
    int kept = 0;
    for (const io::NodeId edge : edges) {
        CHECK(graph.edgeNamed(json.key(edge)) >= 0);
        kept += json.truth(json.find(edge, "in_graph")) ? 1 : 0;
    }
    CHECK(kept == static_cast<int>(answer->circuit.size()));
    CHECK(json.children(json.find(0, "nodes")).size() ==
          static_cast<std::size_t>(graph.nodes() + 1));
    // A computation that is stopped ends with an error.
    const auto stopped = findCircuit(*list, request, {{}, [] { return true; }});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == Code::cancelled);
}

TEST_CASE("hostile lists of pairs are refused") {
    const auto session = model::Session::open(test::partsOf(HW_TEST_DATA "/model/families/gpt2"));
    REQUIRE(session);
    for (const char* text :
         {"", "[]", "[1]", "{", "{\"clean\": [1e300, 2], \"corrupt\": [1, 2], \"answer\": 1}",
          "{\"clean\": [1.5], \"corrupt\": [1], \"answer\": 1}", "{\"clean\": [1, 2]}",
          "{\"clean\": {}, \"corrupt\": [1], \"answer\": 1}",
          "{\"clean\": [1], \"corrupt\": [1], \"answer\": {}}",
          "{\"clean\": [1], \"corrupt\": [1], \"answer\": -1.5}",
          "{\"clean\": [1], \"corrupt\": [1], \"answer\": 1, \"position\": 1e99}",
          "{\"prompt\": [1], \"x_counterfactual\": {\"prompt\": []}, \"answerKey\": 5, "
          "\"choices\": [\"a\"]}"})
        CHECK_FALSE(readPairs(*session, text));
}

TEST_CASE("rows of MIB's data sets are read") {
    const auto session =
        model::Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    const auto pairs = readPairs(
        *session,
        R"({"prompt": [5, 4], "choices": {"label": ["are", "is"]}, "answerKey": 0, "symbol_counterfactual": {"prompt": [6, 4], "choices": {"label": ["are", "is"]}, "answerKey": 1}, "position": 0}
{"prompt": [5, 4], "metadata": {"indirect_object": 6, "subject": 7}, "s2_io_flip_counterfactual": {"prompt": [6, 4]}, "position": 0}
{"prompt": [5, 4], "label": 8, "random_counterfactual": {"prompt": [6, 4], "label": 9}, "position": 0}
{"clean": [5, 4], "corrupted": [6, 4], "correct_idx": 3, "incorrect_idx": 4, "position": 0})");
    INFO((pairs ? "" : sentence(pairs.error())));
    REQUIRE(pairs);
    REQUIRE(pairs->size() == 4);
    const int are = *session->outputNamed("are");
    const int is = *session->outputNamed("is");
    const std::vector<std::pair<int, int>> wanted{{are, is}, {6, 7}, {8, 9}, {3, 4}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Pair& pair = (*pairs)[i].pair;
        CHECK(pair.clean.ids == std::vector<int>{5, 4});
        CHECK(pair.corrupt.ids == std::vector<int>{6, 4});
        CHECK(pair.question.answer == std::vector<int>{wanted[i].first});
        CHECK(pair.question.against == std::vector<int>{wanted[i].second});
    }
}

TEST_CASE("the question circuit compares a run with another text, and knows its cost") {
    const auto session =
        model::Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    const auto run = session->run("the keys to the cabinet [MASK] on the table");
    REQUIRE(run);
    const model::Target target{.index = *session->outputNamed("are"),
                               .minus = *session->outputNamed("is"),
                               .position = session->usualPosition(*run)};
    const model::Progress progress;
    const auto ask = [&](const std::string& text) -> Result<io::Tree> {
        const io::Tree tree = parsed(text);
        const service::RunQuestion asked{.session = *session,
                                         .base = *run,
                                         .run = *run,
                                         .target = target,
                                         .arguments = service::Values(tree, 0),
                                         .progress = progress};
        if (auto good = service::checkQuestion("circuit", asked.arguments); !good)
            return std::unexpected(good.error());
        const auto answer = service::answerQuestion("circuit", asked);
        if (!answer) return std::unexpected(answer.error());
        return parsed(*answer);
    };
    const auto found =
        ask(R"({"text": "the key to the cabinet [MASK] on the table", "edges": 23})");
    INFO((found ? "" : sentence(found.error())));
    REQUIRE(found);
    // The largest edge of this model's circuit.
    const io::NodeId known = found->find(found->find(0, "edges"), "input->a0.h0<v>");
    REQUIRE(known != io::none);
    CHECK(found->truth(found->find(known, "in_graph")));
    for (const io::NodeId edge : found->children(found->find(0, "edges")))
        CHECK(std::abs(found->number(found->find(edge, "score"))) <=
              found->number(found->find(known, "score")));
    const auto cost = ask(R"({"text": "the key", "measure": "no"})");
    REQUIRE(cost);
    CHECK(cost->number(cost->find(0, "edges")) == 479);
    CHECK(cost->number(cost->find(0, "passes")) > 10);
    CHECK_FALSE(ask(R"({"text": "the key"})"));
    CHECK_FALSE(ask(R"({"text": "the key", "score": "none"})"));
    CHECK_FALSE(ask(R"({"tex": "the key"})"));
}

}  // namespace hw::circuit
