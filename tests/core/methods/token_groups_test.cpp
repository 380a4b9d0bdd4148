// SPDX-License-Identifier: MIT
#include "core/methods/token_groups.h"

#include <catch2/catch_test_macros.hpp>

#include "core/methods/rollout.h"
#include "core/support.h"

namespace hw::test {
namespace {

TEST_CASE("groups are numbered by their first token, and negative words stand alone") {
    const TokenGroups groups = groupTokens(std::vector<int>{-1, 7, 7, 3, -1}, 6);
    CHECK(groups.groupOf == std::vector<int>{0, 1, 1, 2, 3, 4});
    CHECK(groups.count == 5);
    CHECK(groupTokens({}, 3).groupOf == std::vector<int>{0, 1, 2});
}

TEST_CASE("a group's text joins its tokens as they are shown") {
    const std::vector<std::string> tokens{"[CLS]", "play", "##ing", "."};
    CHECK(groupTexts(groupTokens(std::vector<int>{0, 1, 1, 2}, 4), tokens) ==
          std::vector<std::string>{"[CLS]", "playing", "."});
}

TEST_CASE("merging sums over keys and takes the mean over queries") {
    const TokenGroups groups = groupTokens(std::vector<int>{0, 1, 1}, 3);
    const Matrix merged =
        mergeGroups(matrix({{.5, .25, .25}, {0, 1, 0}, {.5, .25, .25}}), groups, groups);
    CHECK(distance(merged, matrix({{.5, .5}, {.25, .75}})) == 0);
}

TEST_CASE("rows that sum to 1 still do after merging, and one group holds everything") {
    const Matrix rolled = rollout(randomAttention(4, 2, 9, 71), {}).back();
    const TokenGroups groups = groupTokens(std::vector<int>{0, 0, 1, 2, 2, 2, 3, 4, 4}, 9);
    CHECK(rowSumError(mergeGroups(rolled, groups, groups)) < 1e-6);
    const TokenGroups one = groupTokens(std::vector<int>(9, 0), 9);
    CHECK(distance(mergeGroups(rolled, one, one), matrix({{1}})) < 1e-6);
    const TokenGroups each = groupTokens({}, 9);
    CHECK(distance(mergeGroups(rolled, each, each), rolled) == 0);
}

TEST_CASE("a profile merges its keys and keeps its layers") {
    const TokenGroups keys = groupTokens(std::vector<int>{0, 0, 1}, 3);
    CHECK(distance(mergeKeys(matrix({{.5, .25, .25}, {0, 1, 0}}), keys),
                   matrix({{.75, .25}, {1, 0}})) == 0);
}

TEST_CASE("grouping leaves tokens out and divides only what is left") {
    Matrix matrix{{0.5F, 0.25F, 0.25F}, {0.125F, 0.125F, 0.75F}, {0, 0, 1}};
    const TokenGroups queries = groupsFrom(std::vector<int>{0, 0, -1});
    const TokenGroups keys = groupsFrom(std::vector<int>{0, 1, -1});
    CHECK(queries.count == 1);
    const auto gathered = [&](const TokenGroups& rows, RowDivision division) {
        return groupMatrix(matrix, rows, keys, division);
    };
    CHECK(distance(gathered(queries, RowDivision::none), Matrix{{0.3125F, 0.1875F}}) == 0);
    CHECK(distance(gathered(queries, RowDivision::left), Matrix{{0.625F, 0.375F}}) == 0);
    matrix(0, 0) = 2.5F;  // the two rows sum to 3 and 1, of which 2.75 and 0.25 remain
    CHECK(distance(gathered(queries, RowDivision::all), Matrix{{0.65625F, 0.09375F}}) == 0);
    // A row without remaining values stays 0.
    const TokenGroups last = groupsFrom(std::vector<int>{-1, -1, 0});
    CHECK(distance(gathered(last, RowDivision::left), Matrix{{0, 0}}) == 0);
    const std::vector<std::string> tokens{"the", "keys", "to"};
    CHECK(groupTexts(groupsFrom(std::vector<int>{0, -1, 0}), tokens) ==
          std::vector<std::string>{"the … to"});
}

}  // namespace
}  // namespace hw::test
