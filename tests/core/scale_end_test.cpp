// SPDX-License-Identifier: MIT
// Where scales end, compared with values counted by hand.
#include "core/statistics/scale_end.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <span>
#include <vector>

using namespace hw;

TEST_CASE("values that leave the next one below a fifth are counted, as many as may be left out",
          "[statistics][scale]") {
    const std::vector<float> falling{0.5F, 0.09F, 0.08F, 0.01F, 0.009F};
    CHECK(flattening(falling, 0, 0.2F) == 0);
    CHECK(flattening(falling, 1, 0.2F) == 1);
    CHECK(flattening(falling, 2, 0.2F) == 1);
    CHECK(flattening(falling, 3, 0.2F) == 3);  // 0.01 is below a fifth of 0.08
    CHECK(flattening(falling, 99, 0.2F) == 3);
    // A fifth is readable, and a value that nothing follows flattens nothing.
    CHECK(flattening(std::vector<float>{1, 0.2F}, 1, 0.2F) == 0);
    CHECK(flattening(std::vector<float>{1, 0, 0}, 2, 0.2F) == 0);
    CHECK(flattening(std::vector<float>{1}, 1, 0.2F) == 0);
    CHECK(flattening({}, 1, 0.2F) == 0);
    // With few tokens a smaller value is readable.
    CHECK(leastReadable(false) < leastReadable(true));
    CHECK(flattening(falling, 3, leastReadable(false)) == 0);
}

TEST_CASE("a short matrix keeps its largest cells, but for the 1 that each token begins with",
          "[statistics][scale]") {
    const std::vector<float> relevance{1.01F, 0.02F, 0, 0.03F, 1, 0.01F, 0.035F, 0, 1.04F};
    CHECK(readableEnd(relevance, 3, 1.04F, false) == 1.04F);
    CHECK(readableEnd(relevance, 3, 1.04F, true) == 0.035F);
    const std::vector<float> identity{1, 0, 0, 1};
    CHECK(readableEnd(identity, 2, 1, true) == 1);
    CHECK(readableEnd({}, 0, 0, true) == 0);
}

TEST_CASE("a long matrix ends below its diagonal and 1 % of the rest, if these flatten it",
          "[statistics][scale]") {
    constexpr int n = 100;
    std::vector<float> values;
    for (int row = 0; row < n; ++row) {
        for (int col = 0; col < n; ++col)
            values.push_back(row == col ? 0.5F : 0.001F + 0.0000001F * static_cast<float>(col));
    }
    // 100 cells of the diagonal and 100 others are excluded, those of the last column and one more.
    const float end = readableEnd(values, n, 0.5F, false);
    CHECK(end == 0.001F + 0.0000001F * 98);
    // NaN and signs do not count.
    values[1] = std::nanf("");
    values[200] = -0.5F;
    CHECK(std::abs(readableEnd(values, n, 0.5F, false) - end) < 2e-7F);
    for (float& value : values) value = std::max(value, 0.2F);
    CHECK(readableEnd(values, n, 0.5F, false) == 0.5F);
}

TEST_CASE("where a deep model hands all on to one token half of its layers fit a scale of all",
          "[statistics][scale]") {
    // Thirty layers, each with three quarters of the layer below, which is a factor of 4,000 overall.
    std::vector<float> ends;
    for (int layer = 0; layer < 30; ++layer)
        ends.push_back(static_cast<float>(0.05 * std::pow(0.75, layer)));
    CHECK(endForLayers(ends, true) == ends[14]);
    CHECK(std::ranges::count_if(ends, [&](float one) { return one <= ends[14]; }) == 16);
    // Up to a factor of thirty it is the last layer's, as in bars.
    const std::span shallow(ends.data(), 12);
    CHECK(endForLayers(shallow, true) == shallow.back() * 2);
    CHECK(endForLayers(ends, false) == ends.front());
    // A layer that is pale in the middle, too, does not shorten the scale.
    std::vector<float> fallen(30, 0.001F);
    fallen.front() = 0.5F;
    CHECK(endForLayers(fallen, true) == 0.002F);
    CHECK(endForLayers({}, true) == 0);
    CHECK(endForLayers(std::vector<float>{0.3F, 0}, true) == 0.3F);
}

TEST_CASE("the last layer is never the palest of layers that even out", "[statistics][scale]") {
    // Rollout of 12 tokens with uniform attention, by hand. After layer l an output has (1 + 11 / 2^l) / 12 of its own
    // value, so the first layer needs 0.54 and the sixth 0.098.
    const auto own = [](int layer) {
        return static_cast<float>((1 + 11 / std::pow(2, layer)) / 12);
    };
    CHECK(std::abs(endForLast(own(1), own(6), true) - 2 * own(6)) < 1e-7F);
    // After two layers nothing is pale yet, and peaks of raw attention are no error.
    CHECK(endForLast(own(1), own(2), true) == own(1));
    CHECK(endForLast(own(1), own(6), false) == own(1));
    CHECK(endForLast(own(1), 0, true) == own(1));
    // For any layers, the last one fills a third of the scale or more.
    for (int layers = 1; layers <= 48; ++layers)
        CHECK(own(layers) >= endForLast(own(1), own(layers), true) / 3);
}
