// SPDX-License-Identifier: MIT
// The default token that an answer is compared with.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "model/checkpoint.h"
#include "model/session/question_title.h"
#include "model/session/session.h"

namespace hw::model {

TEST_CASE("counterparts differ in number, gender or sign, and are written alike") {
    CHECK(areCounterparts("are", "is"));
    CHECK(areCounterparts(" Were", " Was"));
    CHECK(areCounterparts("▁her", "▁his"));
    CHECK(areCounterparts("her", "him"));
    CHECK_FALSE(areCounterparts("are", "were"));
    CHECK_FALSE(areCounterparts("are", " is"));
    CHECK_FALSE(areCounterparts("Are", "is"));
    CHECK_FALSE(areCounterparts("", ""));
    CHECK_FALSE(areCounterparts("...", "..."));
}

TEST_CASE("a word's counterpart has its capital") {
    CHECK(counterpartOf("are") == "is");
    CHECK(counterpartOf("is") == "are");
    CHECK(counterpartOf("Women").empty());
    CHECK(counterpartOf("Woman") == "Man");
    CHECK(counterpartOf("her") == "his");
    CHECK(counterpartOf("").empty());
    CHECK(counterpartOf("a/b").empty());
    CHECK(counterpartOf("er").empty());
}

TEST_CASE("an answer is compared with its likeliest counterpart, else with the second") {
    const std::vector<Choice> verbs{
        {.index = 3, .name = "are"}, {.index = 4, .name = "were"}, {.index = 5, .name = "is"}};
    CHECK(usualContrast(verbs) == 5);
    const std::vector<Choice> two{verbs[0], verbs[1]};
    CHECK(usualContrast(two) == 4);
    CHECK(usualContrast(std::vector<Choice>{verbs[0]}) == -1);
    CHECK(usualContrast(std::vector<Choice>{{.isScore = true}, {.isScore = true}}) == -1);
}

TEST_CASE("the first sample asks about number, not about tense") {
    const auto session = Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    const auto run = session->run("the keys to the cabinet [MASK] on the table");
    REQUIRE(run);
    const std::vector<Choice> answers = session->top(*run, session->usualPosition(*run), 10);
    CHECK(session->nameOf(answers.front().index) == " are");
    CHECK(session->nameOf(usualContrast(answers)) == " is");
}

}  // namespace hw::model
