// SPDX-License-Identifier: MIT
// Messages say what was found, what was expected and where, as people count.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {

TEST_CASE("What was found is said as the file has it", "[findings]") {
    struct Case {
        const char* weights;
        const char* says;
    };
    constexpr Case cases[] = {
        {"[[[[0.5,true],[1,0]]]]",
         "› 1 › 1 › 1 › 2 (counting from 1), byte 41: Found `true` where a number was expected."},
        {"[[[[1,0],false]]]", "Found `false` where a list of numbers was expected."},
        {"[[[[1,0],[1,0]]],true]",
         "› 2 (counting from 1), byte 50: Found `true` where a list of numbers was expected."},
        {"[[[[0.5,\"0.5\"],[1,0]]]]", "Found a text (\"0.5\") where a number was expected."},
        {"[[[[1,0],[1,0]]],0.25]",
         "Found a single number (0.25) where a list of numbers was expected."},
    };
    for (const Case& one : cases) {
        INFO(one.weights);
        const auto document =
            open(std::string("{\"tokens\":[\"a\",\"b\"],\"attentions\":") + one.weights + "}");
        REQUIRE_FALSE(document.has_value());
        INFO(sentence(document.error()));
        CHECK(sentence(document.error()).find(one.says) != std::string::npos);
    }
}

TEST_CASE("Places count from 1 for people and stay as they are for programs", "[findings]") {
    CHECK(placeForPeople("attentions[0][3]") == "attentions › 1 › 4 (counting from 1)");
    CHECK(placeForPeople("examples[2].encoder.attentions[0], byte 12") ==
          "examples › 3 › encoder.attentions › 1 (counting from 1), byte 12");
    CHECK(placeForPeople("meta[\"a b\"]") == "meta[\"a b\"]");
    CHECK(placeForPeople("[4]") == "5 (counting from 1)");
    CHECK(placeForPeople("a[]b[x][12345678901234567890]") == "a[]b[x][12345678901234567890]");
    CHECK(placeForPeople("").empty());
}

}  // namespace hw::test
