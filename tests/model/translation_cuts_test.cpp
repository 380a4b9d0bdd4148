// SPDX-License-Identifier: MIT
// Cuts in encoder, decoder and cross-attention, compared with hooks in the real library
// (tests/model/make/translation_cuts.py). Covers T5 with either feed-forward, BART, Marian, edges by both rules, heads
// set to zero and to their mean, residuals.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/ask/cut_text.h"
#include "model/pair.h"

namespace hw::model {
namespace {

constexpr double allowedByCut = 1e-4;

using Cuts = test::JsonReference;

/// The model with one of its cases.
struct Case {
    Case(const Pair& model, const Cuts& cuts, io::NodeId node)
        : pair(model),
          text{cuts.whole(node, "ids")},
          read{cuts.whole(node, "read")},
          target{.index = static_cast<int>(cuts.number(node, "index")),
                 .position = read.length() - 1} {}

    double value(const PairEdits& edits) const {
        const auto encoded = forward(pair.encoder, {text}, {.edits = {&edits.encoder, 1}});
        REQUIRE(encoded);
        NormRecord norm;
        const auto encoderStates =
            std::make_shared<EncoderStates>(encoderStatesOf(pair.encoder, *encoded, norm));
        const auto decoded = forward(
            pair.decoder, {read}, {.edits = {&edits.decoder, 1}, .encoderStates = encoderStates});
        REQUIRE(decoded);
        return valuesOf(pair.decoder, *decoded, target).front();
    }
    PairTokens tokens() const {
        return {pair.encoder.spec, pair.decoder.spec, text.length(), read.length()};
    }

    const Pair& pair;
    TextInput text;
    TextInput read;
    Target target;
};

/// Each cut of a list under its name, in the form in which `add` adds it.
template <class Add>
void each(const Cuts& cuts, io::NodeId list, const Case& one, const Add& add) {
    for (const io::NodeId wanted : cuts.json.children(list)) {
        const std::string text(cuts.json.key(wanted));
        INFO(text);
        PairEdits edits;
        REQUIRE(add(text, edits));
        CHECK(std::abs(one.value(edits) - cuts.json.number(wanted)) < allowedByCut);
    }
}

void check(const Cuts& cuts, const Pair& pair, io::NodeId node) {
    const Case one(pair, cuts, node);
    CHECK(std::abs(one.value({}) - cuts.number(node, "value")) < allowedByCut);
    const PairTokens tokens = one.tokens();
    const io::NodeId edges = cuts.json.find(node, "edges");
    for (const CutRule rule : {CutRule::zero, CutRule::renormalise})
        each(cuts, cuts.json.find(edges, hw::nameOf(rule)), one,
             [&](const auto& text, auto& edits) {
                 edits.encoder.rule = edits.decoder.rule = rule;
                 return addPairEdges(text, tokens, edits);
             });
    const io::NodeId heads = cuts.json.find(node, "heads");
    for (const auto& [name, rule] : {std::pair{"zero", HeadRule::zero}, {"mean", HeadRule::mean}})
        each(cuts, cuts.json.find(heads, name), one, [&](const auto& text, auto& edits) {
            return addPairHeads(text, rule, tokens, edits);
        });
    each(cuts, cuts.json.find(node, "residuals"), one,
         [&](const auto& text, auto& edits) { return addPairResiduals(text, tokens, edits); });
}

}  // namespace

TEST_CASE("cuts in encoder, decoder and across do what they do in the library") {
    const Cuts cuts(HW_TEST_DATA "/model/translation_cuts.json");
    const std::string name = GENERATE("t5_small", "t5_tied", "bart_small", "marian_small");
    INFO(name);
    const Pair pair(HW_TEST_DATA "/model/" + name);
    const io::NodeId model = cuts.json.find(0, name);
    for (const io::NodeId node : cuts.json.children(cuts.json.find(model, "cases")))
        check(cuts, pair, node);
}

}  // namespace hw::model
