// SPDX-License-Identifier: MIT
// A method's numbers as shown by engine and command line, with gaps, then groups, then one row of the outputs.
#include "core/result/shown_result.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

namespace hw::test {
namespace {

constexpr double gone = std::numeric_limits<double>::quiet_NaN();

/// Three tokens of which the second has no weights in the only layer.
Gaps gapAtSecond() {
    constexpr auto none = std::numeric_limits<float>::quiet_NaN();
    Example example;
    example.tokens = {"play", "##ing", "well"};
    example.attentions = {1, 1, 3, 3, {1, 0, 0, none, none, none, 0, 0, 1}, {}};
    example.attentions.hasMissing = true;
    return {example, Part::encoder, Method::rollout, {}};
}

ShownTokens eachAlone() { return {groupTokens({}, 3), groupTokens({}, 3)}; }
ShownTokens words() {
    const std::vector<int> first{0, 0, 1};
    return {groupTokens(first, 3), groupTokens(first, 3), RowDivision::none, false};
}
const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9};

template <class Number>
void check(const std::vector<Number>& found, const std::vector<Number>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::isnan(wanted[i]))
            CHECK(std::isnan(found[i]));
        else
            CHECK(found[i] == wanted[i]);
    }
}

}  // namespace

TEST_CASE("a shown layer is what the method gave, where nothing else is asked for") {
    const ShownResult shown{{}, eachAlone()};
    check(shown.layer(values, 0), values);
    const ShownResult row{{}, eachAlone(), OutputChoice{OutputJoin::sum, {2}}};
    check(row.layer(values, 0), {7., 8., 9.});
}

TEST_CASE("rows are divided by all keys, or by those that are left") {
    ShownTokens tokens = eachAlone();
    tokens.division = RowDivision::all;
    check(ShownResult{{}, tokens}.layer(std::vector<double>{1, 1, 2, 0, 0, 0, 5, 0, 0}, 0),
          {.25, .25, .5, 0., 0., 0., 1., 0., 0.});
    tokens.plain = false;
    tokens.keys = groupsLeft(std::vector{0, -1, 1});
    check(ShownResult{{}, tokens}.layer(std::vector<double>{1, 1, 2, 0, 0, 0, 5, 0, 0}, 0),
          {.25, .5, 0., 0., 1., 0.});
    tokens.division = RowDivision::left;
    check(ShownResult{{}, tokens}.layer(std::vector<float>{1, 1, 3, 0, 0, 0, 5, 0, 0}, 0),
          {.25F, .75F, 0.F, 0.F, 1.F, 0.F});
}

TEST_CASE("gaps come before groups: a word with a gap has no number of its own") {
    const Gaps gaps = gapAtSecond();
    check(ShownResult{gaps, eachAlone()}.layer(values, 0),
          {1., 2., 3., gone, gone, gone, 7., 8., 9.});
    check(ShownResult{gaps, words()}.layer(values, 0), {gone, gone, 15., 9.});
    for (const OutputJoin join : {OutputJoin::sum, OutputJoin::mean, OutputJoin::max})
        check(ShownResult{gaps, words(), OutputChoice{join, {}}}.layer(values, 0), {gone, gone});
    const OutputChoice second{OutputJoin::max, {1}};
    check(ShownResult{gaps, words(), second}.layer(values, 0), {15., 9.});
}

TEST_CASE("rows of a few queries are all the output's, in the order of their words") {
    const std::vector<int> queries{2, 0};
    const std::vector<double> rows{7, 8, 9, 1, 2, 3};
    const OutputChoice mean{OutputJoin::mean, {0, 1}};
    check(
        ShownResult{{}, eachAlone(), OutputChoice{OutputJoin::max, {2, 0}}}.layer(rows, 0, queries),
        {7., 8., 9.});
    check(ShownResult{{}, words(), mean}.layer(rows, 0, queries), {9., 6.});
    const std::vector<int> gap{1, 2};
    check(ShownResult{gapAtSecond(), eachAlone()}.layer(std::vector<double>{4, 5, 6, 7, 8, 9}, 0,
                                                        gap),
          {gone, gone, gone, 7., 8., 9.});
}

}  // namespace hw::test
