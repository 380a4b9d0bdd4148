// SPDX-License-Identifier: MIT
// Messages name the finding, the expectation and the place, counted from 1.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"
#include "io/values/check.h"

namespace hw::test {

TEST_CASE("What was found is said as the file has it", "[findings]") {
    struct Case {
        const char* weights;
        const char* says;
    };
    constexpr Case cases[] = {
        {"[[[[0.5,true],[1,0]]]]",
         "› 1 › 1 › 1 › 2 (counting from 1), byte 41: Found `true` instead of a number."},
        {"[[[[1,0],false]]]", "Found `false` instead of a list of numbers."},
        {"[[[[1,0],[1,0]]],true]",
         "› 2 (counting from 1), byte 50: Found `true` instead of a list of numbers."},
        {"[[[[0.5,\"0.5\"],[1,0]]]]", "Found a string (\"0.5\") instead of a number."},
        {"[[[[1,0],[1,0]]],0.25]", "Found a single number (0.25) instead of a list of numbers."},
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

TEST_CASE("Tokens that are one text are not taken for none", "[findings]") {
    const auto warnings = [](const std::string& tokens) {
        const auto document =
            open("{" + tokens + "\"attentions\":[[[[0.5,0.5],[1,0]]],[[[0.5,0.5],[1,0]]]]}");
        REQUIRE(document.has_value());
        std::string all;
        for (const Problem& warning : document->warnings) all += sentence(warning) + "\n";
        return all;
    };
    CHECK(warnings("\"tokens\":\"a b\",") ==
          "tokens: Found a string instead of a list of tokens, so numbers are shown. Save the "
          "model’s "
          "input list, such as [\"[CLS]\", \"the\", \"cat\"].\n");
    CHECK(warnings("").find("The file has no tokens") != std::string::npos);
    // A list elsewhere holds the tokens.
    CHECK(warnings("\"tokens\":\"a b\",\"input_tokens\":[\"a\",\"b\"],").empty());
    CHECK(warnings("\"tokens\":\"a b\",\"tokens_sentence\":[\"a\",\"b\"],").empty());
}

TEST_CASE("Rows that do not sum to 1 are counted in words that mean one thing", "[findings]") {
    const auto says = [](const char* weights) {
        const auto document =
            open(std::string("{\"tokens\":[\"a\",\"b\"],\"attentions\":[[") + weights + "]]}");
        REQUIRE(document.has_value());
        for (const Problem& warning : document->warnings) {
            if (warning.finding.find("sum") != std::string::npos) return warning.finding;
        }
        return std::string();
    };
    CHECK(says("[[0.5,0.5],[1,0]]").empty());
    CHECK(says("[[0.5,0.75],[1,0]]") ==
          "1 of 2 rows does not sum to 1 (the farthest sums to 1.250).");
    CHECK(says("[[0.5,0.75],[1,1]]") ==
          "None of the 2 rows sums to 1 (the farthest sums to 2.000).");
    CHECK(says("[[0.5,0.75],[1,1]],[[1,0],[1,0]]") ==
          "2 of 4 rows do not sum to 1 (the farthest sums to 2.000).");
    // Swapped queries and keys are reported as such, because dividing the rows would hide them.
    CHECK(says("[[1,0.25],[0,0.75]]") == "None of the 2 rows sums to 1, but all columns do.");
    CHECK(says("[[1,0.25],[0,0.75]],[[1,0],[0,1]]") ==
          "2 of 4 rows do not sum to 1, but all columns do.");
    CHECK(says("[[1,0.25],[0,0.75]],[[1,0],[0.5,0.75]]") ==
          "3 of 4 rows do not sum to 1 (the farthest sums to 1.250).");
}

TEST_CASE("Swapped matrices are swapped back on opening, weights and gradients, whole and halved",
          "[findings]") {
    const std::string swapped =
        R"({"tokens":["a","b","c"],"attentions":[[[[1,0.25,0.5],[0,0.75,0.25],[0,0,0.25]]]],)"
        R"("gradients":[[[[1,2,3],[4,5,6],[7,8,9]]]]})";
    const auto found = open(swapped);
    REQUIRE(found.has_value());
    const auto offers = [](const Document& document, Offer offer) {
        return std::ranges::find(document.warnings, offer, &Problem::offer) !=
               document.warnings.end();
    };
    CHECK(offers(*found, Offer::transpose));
    for (const bool half : {false, true}) {
        OpenOptions options;
        options.transposed = true;
        options.halfWeights = half;
        const auto document = open(swapped, options);
        REQUIRE(document.has_value());
        CHECK_FALSE(offers(*document, Offer::transpose));
        CHECK(offers(*document, Offer::asInFile));
        std::vector<float> room;
        const AttentionTensor& weights = document->examples[0].attentions;
        CHECK(std::ranges::equal(weights.row(0, 0, 2, room), std::array{0.5F, 0.25F, 0.25F}));
        CHECK(std::ranges::equal(document->examples[0].gradients.row(0, 0, 1, room),
                                 std::array{2.0F, 5.0F, 8.0F}));
    }
}

TEST_CASE("Rows of per cent are told so, and divided on request", "[findings]") {
    const auto says = [](const char* weights) {
        const auto document =
            open(std::string(R"({"tokens":["a","b"],"attentions":[[)") + weights + "]]}");
        REQUIRE(document.has_value());
        const auto found =
            std::ranges::find(document->warnings, Offer::normaliseRows, &Problem::offer);
        return found == document->warnings.end() ? std::string() : found->finding;
    };
    CHECK(says("[[50,50],[99.5,0]]") ==
          "Weights look like percentages (row sums from 99.500 to 100.000).");
    // One invalid row makes it something else.
    CHECK(says("[[50,50],[1,0]]") ==
          "1 of 2 rows does not sum to 1 (the farthest sums to 100.000).");
}

TEST_CASE("Rows that sum to less, as those of an attention sink do, are told so", "[findings]") {
    const auto sink = [](const char* weights) {
        const auto document =
            open(std::string(R"({"tokens":["a","b"],"attentions":[[)") + weights + "]]}");
        REQUIRE(document.has_value());
        return std::ranges::any_of(document->warnings, [](const Problem& warning) {
            return sentence(warning).find("attention sink (GPT-OSS)") != std::string::npos;
        });
    };
    CHECK(sink("[[0.5,0.25],[0.75,0.125]]"));
    CHECK(sink("[[0.5,0.5],[0.75,0.125]]"));
    CHECK_FALSE(sink("[[0.5,0.25],[0.75,0.5]]"));
    CHECK_FALSE(sink("[[0.5,0.5],[1,0]]"));
    CHECK_FALSE(sink("[[-0.5,0.5],[0.75,0.125]]"));
}

TEST_CASE("An example by itself is checked as the only one of a file is", "[findings]") {
    const auto document =
        open("{\"tokens\":[\"a\",\"b\"],\"attentions\":[[[[0.5,0.75],[-1,2]],[[null,1],[0,0]]]]}");
    REQUIRE(document.has_value());
    Example example = document->examples[0];
    example.attentions.hasMissing = example.attentions.hasNegative = false;
    const std::vector<Problem> found = io::checkExample(example);
    CHECK(example.attentions.hasMissing);
    CHECK(example.attentions.hasNegative);
    // All but the single layer, which may be all that a model has.
    REQUIRE(found.size() == 4);
    CHECK(std::ranges::count(document->warnings, "With one layer, there is nothing to roll out.",
                             &Problem::finding) == 1);
    for (const Problem& one : found) {
        CHECK(std::ranges::any_of(document->warnings, [&](const Problem& other) {
            return other.finding == one.finding && other.place == one.place;
        }));
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
