// SPDX-License-Identifier: MIT
// Rows that a run cut: whoever cut them is not told that they do not sum to 1.
#include <catch2/catch_test_macros.hpp>

#include "io/made_example.h"

namespace hw::test {
namespace {

/// Two layers of three tokens; token 2 looks at 0 and 1 alone in the second.
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

    // A residual was cut there, no weight; and what lies in another layer explains nothing.
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

}  // namespace
}  // namespace hw::test
