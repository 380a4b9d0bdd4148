// SPDX-License-Identifier: MIT
// Attention that is no plain square of weights. Covers local attention, scores before the softmax, padding, Python
// objects, and data that is not attention.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstring>

#include "io/axes/shaped.h"

namespace hw::test {
namespace {

/// Longformer's band of n tokens that attend to `half` on each side. All tokens attend to the first `globals` ones.
/// Weights to each key differ.
double weight(int row, int key, int n, int globals, int half = 1) {
    const auto sees = [&](int k) {
        return k < globals || row < globals || std::abs(row - k) <= half;
    };
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += sees(k) ? 1 + (row + 2 * k) % 5 : 0;
    return sees(key) ? (1 + (row + 2 * key) % 5) / sum : 0;
}

/// The band, or with `across` the global part, which has rows of 0 up to the `padded`th.
std::string band(int n, int globals, bool across, int half = 1, int padded = 0) {
    std::string text = "[[[[";
    for (int row = 0; row < (across ? std::max(n, padded) : n); ++row) {
        text += row > 0 ? ",[" : "[";
        for (int c = 0; across && c < globals; ++c)
            text += (c > 0 ? "," : "") + number(row < n ? weight(c, row, n, globals, half) : 0);
        for (int c = 0; !across && c < globals + 2 * half + 1; ++c) {
            const int key = c < globals ? c : row + c - globals - half;
            const bool own =
                row >= globals && key >= 0 && key < n && (c < globals || key >= globals);
            text += (c > 0 ? "," : "") + number(own ? weight(row, key, n, globals, half) : 0);
        }
        text += "]";
    }
    return text + "]]]]";
}

}  // namespace

TEST_CASE("Local attention is unrolled, with and without tokens that all look at", "[local]") {
    for (const int globals : {0, 1, 2}) {
        constexpr int n = 8;
        std::string text =
            "{\"tokens\":" + tokens(n) + ",\"attentions\":" + band(n, globals, false);
        if (globals > 0) text += ",\"global_attentions\":" + band(n, globals, true);
        const Document document = read(text + "}");
        const AttentionTensor& a = document.examples[0].attentions;
        REQUIRE(a.keys == n);
        for (int row = 0; row < n; ++row) {
            for (int key = 0; key < n; ++key)
                CHECK(std::fabs(a.values[row * n + key] -
                                static_cast<float>(weight(row, key, n, globals))) < 1e-6F);
        }
        CHECK(said(document).find("Local attention (a window of 3 tokens)") != std::string::npos);
    }
    // The library pads texts to whole windows and removes the padding only from the band. Windows may be longer than
    // the text.
    for (const int globals : {0, 1}) {
        const std::string padded = band(4, globals, false, 8);
        std::string text = "{\"tokens\":" + tokens(4) + ",\"attentions\":" + padded;
        if (globals > 0) text += ",\"global_attentions\":" + band(4, globals, true, 8, 16);
        const Document document = read(text + "}");
        const AttentionTensor& a = document.examples[0].attentions;
        REQUIRE(a.keys == 4);
        for (int at = 0; at < 16; ++at)
            CHECK(std::fabs(a.values[at] -
                            static_cast<float>(weight(at / 4, at % 4, 4, globals, 8))) < 1e-6F);
        CHECK(said(document).find("Local attention (a window of 17 tokens)") != std::string::npos);
    }
    for (const std::string& windows : {band(8, 2, false), band(4, 1, false, 8)}) {
        const auto lacking = open("{\"attentions\":" + windows + "}");
        REQUIRE_FALSE(lacking.has_value());
        CHECK(lacking.error().finding.find("windows around each token") != std::string::npos);
        CHECK(lacking.error().remedy.find("global_attentions") != std::string::npos);
    }
}

TEST_CASE("What is no self-attention is told apart", "[local]") {
    const auto refused = [](const std::string& attentions) {
        const auto document = open("{\"attentions\":" + attentions + "}");
        REQUIRE_FALSE(document.has_value());
        return sentence(document.error());
    };
    CHECK(refused("[[[[0.5,0.25,0.25]]]]").find("This is one token’s row.") != std::string::npos);
    CHECK(refused("[[[[0.5,-2,3,1],[1,2,-3,4]]]]").find("this is not attention.") !=
          std::string::npos);
    CHECK(refused("[[[[0.5,0.25,0.25,0],[0.25,0.25,0.25,0.25]]]]")
              .find("Only the last tokens’ rows are present.") != std::string::npos);
    CHECK(refused("[[[[0.5,0.25,0.25],[0.25,0.25,0.5]]]]").find("cross_attentions") !=
          std::string::npos);
}

namespace {

std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + data;
}

std::string floats(const std::vector<float>& values) {
    std::string data(values.size() * 4, '\0');
    std::memcpy(data.data(), values.data(), data.size());
    return data;
}

}  // namespace

TEST_CASE("Scores before the softmax get one verdict in every form, and the softmax makes weights",
          "[scores]") {
    const float inf = INFINITY;
    const std::vector<float> scores{1, -inf, -inf, 2, -1.5F, -inf, 0.5F, 3, -2};
    const std::string binary = npy("<f4", "(1, 1, 3, 3)", floats(scores));
    std::vector<float> masked = scores;
    for (float& value : masked) value = std::isinf(value) ? -10'000 : value;
    const std::string written = "[[[[1,-Infinity,-Infinity],[2,-1.5,-Infinity],[0.5,3,-2]]]]";
    for (const std::string& text :
         {binary, written,
          std::string("{\"attentions\":[[[[1,null,null],[2,-1.5,null],[0.5,3,-2]]]]}"),
          npy("<f4", "(1, 1, 3, 3)", floats(masked))}) {
        const Document document = read(text);
        CHECK(said(document).find("scores before the softmax, not weights (from -2.0 to 3.0;") !=
              std::string::npos);
        CHECK(said(document).find("3 values are masked") != std::string::npos);
        CHECK(said(document).find("missing values") == std::string::npos);
        CHECK(offers(document, Offer::softmax));
        CHECK(document.examples[0].kind() == AttentionKind::causal);
        const Document weights = read(text, {.softmax = true});
        const std::vector<float>& w = weights.examples[0].attentions.values;
        CHECK(w[0] == 1);
        CHECK(w[1] == 0);
        CHECK(std::fabs(w[3] - static_cast<float>(1 / (1 + std::exp(-3.5)))) < 1e-6F);
        CHECK(std::fabs(w[6] + w[7] + w[8] - 1) < 1e-6F);
        CHECK_FALSE(offers(weights, Offer::softmax));
        CHECK(weights.examples[0].kind() == AttentionKind::causal);
    }
}

TEST_CASE("Weights with odd rows are not taken for scores", "[scores]") {
    for (const char* text :
         {"[[[[0.5,0.5],[0.25,0.75]]]]", "[[[[0.5,0.6],[0.25,0.8]]]]",
          "[[[[-0.5,0.5],[0.25,-0.75]]]]", "[[[[50,50],[25,75]]]]", "[[[[0.5,null],[0.25,0.75]]]]"})
        CHECK_FALSE(offers(read(text), Offer::softmax));
}

TEST_CASE("Infinities of binary arrays are missing values, as in JSON", "[scores]") {
    const std::vector<float> weights{0.5F, 0.5F, INFINITY, 0.25F};
    const Document binary = read(npy("<f4", "(1, 1, 2, 2)", floats(weights)));
    const Document text = read("[[[[0.5,0.5],[Infinity,0.25]]]]");
    CHECK(binary.infinities == 1);
    CHECK(text.infinities == 1);
    CHECK(std::isnan(binary.examples[0].attentions.values[2]));
    CHECK(said(binary).find("1 of 2 rows have missing values") ==
          said(text).find("1 of 2 rows have missing values"));
}

TEST_CASE("Padding in front is found by its rows and left out, and can be kept", "[padding]") {
    std::string rows;
    for (int row = 0; row < 5; ++row) {
        rows += row > 0 ? ",[" : "[";
        for (int key = 0; key < 5; ++key) {
            const double real = key < 2 || key > row ? 0 : causal(0, row - 2, key - 2);
            rows += (key > 0 ? "," : "") + number(row < 2 ? 0.2 : real);
        }
        rows += "]";
    }
    const std::string attentions = "[[[" + rows + "]],[[" + rows + "]]]";
    const std::string text =
        "{\"tokens\":[\"<pad>\",\"<pad>\",\"a\",\"b\",\"c\"],\"words\":[null,null,0,1,2],"
        "\"importance\":{\"blankout\":[0,0,1,2,3]},\"attentions\":" +
        attentions + "}";
    const Document document = read(text);
    const Example& example = document.examples[0];
    CHECK(example.kind() == AttentionKind::causal);
    CHECK(example.tokens == std::vector<std::string>{"a", "b", "c"});
    CHECK(example.words == std::vector<int>{0, 1, 2});
    CHECK(example.importance[0].values == std::vector<double>{1, 2, 3});
    REQUIRE(example.attentions.values.size() == 2 * 9);
    CHECK(std::fabs(example.attentions.values[9 + 4] - static_cast<float>(causal(0, 1, 1))) <
          1e-6F);
    CHECK(said(document).find("Dropped 2 padding tokens of 1 example, such as \"<pad>\" (") !=
          std::string::npos);
    CHECK(offers(document, Offer::padding));
    CHECK(read(text, {.keepPadding = true}).examples[0].tokens.size() == 5);
    // A model that attends equally to all tokens has no padding, nor has one whose first tokens are read.
    const std::string equal =
        "[[0.25,0.25,0.25,0.25],[0.25,0.25,0.25,0.25],[0.25,0.25,0.25,0.25],"
        "[0.25,0.25,0.25,0.25]]";
    CHECK(read("[[" + equal + "]]").examples[0].tokens.size() == 4);
    const std::string seen = "[[0.25,0.25,0.25,0.25],[0.5,0.5,0,0],[0,0.5,0.5,0],[0,0,0.5,0.5]]";
    CHECK(read("[[" + seen + "]]").examples[0].tokens.size() == 4);
}

TEST_CASE("Python objects are never read, and are told from a fused kernel and from no tokens",
          "[objects]") {
    const auto alone = open(npy("|O", "(2,)", "\x80\x04"));
    REQUIRE_FALSE(alone.has_value());
    CHECK(alone.error().finding.find("Python objects (a pickle), which are never read") !=
          std::string::npos);
    CHECK(alone.error().code != Code::noWeights);
}

TEST_CASE("Pruned heads and fewer keys are named as what they are", "[axes]") {
    Numbers numbers;
    const auto refusal = [](const std::string& layers) {
        const auto document = open("{\"attentions\":[" + layers + "]}");
        if (document) FAIL("opened");
        return document.error();
    };
    for (const bool batch : {true, false}) {
        const auto sizes = [&](int heads, int rows, int keys) {
            return batch ? std::vector{1, heads, rows, keys} : std::vector{heads, rows, keys};
        };
        const Problem pruned =
            refusal(numbers.block(sizes(4, 5, 5)) + "," + numbers.block(sizes(4, 5, 5)) + "," +
                    numbers.block(sizes(3, 5, 5)));
        CHECK(pruned.finding == "This layer has 3 heads instead of 4.");
        CHECK(pruned.remedy.find("pruned, save their means with [layer.mean(-3)") !=
              std::string::npos);
        const Problem sparse =
            refusal(numbers.block(sizes(2, 8, 8)) + "," + numbers.block(sizes(2, 8, 4)));
        CHECK(sparse.finding.starts_with("Rows have 8 keys in one layer and 4 in another"));
    }
    // The result of the remedy for pruned heads.
    CHECK(read(file("[" + numbers.block({5, 5}) + "," + numbers.block({5, 5}) + "]", {tokens(5)}))
              .examples[0]
              .attentions.layers == 2);
}

}  // namespace hw::test
