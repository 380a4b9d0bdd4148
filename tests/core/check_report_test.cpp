// SPDX-License-Identifier: MIT
#include "core/report/check_report.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/matrix/half.h"
#include "core/statistics/head_statistics.h"
#include "core/support.h"

using namespace hw;
using namespace hw::test;

namespace {

CheckLine lineOf(const Example& example, const std::string& name) {
    Document document;
    document.nulls = 2;
    for (const CheckLine& line : checkReport(document, example, 1)) {
        if (line.name == name) return line;
    }
    return {};
}

Example exampleOf(const std::vector<Matrix>& layers) {
    Example example;
    example.attentions = tensor(layers);
    for (int i = 0; i < example.attentions.keys; ++i)
        example.tokens.push_back("t" + std::to_string(i));
    return example;
}

}  // namespace

TEST_CASE("a sound example has nothing unusual but what is said of its file") {
    const Example example = exampleOf({matrix({{.5, .3, .2}, {.3, .4, .3}, {.2, .3, .5}}),
                                       matrix({{.4, .3, .3}, {.3, .4, .3}, {.3, .3, .4}})});
    Document document;
    for (const CheckLine& line : checkReport(document, example, 1)) {
        INFO(line.name << ": " << line.text);
        CHECK_FALSE(line.unusual);
        CHECK_FALSE(line.text.empty());
    }
    CHECK(lineOf(example, "Shape").text == "2 layers, 1 head, 3 tokens");
    CHECK(lineOf(example, "Direction").text == "bidirectional");
}

TEST_CASE("numbered positions do not say that the file has no tokens: it may have too few") {
    Example example = exampleOf({matrix({{.5, .5}, {.5, .5}})});
    example.tokensAreNumbered = true;
    const CheckLine line = lineOf(example, "Tokens");
    CHECK(line.text == "none that fit, so numbers are shown");
    CHECK(line.unusual);
}

TEST_CASE("each finding is told with its number and its place") {
    const double nan = std::nan("");
    const Example example =
        exampleOf({matrix({{1, 0, 0, 0}, {.8, .1, 0, 0}, {.9, .05, .05, 0}, {nan, .1, .1, 0}}),
                   matrix({{1, 0, 0, 0}, {.8, .1, 0, 0}, {.9, .05, .05, 0}, {nan, .1, .1, 0}})});
    CHECK(lineOf(example, "Row sums").text ==
          "2 of 8 rows do not sum to 1; the worst is row 2 of layer 1, head 1 (off by 0.1)");
    CHECK(lineOf(example, "Missing values").text == "2, 2 null in the file");
    CHECK(lineOf(example, "Direction").text == "causal");
    CHECK(lineOf(example, "Padding").text == "1 token receives no attention (4 \"t3\")");
    CHECK(lineOf(example, "Equal heads").text == "layer 2 head 1 equals layer 1 head 1");
    CHECK(lineOf(example, "Attention sinks").text == "none");
    CHECK(lineOf(exampleOf(
                     {matrix({{1, 0, 0, 0}, {.8, .2, 0, 0}, {.9, .05, .05, 0}, {.7, .1, .1, .1}})}),
                 "Attention sinks")
              .text == "the other tokens give 0.8 of their attention to \"t0\"");
    for (const char* name : {"Row sums", "Missing values", "Padding", "Equal heads"})
        CHECK(lineOf(example, name).unusual);
}

TEST_CASE("one row is one row, and weights below 0 are told") {
    Example example = exampleOf({matrix({{1, 0}, {.8, -.1}})});
    CHECK(lineOf(example, "Row sums").text ==
          "1 of 2 rows does not sum to 1; the worst is row 2 of layer 1, head 1 (off by 0.3)");
    example.attentions.hasNegative = true;
    CHECK(lineOf(example, "Signs").text == "some weights are negative");
    CHECK(lineOf(example, "Signs").unusual);
}

TEST_CASE("cross-attention alone is reported without a direction of its own") {
    Example example;
    example.tokens = {"a", "b"};
    example.decoder = Decoder{{"x"}, {}, {1, 1, 1, 2, {.5F, .5F}, {}}};
    CHECK(lineOf(example, "Shape").text == "cross: 1 layer, 1 head, 1 queries on 2 keys");
    CHECK(lineOf(example, "Direction").text == "the decoder attends to the encoder");
}

TEST_CASE("16-bit numbers read back as the nearest, for every one of them") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = halfToFloat(half);
        if (std::isnan(value)) {
            CHECK(std::isnan(halfToFloat(floatToHalf(value))));
            continue;
        }
        REQUIRE(floatToHalf(value) == half);
        if (!std::isfinite(value) || (bits & 0x7FFFU) >= 0x7BFFU) continue;
        // Rounds to the nearer of two neighbours, and to the even one in the middle.
        const float next = halfToFloat(static_cast<std::uint16_t>(bits + 1));
        const float middle = (value + next) / 2;
        REQUIRE(floatToHalf(middle) == (bits % 2 == 0 ? half : bits + 1));
        REQUIRE(floatToHalf(std::nextafter(middle, value)) == half);
        REQUIRE(floatToHalf(std::nextafter(middle, next)) == bits + 1);
    }
    CHECK(floatToHalf(65519.0F) == 0x7BFF);
    CHECK(floatToHalf(65520.0F) == 0x7C00);
    CHECK(floatToHalf(-1e30F) == 0xFC00);
    CHECK(floatToHalf(1e-30F) == 0);
}

TEST_CASE("a tensor in 16 bits gives the matrices of the rounded numbers") {
    AttentionTensor exact = randomAttention(2, 3, 5, 7);
    AttentionTensor half = exact;
    half.toHalf();
    CHECK(half.values.empty());
    CHECK(half.count() == exact.count());
    for (int layer = 0; layer < 2; ++layer) {
        for (int head = 0; head < 3; ++head) {
            const Matrix whole = headOf(exact, layer, head);
            const Matrix rounded = headOf(half, layer, head);
            std::vector<float> room;
            for (std::size_t i = 0; i < valuesOf(whole).size(); ++i)
                REQUIRE(valuesOf(rounded)[i] == halfToFloat(floatToHalf(valuesOf(whole)[i])));
            for (int query = 0; query < 5; ++query) {
                const auto row = half.row(layer, head, query, room);
                for (std::size_t key = 0; key < 5; ++key)
                    REQUIRE(row[key] == rounded(query, static_cast<int>(key)));
            }
        }
    }
}

TEST_CASE("what a user's own cuts took away is no finding") {
    Example example = exampleOf({matrix({{.5, .25, .25}, {.25, 0, .25}, {.25, .25, .5}}),
                                 matrix({{.5, .25, .25}, {.25, .5, .25}, {.25, .25, .5}})});
    CHECK(lineOf(example, "Row sums").unusual);
    example.cuts = {{.layer = 0, .query = 1, .key = 1, .heads = 1}};
    CHECK(lineOf(example, "Row sums").text == "every row sums to 1 (1 cut row ignored)");
    CHECK_FALSE(lineOf(example, "Row sums").unusual);
    // Not for its residual, its other rows, another layer, or a sum above 1.
    for (const CutEdge& other : {CutEdge{.layer = 0, .query = 1, .key = 1, .heads = 0},
                                 CutEdge{.layer = 0, .query = 2, .key = 1, .heads = 1},
                                 CutEdge{.layer = 1, .query = 1, .key = 1, .heads = 1},
                                 CutEdge{.query = 1, .heads = 1, .of = AttentionStack::decoder}}) {
        example.cuts = {other};
        CHECK(lineOf(example, "Row sums").text ==
              "1 of 6 rows does not sum to 1; the worst is row 2 of layer 1, head 1 (off by 0.5)");
    }
    example.cuts = {{.layer = 0, .query = 1, .key = 1, .heads = 1}};
    example.attentions.values[4] = 1;
    CHECK(lineOf(example, "Row sums").unusual);
}

TEST_CASE("heads and keys that were cut are no copies and no padding") {
    const Matrix empty = matrix({{0, 0}, {0, 0}});
    Example example = exampleOf({empty, empty});
    for (const char* name : {"Row sums", "Padding", "Equal heads"})
        CHECK(lineOf(example, name).unusual);
    for (const int layer : {0, 1})
        example.cuts.push_back({.layer = layer, .query = -1, .key = -1, .heads = 1});
    for (const char* name : {"Row sums", "Padding", "Equal heads"})
        CHECK_FALSE(lineOf(example, name).unusual);
    example.cuts.pop_back();
    CHECK(lineOf(example, "Padding").unusual);
}
