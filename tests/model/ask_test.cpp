// SPDX-License-Identifier: MIT
// Cuts, blank-outs, decompositions and the lens, compared with the real library's numbers
// (shared/data/models/README.md).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "model/ask/blank_out.h"
#include "model/ask/contributions.h"
#include "model/ask/lens.h"
#include "model/ask/relevance.h"
#include "model/checkpoint.h"

namespace hw::model {
namespace {

using test::Expected;

/// One case of a checkpoint, run forward and back.
struct Asked {
    const Network& network;
    const Expected& expected;
    io::NodeId node;
    std::string name;
    TextInput text;
    Target target;
    Trace trace;
    Gradients gradients;

    void close(const std::string& quantity, std::string_view group,
               std::span<const float> found) const {
        const std::vector<float> wanted = expected.tensor(name + "." + quantity);
        INFO(name + "." + quantity);
        CHECK(test::largestDifference(found, wanted) <=
              expected.allowed(group, test::largestOf(wanted)));
    }
    /// Compares with numbers of the JSON, where null is NaN.
    void near(std::span<const double> found, std::span<const double> wanted,
              std::string_view group) const {
        REQUIRE(found.size() == wanted.size());
        double largest = 0;
        for (const double value : wanted)
            if (!std::isnan(value)) largest = std::max(largest, std::abs(value));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CAPTURE(i, found[i], wanted[i]);
            if (std::isnan(wanted[i])) {
                CHECK(std::isnan(found[i]));
            } else {
                CHECK(std::abs(found[i] - wanted[i]) <= expected.allowed(group, largest));
            }
        }
    }
};

void checkRelevance(const Asked& asked) {
    if (!asked.expected.has(asked.name + ".chefer")) return;
    const std::vector<float> wanted = asked.expected.tensor(asked.name + ".chefer");
    const std::vector<float> found =
        cheferRelevance(asked.network.spec, asked.trace, asked.gradients);
    CHECK(test::largestDifference(found, wanted) <=
          std::max(8e-5 * test::largestOf(wanted), asked.expected.allowed("chefer", 0)));
}

void checkParts(const Asked& asked) {
    if (!asked.expected.has(asked.name + ".alti")) return;
    const auto found = contributions(asked.network, asked.trace);
    REQUIRE(found);
    asked.close("norms", "decompositions", found->norms);
    asked.close("norms_joined", "decompositions", found->normsAcrossHeads);
    asked.close("alti", "decompositions", found->alti);
    asked.close("alti_joined", "decompositions", found->altiAcrossHeads);
    const io::NodeId direct = asked.expected.json.find(asked.node, "direct");
    REQUIRE((direct != io::none) == hasDirectShares(asked.network.spec));
    if (direct == io::none) return;
    const auto shares = directShares(asked.network, asked.trace, asked.target);
    REQUIRE(shares);
    asked.close("direct", "direct", shares->heads);
    asked.near(shares->mlp, asked.expected.numbers(direct, "mlp"), "direct");
    asked.near(shares->outputBias, asked.expected.numbers(direct, "output_bias"), "direct");
    const double scale = std::max(1.0, std::abs(asked.gradients.value));
    CHECK(std::abs(shares->embedding - asked.expected.number(direct, "embedding")) <= 5e-5 * scale);
    CHECK(std::abs(shares->constant - asked.expected.number(direct, "constant")) <= 5e-5 * scale);
}

void checkLens(const Asked& asked) {
    const io::NodeId view = asked.expected.json.find(asked.node, "lens");
    if (view == io::none) return;
    std::vector<int> positions(asked.text.length());
    for (int i = 0; i < asked.text.length(); ++i) positions[i] = i;
    const auto found = lens(asked.network, asked.trace, positions, 3);
    REQUIRE(found);
    const std::vector<double> logits = asked.expected.numbers(view, "logits");
    const std::vector<double> ids = asked.expected.numbers(view, "ids");
    std::vector<double> own;
    std::vector<double> ownIds;
    for (const auto& layer : *found)
        for (const LensGuess& guess : layer) {
            own.insert(own.end(), guess.logits.begin(), guess.logits.end());
            ownIds.insert(ownIds.end(), guess.largest.begin(), guess.largest.end());
        }
    if (ids.empty()) {  // all classes, in the order of their numbers
        const auto classes = logits.size() / found->size();
        own.assign(logits.size(), 0);
        for (std::size_t layer = 0; layer < found->size(); ++layer)
            for (std::size_t i = 0; i < (*found)[layer][0].largest.size(); ++i)
                own[layer * classes + (*found)[layer][0].largest[i]] = (*found)[layer][0].logits[i];
    } else {
        CHECK(ownIds == ids);
    }
    asked.near(own, logits, "lens");
    CHECK(found->back().front().rank == 0);
}

/// The edges of one set of the references, layers x heads x pairs.
Edits setOf(const Expected& expected, io::NodeId set, CutRule rule) {
    Edits edits{.rule = rule};
    const std::vector<int> pairs = expected.whole(set, "pairs");
    for (const int layer : expected.whole(set, "layers"))
        for (const int head : expected.whole(set, "heads"))
            for (std::size_t i = 0; i < pairs.size(); i += 2)
                edits.edges.push_back({layer, head, pairs[i], pairs[i + 1]});
    return edits;
}

/// Cut runs of both rules, and the predictions.
void checkCuts(const Asked& asked, const std::string& list, bool isSet) {
    const Expected& expected = asked.expected;
    std::vector<Edits> edits;
    std::vector<double> wanted;
    std::vector<double> predicted;
    std::vector<double> wantedFirst;
    for (const io::NodeId node : expected.json.children(expected.json.find(asked.node, list)))
        for (const CutRule rule : {CutRule::zero, CutRule::renormalise}) {
            const bool isZero = rule == CutRule::zero;
            Edits own{.rule = rule};
            if (isSet) {
                own = setOf(expected, node, rule);
            } else {
                const auto part = [&](const char* key) {
                    return static_cast<int>(expected.number(node, key));
                };
                own.edges = {{part("layer"), part("head"), part("query"), part("key")}};
            }
            wanted.push_back(expected.number(node, isZero ? "zeroed" : "renormalised"));
            if (isZero || !isSet) {
                predicted.push_back(firstOrder(asked.network, asked.trace, asked.gradients, own));
                wantedFirst.push_back(
                    expected.number(node, isZero ? "first_order" : "first_order_renormalised"));
            }
            edits.push_back(std::move(own));
        }
    REQUIRE(!edits.empty());
    const auto found = editedValues(asked.network, asked.trace, edits, asked.target);
    REQUIRE(found);
    asked.near(*found, wanted, "knock_outs");
    asked.near(predicted, wantedFirst, "knock_outs");
}

void checkHeads(const Asked& asked) {
    const Spec& spec = asked.network.spec;
    for (const HeadRule rule : {HeadRule::zero, HeadRule::mean}) {
        std::vector<Edits> edits;
        for (int layer = 0; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                edits.push_back({.heads = {{layer, head, rule}}});
        const auto found = editedValues(asked.network, asked.trace, edits, asked.target);
        REQUIRE(found);
        asked.near(*found,
                   asked.expected.numbers(asked.expected.json.find(asked.node, "heads"),
                                          rule == HeadRule::zero ? "zero" : "mean"),
                   "knock_outs");
    }
}

/// A list of numbers and nulls.
std::vector<double> listOf(const Expected& expected, io::NodeId node) {
    if (expected.json.is(node, io::Kind::numbers)) return expected.json.doubles(node);
    std::vector<double> list;
    for (const io::NodeId child : expected.json.children(node))
        list.push_back(expected.json.is(child, io::Kind::number) ? expected.json.number(child)
                                                                 : std::nan(""));
    return list;
}

void checkBlankOut(const Asked& asked) {
    const Expected& expected = asked.expected;
    // A model of next words answers at the last remaining word.
    Target target = asked.target;
    if (asked.network.spec.head.task == Task::nextWord) target.position = -1;
    for (const io::NodeId way :
         expected.json.children(expected.json.find(asked.node, "blank_out"))) {
        const std::string name(expected.json.key(way));
        INFO(name);
        Blank blank;
        if (name == "deletion") {
            blank.kind = Blank::Kind::deletion;
        } else if (name == "zero_embedding") {
            blank.kind = Blank::Kind::zeroEmbedding;
        } else {
            blank.kind = Blank::Kind::word;
            blank.id = static_cast<int>(
                expected.number(expected.json.find(asked.node, "replacement_ids"), name));
        }
        const auto found =
            blankOut(asked.network, asked.text, singleTokens(asked.text.length()), blank, target);
        REQUIRE(found);
        asked.near(*found, listOf(expected, way), "blank_out");
    }
}

void checkValueZeroing(const Asked& asked) {
    const auto found = valueZeroing(asked.network, asked.trace);
    REQUIRE(found);
    CHECK(test::largestDifference(*found, asked.expected.tensor(asked.name + ".value_zeroing")) <=
          4e-6);
}

void checkAsked(const std::string& folder) {
    INFO(folder);
    const auto network = test::openNetwork(test::partsOf(folder));
    REQUIRE(network);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) {
        TextInput text{expected.whole(node, "ids"), {}};
        if (network->spec.types > 0) text.types = expected.whole(node, "type_ids");
        const Target target = targetOf(expected, node);
        auto trace = forward(*network, {text}, {.keepsRecords = true});
        REQUIRE(trace);
        auto gradients = backward(*network, *trace, {&target, 1});
        REQUIRE(gradients);
        const Asked asked{*network,
                          expected,
                          node,
                          expected.text(node, "name"),
                          text,
                          target,
                          std::move(*trace),
                          std::move(*gradients)};
        INFO(asked.name);
        checkRelevance(asked);
        checkParts(asked);
        checkLens(asked);
        if (expected.json.find(node, "edges") == io::none) continue;
        checkCuts(asked, "edges", false);
        checkCuts(asked, "edge_sets", true);
        checkHeads(asked);
        checkBlankOut(asked);
        checkValueZeroing(asked);
    }
}

}  // namespace

TEST_CASE("interventions give the library's numbers") {
    checkAsked(std::string(HW_TEST_DATA "/model/") +
               GENERATE("distilbert_cls", "qwen3", "gpt2_bare"));
}

TEST_CASE("interventions give the library's numbers in every family") {
    const std::string folder = HW_SHARED_DATA;
    if (folder.empty() || !std::filesystem::is_directory(folder + "/models"))
        SKIP("shared/data is not beside the checkout");
    checkAsked(folder + "/models/" +
               GENERATE("bert_mlm", "bert_old", "bert_cls", "sentence", "roberta_mlm", "xlmr_cls",
                        "electra_cls", "electra_disc", "albert_mlm", "gpt2", "gpt_neo", "opt",
                        "opt_post", "pythia", "llama", "smollm", "llama3", "mistral", "qwen2",
                        "gemma2", "gemma3", "phi3", "modernbert_mlm", "modernbert_cls"));
}

}  // namespace hw::model
