// SPDX-License-Identifier: MIT
// Ways to test words. Covers the tokens that they insert, and where several of them agree.
#include "model/session/word_agreement.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "model/checkpoint.h"

namespace hw::model {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Session shipped() {
    auto session = Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    return std::move(*session);
}

}  // namespace

TEST_CASE("ways to test words have one name each, and each inserted token is one entry") {
    const Session session = shipped();
    const std::vector<BlankName> names = blankNames(session);
    REQUIRE(names.size() > 3);
    CHECK(names[0].name == "hide");
    CHECK(names[1].name == "mask");
    CHECK(names[1].inserted == "[MASK]");
    CHECK(names[2].name == "delete");
    for (const BlankName& one : names)
        for (const BlankName& other : names)
            CHECK((&one == &other || one.inserted.empty() || one.inserted != other.inserted));
    // Older names, plain "replace", and a replacement token by its text.
    CHECK(blankNamed("deletion", session)->kind == Blank::Kind::deletion);
    CHECK(blankNamed("unk", session)->id == blankNamed("replace:unk", session)->id);
    CHECK(blankNamed("replace", session)->id == blankNamed("unk", session)->id);
    CHECK(describedBlank("replace:key", session).inserted == " key");
    CHECK(blankNamed("replace:xyzzy", session)->id == -1);
    CHECK_FALSE(blankNamed("blank", session));
    CHECK(blankWarning(describedBlank("mask", session)).empty());
    CHECK(blankWarning({"replace:unk", "<|endoftext|>", true})
              .starts_with("<|endoftext|> marks the end of a document"));
}

TEST_CASE("every token but the one whose answer is read can be hidden") {
    const Session session = shipped();
    const auto run = session.run("the keys to the cabinet [MASK] on the table");
    REQUIRE(run);
    const Target target{.index = 1, .minus = 2, .position = session.usualPosition(*run)};
    const auto values = blankedValues({session, *run, target}, "hide");
    REQUIRE(values);
    for (int token = 0; token < run->tokens(); ++token)
        CHECK(std::isnan((*values)[token]) == (token == target.position));
    // Several together are one run, not the sum.
    const auto both = blankedGroups({session, *run, target}, "hide", {{2, 5}});
    REQUIRE(both);
    CHECK(std::isfinite(both->front()));
    Edits edits{.hidden = {{0, 2}, {0, 5}}};
    const auto edited = editedValues(session.network(), run->trace, {edits}, target);
    REQUIRE(edited);
    CHECK(std::abs(both->front() - edited->front()) < 1e-5);
}

TEST_CASE("tests of words agree or not, without what takes no part") {
    const std::vector<std::string> tokens{"[CLS]", "keys", "##s", "cabinet"};
    const std::vector<bool> takesPart{false, true, true, true};
    const WordTest hide{{"hide"}, {9, 3, 1, none}};
    const WordTest mask{{"mask", "[MASK]"}, {0, 2, 0, 7}};
    const WordTest remove{{"delete"}, {0, -1, 4, 0}};
    CHECK(agreementSentence(std::vector{hide}, takesPart, tokens) ==
          "The value falls most without “keys” (hide).");
    const std::vector both{hide, remove};
    CHECK(agreementSentence(both, takesPart, tokens) ==
          "The tests disagree on the token whose absence lowers the value most: “keys” (hide), "
          "“s” (delete).");
    REQUIRE(agreementOf(both, takesPart).size() == 1);
    CHECK(std::abs(agreementOf(both, takesPart)[0].correlation + 1) < 1e-12);
    const WordTest alike{{"mask", "[MASK]"}, {0, 2, 0, 1}};
    CHECK(agreementSentence(std::vector{hide, alike}, takesPart, tokens) ==
          "In every test, the value falls most without “keys”.");
    CHECK(agreementOf(std::vector{hide, alike, remove}, takesPart).size() == 3);
    CHECK(std::abs(agreementOf(std::vector{hide, alike}, takesPart)[0].correlation - 1) < 1e-12);
    CHECK(agreementSentence(both, {false, false, false, false}, tokens).empty());
    CHECK(agreementSentence(std::vector{hide, mask}, takesPart, tokens).contains("cabinet"));
    // Among equal tokens it names the position.
    CHECK(agreementSentence(std::vector{hide}, takesPart,
                            std::vector<std::string>{"the", "the", "key", "the"}) ==
          "The value falls most without “the” (2) (hide).");
}

}  // namespace hw::model
