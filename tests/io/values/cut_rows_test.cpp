// SPDX-License-Identifier: MIT
// Rows with cuts from a run. A user who cut them gets no message that they do not sum to 1.
#include <catch2/catch_test_macros.hpp>

#include "io/made_example.h"

namespace hw::test {
namespace {

/// Two layers of three tokens. In the second, token 2 attends only to 0 and 1.
Example cutExample() {
    Example example;
    example.tokens = {"a", "b", "c"};
    example.attentions.layers = 2;
    example.attentions.heads = 1;
    example.attentions.queries = example.attentions.keys = 3;
    example.attentions.values = {1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F,
                                 1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0};
    return example;
}

TEST_CASE("a row with a cut edge is not odd, and another one still is", "[io]") {
    Example whole = cutExample();
    const auto odd = io::takeExample(whole);
    REQUIRE(odd.has_value());
    REQUIRE(odd->size() == 1);
    CHECK(odd->front().place == "attentions[1][0][2]");

    Example cut = cutExample();
    cut.cuts = {{.layer = 1, .query = 2, .key = 2, .heads = 1}};
    const auto fine = io::takeExample(cut);
    REQUIRE(fine.has_value());
    CHECK(fine->empty());

    // A whole cut head explains all rows of its layer.
    Example emptied = cutExample();
    for (std::size_t i = 9; i < 18; ++i) emptied.attentions.values[i] = 0;
    emptied.cuts = {{.layer = 1, .query = -1, .key = -1, .heads = 1}};
    const auto known = io::takeExample(emptied);
    REQUIRE(known.has_value());
    CHECK(known->empty());
    for (const CutEdge wrong : {CutEdge{.layer = 1, .query = -1, .key = 0, .heads = 1},
                                CutEdge{.layer = 1, .query = -1, .key = -1, .heads = 0},
                                CutEdge{.layer = 2, .query = -1, .key = -1, .heads = 1}}) {
        Example other = cutExample();
        other.cuts = {wrong};
        CHECK_FALSE(io::takeExample(other).has_value());
    }

    // That cut was of a residual, not of a weight. A cut in another layer explains nothing.
    for (const CutEdge edge : {CutEdge{.layer = 1, .query = 2, .key = 2, .heads = 0},
                               CutEdge{.layer = 0, .query = 2, .key = 2, .heads = 1}}) {
        Example other = cutExample();
        other.cuts = {edge};
        const auto still = io::takeExample(other);
        REQUIRE(still.has_value());
        CHECK(still->size() == 1);
    }
    // A sum above 1 is no cut.
    Example more = cutExample();
    more.cuts = {{.layer = 1, .query = 2, .key = 2, .heads = 1}};
    more.attentions.values.back() = 0.9F;
    const auto above = io::takeExample(more);
    REQUIRE(above.has_value());
    CHECK(above->size() == 1);
}

TEST_CASE("of an encoder with its decoder, a cut explains the rows of its own attention alone",
          "[io]") {
    const auto pair = [] {
        Example example = cutExample();
        const AttentionTensor stack = example.attentions;
        example.decoder = Decoder{.tokens = {"x", "y", "z"}, .attentions = stack, .cross = stack};
        return example;
    };
    constexpr AttentionStack every[] = {AttentionStack::encoder, AttentionStack::decoder,
                                        AttentionStack::cross};
    const auto warnings = [](Example example) {
        const auto said = io::takeExample(example);
        REQUIRE(said.has_value());
        return *said;
    };
    CHECK(warnings(pair()).size() == 1);
    Example all = pair();
    for (const AttentionStack of : every)
        all.cuts.push_back({.layer = 1, .query = 2, .key = 2, .heads = 1, .of = of});
    CHECK(warnings(all).empty());
    constexpr const char* places[] = {"encoder.attentions[1][0][2]", "decoder.attentions[1][0][2]",
                                      "cross.attentions[1][0][2]"};
    for (std::size_t i = 0; i < 3; ++i) {
        Example without = all;
        without.cuts.erase(without.cuts.begin() + static_cast<std::ptrdiff_t>(i));
        const auto said = warnings(without);
        REQUIRE(said.size() == 1);
        CHECK(said.front().place == places[i]);
    }
    // A missing weight cannot have been cut.
    Example alone = cutExample();
    alone.cuts = {{.layer = 1, .query = 2, .key = 2, .heads = 1, .of = AttentionStack::decoder}};
    CHECK_FALSE(io::takeExample(alone).has_value());
    Example across = pair();
    across.cuts = {{.layer = 1, .query = 2, .key = 2, .heads = 0, .of = AttentionStack::cross}};
    CHECK_FALSE(io::takeExample(across).has_value());
}

}  // namespace
}  // namespace hw::test
