// SPDX-License-Identifier: MIT
// The lens of a decoder and blank-outs of its source text, compared with the results of hooks in the real library
// (tests/model/make/translation_asks.py).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "model/ask/blank_out.h"
#include "model/ask/lens.h"
#include "model/pair.h"

namespace hw::model {
namespace {

using Asks = test::JsonReference;

void checkLens(const Asks& asks, io::NodeId node, const Pair& pair, const Trace& decoded) {
    const int tokens = decoded.batch.tokens();
    // The last two places.
    const std::vector<int> places{tokens - 2, tokens - 1};
    const auto made = lens(pair.decoder, decoded, places, 5);
    REQUIRE(made);
    // [layers + 1, places, outputs]
    const std::vector<double> all = asks.numbers(node, "lens");
    const std::size_t outputs = pair.decoder.outputs();
    REQUIRE(all.size() == made->size() * places.size() * outputs);
    for (std::size_t at = 0; at < made->size() * places.size(); ++at) {
        const std::size_t layer = at / places.size();
        const std::size_t place = at % places.size();
        CAPTURE(layer, place);
        const std::span wanted = std::span(all).subspan(at * outputs, outputs);
        const LensGuess& guess = (*made)[layer][place];
        REQUIRE(guess.largest.size() == 5);
        CHECK(std::abs(*std::ranges::max_element(wanted) - guess.logits[0]) < 1e-3);
        for (std::size_t i = 0; i < guess.largest.size(); ++i)
            CHECK(std::abs(wanted[guess.largest[i]] - guess.logits[i]) < 1e-3);
        // The final answer's share here.
        const int final = made->back()[place].largest[0];
        double total = 0;
        for (const double logit : wanted) total += std::exp(logit - wanted[final]);
        CHECK(std::abs(guess.probability - 1 / total) < 1e-3);
    }
}

void checkBlanks(const Asks& asks, io::NodeId node, const Pair& pair) {
    const TextInput text{asks.whole(node, "ids")};
    const TextInput read{asks.whole(node, "read")};
    const Target target{.index = static_cast<int>(asks.number(node, "index")),
                        .position = read.length() - 1};
    const io::NodeId blanks = asks.json.find(node, "blanked");
    constexpr int word = 4;
    const auto values = [&](const std::vector<std::vector<int>>& groups, const Blank& blank) {
        const auto made =
            blankOutSource(pair.encoder, pair.decoder, text, read, groups, blank, target);
        REQUIRE(made);
        return *made;
    };
    const std::vector<std::pair<const char*, Blank>> kinds{
        {"word", {Blank::Kind::word, word}},
        {"deletion", {Blank::Kind::deletion, 0}},
        {"zero-embedding", {Blank::Kind::zeroEmbedding, 0}}};
    for (const auto& [name, blank] : kinds) {
        INFO(name);
        const std::vector<double> wanted = asks.numbers(blanks, name);
        const std::vector<double> found = values(singleTokens(text.length()), blank);
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(std::abs(found[i] - wanted[i]) < 1e-3);
    }
    const double pairValue = asks.number(blanks, "first two");
    CHECK(std::abs(values({{0, 1}}, kinds[0].second).front() - pairValue) < 1e-3);
    // Nothing is left to translate.
    std::vector<int> all;
    for (int token = 0; token < text.length(); ++token) all.push_back(token);
    CHECK(std::isnan(values({all}, kinds[1].second).front()));
    // A hidden token is invisible to the encoder's other tokens and to the decoder.
    constexpr Blank hide{Blank::Kind::hide, 0};
    Edits own{.rule = CutRule::renormalise};
    Edits across{.rule = CutRule::renormalise};
    constexpr int hidden = 1;
    for (int layer = 0; layer < pair.encoder.spec.layerCount(); ++layer)
        for (int head = 0; head < pair.encoder.spec.heads; ++head)
            for (int query = 0; query < text.length(); ++query)
                if (query != hidden) own.edges.push_back({layer, head, query, hidden});
    for (int layer = 0; layer < pair.decoder.spec.layerCount(); ++layer)
        for (int head = 0; head < pair.decoder.spec.heads; ++head)
            for (int query = 0; query < read.length(); ++query)
                across.cross.push_back({layer, head, query, hidden});
    const auto encoded = forward(pair.encoder, {text}, {.edits = {&own, 1}});
    REQUIRE(encoded);
    NormRecord record;
    const auto encoderStates =
        std::make_shared<const EncoderStates>(encoderStatesOf(pair.encoder, *encoded, record));
    const auto decoded =
        forward(pair.decoder, {read}, {.edits = {&across, 1}, .encoderStates = encoderStates});
    REQUIRE(decoded);
    CHECK(std::abs(values({{hidden}}, hide).front() -
                   valuesOf(pair.decoder, *decoded, target).front()) < 1e-5);
    CHECK(std::isnan(values({all}, hide).front()));
    CHECK_FALSE(blankOutSource(pair.encoder, pair.decoder, text, read, {{text.length()}},
                               kinds[0].second, target));
}

}  // namespace

TEST_CASE("the lens of a decoder, and words of its source blanked out, are the library's") {
    const Asks asks(HW_TEST_DATA "/model/translation_asks.json");
    const std::string name = GENERATE("t5_small", "t5_tied", "bart_small", "marian_small");
    INFO(name);
    Pair pair(HW_TEST_DATA "/model/" + name);
    for (const io::NodeId node : asks.json.children(asks.json.find(0, name))) {
        pair.encoded(asks.whole(node, "ids"));
        checkLens(asks, node, pair, pair.decoded(asks.whole(node, "read")));
        checkBlanks(asks, node, pair);
    }
}

}  // namespace hw::model
