// SPDX-License-Identifier: MIT
// ESM against the real library: residues, attention, outputs, gradients and contact maps (shared/data/models/README.md).
#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numeric>

#include "model/ask/blank_out.h"
#include "model/families/checkpoint_case.h"
#include "model/protein/contacts.h"
#include "model/session/session.h"
#include "model/shared_models.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::model {
namespace {

/// The case's run without its padding of special tokens, with its contact map.
void checkContacts(const Network& network, const test::Expected& expected, io::NodeId node) {
    const auto trace = forward(network, {inputOf(expected, node)});
    REQUIRE(trace);
    close(expected, expected.text(node, "name") + ".contacts", "contacts",
          contactMap(network, *trace));
    const io::NodeId pair = expected.json.find(node, "contact");
    if (pair == io::none) return;
    const std::vector<float> terms =
        contactTerms(network, *trace, static_cast<int>(expected.number(pair, "i")),
                     static_cast<int>(expected.number(pair, "j")));
    CHECK(terms.size() == std::size_t{1} * network.spec.layerCount() * network.spec.heads);
    const double logit =
        std::accumulate(terms.begin(), terms.end(), double{network.contacts.bias.front()});
    CHECK(logit == Catch::Approx(expected.number(pair, "logit")).margin(1e-5));
}

void checkBlankOut(const Network& network, const test::Expected& expected, io::NodeId node) {
    const TextInput text = inputOf(expected, node);
    const io::NodeId ids = expected.json.find(node, "replacement_ids");
    const io::NodeId values = expected.json.find(node, "blank_out");
    for (const char* name : {"mask", "unk"}) {
        const Blank blank{Blank::Kind::word, static_cast<int>(expected.number(ids, name))};
        const auto found = blankOut(network, text, singleTokens(text.length()), blank,
                                    targetOf(expected, node), {});
        REQUIRE(found);
        const std::vector<double> wanted = expected.numbers(values, name);
        REQUIRE(found->size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(std::abs((*found)[i] - wanted[i]) <= expected.allowed("blank_out", 15));
    }
}

}  // namespace

TEST_CASE("ESM gives the library's numbers, contact maps and residues") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const std::string folder = models + GENERATE("esm2", "esm2_tokens");
    INFO(folder);
    const auto session = Session::open(test::partsOf(folder));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    const test::Expected expected(folder);
    for (const io::NodeId node : expected.cases()) {
        const auto encoding = session->tokenizer()->encode(expected.text(node, "text"));
        REQUIRE(encoding);
        CHECK(std::ranges::equal(encoding->ids, expected.whole(node, "ids")));
        checkCase(session->network(), expected, node, inputOf(expected, node));
        checkContacts(session->network(), expected, node);
        if (expected.json.find(node, "blank_out") != io::none)
            checkBlankOut(session->network(), expected, node);
    }
    const auto strings = expected.idsByText("tokenizer_strings");
    CHECK(strings.size() > 10);
    for (const auto& [text, ids] : strings) {
        INFO(text);
        const auto encoding = session->tokenizer()->encode(text);
        REQUIRE(encoding);
        CHECK(std::ranges::equal(encoding->ids, ids));
    }
}

TEST_CASE("ESM's contact map and residues without the shared models") {
    const std::string folder = HW_TEST_DATA "/model/families/esm";
    const auto network = test::openNetwork(test::partsOf(folder));
    REQUIRE(network);
    const test::Expected expected(folder);
    checkContacts(*network, expected, expected.cases().front());
    // A network without the regression has no map.
    Network bare = *network;
    bare.contacts = {};
    CHECK_FALSE(hasContacts(bare));
    const auto trace = forward(bare, {inputOf(expected, expected.cases().front())});
    REQUIRE(trace);
    CHECK(contactMap(bare, *trace).empty());
}

TEST_CASE("a list of residues is cut as by the library's EsmTokenizer") {
    // Ids by transformers 5.24 for this vocabulary.
    std::vector<Part> parts = test::partsOf(HW_TEST_DATA "/model/families/esm");
    parts.push_back(
        test::part("vocab.txt", "<cls>\n<pad>\n<eos>\n<unk>\nL\nA\nG\nV\n.\n<mask>\nLA\n\n"));
    const auto files = readModelFiles(parts);
    REQUIRE(files);
    const auto tokenizer = openTokenizer(*files);
    INFO((tokenizer ? "" : sentence(tokenizer.error())));
    REQUIRE(tokenizer);
    using Ids = std::vector<std::int32_t>;
    for (const auto& [text, ids] : {std::pair{"", Ids{0, 2}},
                                    {"AG V", {0, 5, 6, 7, 2}},
                                    {"LAG", {0, 10, 6, 2}},
                                    {"L<mask>A\nxyz.", {0, 4, 9, 5, 3, 8, 2}},
                                    {"ma kA", {0, 3, 3, 5, 2}}}) {
        INFO(text);
        const auto encoding = tokenizer->encode(text);
        REQUIRE(encoding);
        CHECK(encoding->ids == ids);
    }
    CHECK(tokenizer->specialIds().mask == 9);
    CHECK(tokenizer->token(10) == "LA");
}

}  // namespace hw::model
