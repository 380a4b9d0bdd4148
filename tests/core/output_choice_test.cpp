// SPDX-License-Identifier: MIT
#include "core/methods/output_choice.h"

#include <catch2/catch_test_macros.hpp>

#include "core/support.h"

namespace hw::test {
namespace {

const Matrix m = matrix({{.5, .25, .25}, {0, 1, 0}, {.25, .25, .5}});

TEST_CASE("one output token is its row") {
    CHECK(distance(outputRow(m, {OutputJoin::sum, {1}}), std::vector<double>{0, 1, 0}) == 0);
    CHECK(distance(outputRow(m, {OutputJoin::mean, {2}}), std::vector<double>{.25, .25, .5}) == 0);
    CHECK(distance(outputRow(m, {OutputJoin::max, {2}}), std::vector<double>{.25, .25, .5}) == 0);
}

TEST_CASE("several output tokens are summed, or joined by mean or maximum") {
    CHECK(distance(outputRow(m, {OutputJoin::sum, {0, 1}}), std::vector<double>{.5, 1.25, .25}) ==
          0);
    CHECK(distance(outputRow(m, {OutputJoin::mean, {0, 1}}),
                   std::vector<double>{.25, .625, .125}) == 0);
    CHECK(distance(outputRow(m, {OutputJoin::max, {0, 2}}), std::vector<double>{.5, .25, .5}) == 0);
}

TEST_CASE("no chosen token means all of them") {
    CHECK(distance(outputRow(m, {OutputJoin::mean, {}}), std::vector<double>{.25, .5, .25}) == 0);
    CHECK(distance(outputRow(m, {OutputJoin::max, {}}), std::vector<double>{.5, 1, .5}) == 0);
}

TEST_CASE("rows in double are joined in the same way") {
    const std::vector<double> values{.5, .25, .25, 0, 1, 0, .25, .25, .5};
    CHECK(outputRow(values, 3, {OutputJoin::sum, {1}}) == std::vector<double>{0, 1, 0});
    CHECK(outputRow(values, 3, {OutputJoin::mean, {}}) == std::vector<double>{.25, .5, .25});
    CHECK(outputRow(values, 3, {OutputJoin::max, {0, 2}}) == std::vector<double>{.5, .25, .5});
}

TEST_CASE("the maximum of negative values is negative") {
    CHECK(distance(outputRow(matrix({{-2, -1}, {-3, -4}}), {OutputJoin::max, {}}),
                   std::vector<double>{-2, -1}) == 0);
}

TEST_CASE("a profile holds a row for every layer") {
    const std::vector<Matrix> layers{m, matrix({{1, 0, 0}, {0, 0, 1}, {0, 1, 0}})};
    CHECK(distance(profile(layers, {OutputJoin::sum, {1}}), matrix({{0, 1, 0}, {0, 0, 1}})) == 0);
    CHECK(profile({}, {}).size() == 0);
}

TEST_CASE("tokens of one group are averaged before they are joined") {
    const Matrix rows{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    // {0, 2} are a word, 3 is another one, and 1 is not chosen.
    CHECK(outputRow(rows, {OutputJoin::sum, {0, 2, 3}, {0, 0, 1}}) == std::vector<float>{10, 12});
    CHECK(outputRow(rows, {OutputJoin::mean, {}, {0, 0, 1, 1}}) == std::vector<float>{4, 5});
    CHECK(outputRow(rows, {OutputJoin::max, {}, {0, 1, 1, 0}}) == std::vector<float>{4, 5});
    // Both keys are one word. The result is the largest row sum, not the sum of the largest.
    CHECK(outputRow(rows, {OutputJoin::max, {0, 1}, {}, {0, 0}}) == std::vector<float>{7, 0});
    const Matrix crossed{{1, 6}, {4, 2}};
    CHECK(outputRow(crossed, {OutputJoin::max, {}, {}, {0, 0}}) == std::vector<float>{7, 0});
    CHECK(outputRow(rows, {OutputJoin::sum, {0, 3}, {7, 7}}) == std::vector<float>{4, 5});
    CHECK_FALSE(checkOutput({OutputJoin::sum, {0, 2}, {1}}, 4).has_value());
    CHECK_FALSE(checkOutput({OutputJoin::mean, {}, {1}}, 4).has_value());
}

TEST_CASE("an output token that is not there is refused") {
    CHECK(checkOutput({OutputJoin::sum, {0, 2}}, 3).has_value());
    CHECK(checkOutput({OutputJoin::mean, {}}, 3).has_value());
    const auto refused = checkOutput({OutputJoin::sum, {0, 3}}, 3);
    REQUIRE_FALSE(refused.has_value());
    CHECK(
        sentence(refused.error()) ==
        "output token: There is no token 3; the example has 3 output tokens. Choose a token from 0 "
        "to 2.");
    CHECK_FALSE(checkOutput({OutputJoin::sum, {-1}}, 3).has_value());
}

}  // namespace
}  // namespace hw::test
