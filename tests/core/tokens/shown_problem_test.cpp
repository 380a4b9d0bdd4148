// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/tokens/shown_problem.h"

namespace hw {

TEST_CASE("a message keeps its words, and what it quotes is cut", "[tokens]") {
    const std::string plain = "attentions[3]: The rows do not sum to 1. Save them again.";
    CHECK(shortened(plain) == plain);
    CHECK(shortened(std::string(160, 'x') + " y") == std::string(160, 'x') + " y");
    CHECK(shortened("The word " + std::string(100000, 'x') + " is not known.") ==
          "The word " + std::string(160, 'x') + "... is not known.");
    std::string blanks;
    for (int i = 0; i < 50000; ++i) blanks += "ab ";
    CHECK(shortened(blanks).size() == 483);
    // Characters of several bytes stay whole.
    std::string letters;
    for (int i = 0; i < 1000; ++i) letters += "\u20AC";
    const std::string cut = shortened(letters);
    CHECK(cut.ends_with("..."));
    CHECK((cut.size() - 3) % 3 == 0);
    CHECK(cut.size() <= 166);
    CHECK(shortened(letters, 100).size() == 105);
    CHECK(shortened("").empty());
}

TEST_CASE("a problem for the page is short in each part, and turns nothing around", "[tokens]") {
    const std::string hostile = "\u202E" + std::string(100000, 'x') + "\x1B[31m";
    Problem problem{.code = Code::badShape,
                    .place = hostile,
                    .finding = "Found " + hostile,
                    .remedy = hostile,
                    .byte = 7,
                    .offer = Offer::layers,
                    .choices = {{"value." + hostile, hostile, {}}}};
    const Problem seen = shown(problem);
    for (const std::string& text : {seen.place, seen.finding, seen.remedy, seen.choices[0].text}) {
        CHECK(text.size() < 200);
        CHECK(!text.contains("\u202E"));
        CHECK(text.contains("U+202E"));
    }
    CHECK(seen.choices[0].value == "value." + hostile);
    CHECK(seen.byte == 7U);
    CHECK(shortened(problem).place.size() < 200);
}

}  // namespace hw
