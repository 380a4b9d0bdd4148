// SPDX-License-Identifier: MIT
// Rows that do not sum to 1, because of dropout, a missing column or padding, and their remedies.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "io/support.h"

namespace hw::test {
namespace {

struct Random {
    std::mt19937 engine{5};
    double operator()() { return std::uniform_real_distribution<double>(0, 1)(engine); }
};

using Matrix4 = std::vector<std::vector<std::vector<std::vector<double>>>>;

/// [layers][heads][n][n], rows sum to 1.
Matrix4 attention(int layers, int heads, int n, bool causal, Random& random) {
    Matrix4 all(layers, std::vector<std::vector<std::vector<double>>>(
                            heads, std::vector<std::vector<double>>(n, std::vector<double>(n))));
    for (auto& layer : all) {
        for (auto& head : layer) {
            for (int q = 0; q < n; ++q) {
                double sum = 0;
                for (int k = 0; k < (causal ? q + 1 : n); ++k)
                    sum += head[q][k] = std::exp(2 * random());
                for (double& value : head[q]) value /= sum;
            }
        }
    }
    return all;
}

template <class Change>
void forEachRow(Matrix4& all, Change change) {
    for (auto& layer : all)
        for (auto& head : layer)
            for (auto& row : head) change(row);
}

std::string text(const Matrix4& all, const std::string& fields = "") {
    std::string json = "{" + fields + "\"attentions\":[";
    for (const auto& layer : all) {
        json += &layer == &all[0] ? "[" : ",[";
        for (const auto& head : layer) {
            json += &head == &layer[0] ? "[" : ",[";
            for (const auto& row : head) {
                json += &row == &head[0] ? "[" : ",[";
                for (const double& value : row)
                    json += (&value == &row[0] ? "" : ",") + std::to_string(value);
                json += "]";
            }
            json += "]";
        }
        json += "]";
    }
    return json + "]}";
}

Document opened(const std::string& json, const OpenOptions& options = {}) {
    auto document = open(json, options);
    if (!document) FAIL(document.error().finding);
    return std::move(*document);
}

const Problem* saying(const Document& document, const std::string& part) {
    const auto found = std::ranges::find_if(document.warnings, [&](const Problem& warning) {
        return warning.finding.find(part) != std::string::npos;
    });
    return found == document.warnings.end() ? nullptr : &*found;
}

std::string tokenTexts(int n) {
    std::string json = "\"tokens\":[";
    for (int i = 0; i < n; ++i) json += (i > 0 ? ",\"t" : "\"t") + std::to_string(i) + "\"";
    return json + "],";
}

}  // namespace

TEST_CASE("dropout is named with its p, and model.eval() as the remedy", "[causes]") {
    struct Kind {
        int layers, heads, n;
        bool causal;
        double p;
    };
    for (const Kind& kind :
         {Kind{4, 4, 12, false, 0.1}, Kind{2, 2, 9, true, 0.1}, Kind{3, 4, 16, true, 0.5},
          Kind{2, 3, 64, false, 0.1}, Kind{1, 12, 24, true, 0.2}}) {
        CAPTURE(kind.n, kind.p, kind.causal);
        Random random;
        Matrix4 all = attention(kind.layers, kind.heads, kind.n, kind.causal, random);
        forEachRow(all, [&](std::vector<double>& row) {
            for (double& value : row) value = random() < kind.p ? 0 : value / (1 - kind.p);
        });
        const Document document = opened(text(all));
        const Problem* const found = saying(document, "dropout was on");
        REQUIRE(found != nullptr);
        CHECK(found->remedy.find("model.eval()") != std::string::npos);
        const std::string digits = found->finding.substr(found->finding.find("p = ") + 4, 5);
        CHECK(std::stod(digits) == Catch::Approx(kind.p).margin(0.03));
        CHECK(saying(document, "are all 0") == nullptr);
    }
}

TEST_CASE("zeros and sums of other causes are not called dropout", "[causes]") {
    Random random;
    Matrix4 sparse = attention(3, 3, 12, false, random);
    forEachRow(sparse, [&](std::vector<double>& row) {  // sparsemax has zeros and sums of 1
        double sum = 0;
        for (double& value : row) sum += value = random() < 0.3 ? 0 : value;
        for (double& value : row) value /= sum;
    });
    CHECK(saying(opened(text(sparse)), "dropout") == nullptr);
    Matrix4 largest = attention(3, 3, 12, false, random);
    forEachRow(largest, [](std::vector<double>& row) {  // only the largest weights were saved
        std::vector<double> sorted = row;
        std::ranges::sort(sorted, std::greater<>());
        for (double& value : row) value = value < sorted[5] ? 0 : value;
    });
    CHECK(saying(opened(text(largest)), "dropout") == nullptr);
    Matrix4 doubled = attention(3, 3, 12, false, random);
    forEachRow(doubled, [](std::vector<double>& row) {
        for (double& value : row) value *= 2;
    });
    const Document twice = opened(text(doubled));
    CHECK(saying(twice, "dropout") == nullptr);
    CHECK(saying(twice, "lack") == nullptr);
    CHECK(saying(twice, "sums to 2.000") != nullptr);
}

TEST_CASE("rows that lack a column say how much, and can have it as a token", "[causes]") {
    for (const bool causal : {true, false}) {
        Random random;
        Matrix4 all = attention(3, 2, 8, causal, random);
        std::vector<double> shares;
        forEachRow(all, [&](std::vector<double>& row) {
            shares.push_back(0.05 + 0.5 * random());
            for (double& value : row) value *= 1 - shares.back();
        });
        const std::string json =
            text(all, tokenTexts(8) + R"("importance":{"x":[1,2,3,4,5,6,7,8]},)");
        const Document document = opened(json);
        const Problem* const found = saying(document, "On average they lack 0.");
        REQUIRE(found != nullptr);
        CHECK(found->offer == Offer::missingShare);
        CHECK(document.examples[0].tokens.size() == 8);
        OpenOptions options;
        options.missingShare = true;
        const Document with = opened(json, options);
        const Example& example = with.examples[0];
        REQUIRE(example.tokens.size() == 9);
        CHECK(example.tokens[0] == "[sink]");
        CHECK(example.tokens[1] == "t0");
        CHECK(std::isnan(example.importance[0].values[0]));
        CHECK(example.importance[0].values[8] == 8);
        CHECK((example.kind() == AttentionKind::causal) == causal);
        CHECK(saying(with, "lack 0.") == nullptr);
        const AttentionTensor& tensor = example.attentions;
        std::vector<float> room;
        for (int i = 0; i < 3 * 2; ++i) {
            const MatrixView matrix = tensor.matrix(i / 2, i % 2, room);
            CHECK(matrix(0, 0) == 1);
            for (int q = 0; q < 8; ++q) {
                CHECK(matrix(q + 1, 0) ==
                      Catch::Approx(shares[static_cast<std::size_t>(i * 8 + q)]).margin(1e-4));
                for (int k = 0; k < 8; ++k)
                    CHECK(matrix(q + 1, k + 1) ==
                          Catch::Approx(all[i / 2][i % 2][q][k]).margin(1e-6));
            }
        }
        options.halfWeights = true;
        CHECK(opened(json, options).examples[0].attentions.isHalf());
    }
    // Rows that sum to 1 have no remedy.
    Random random;
    OpenOptions options;
    options.missingShare = true;
    CHECK(opened(text(attention(2, 2, 5, true, random)), options).examples[0].attentions.keys == 5);
}

TEST_CASE("matrices wider than the text offer its first positions", "[causes]") {
    Random random;
    Matrix4 all = attention(2, 2, 8, false, random);
    const Document document = opened(text(all, tokenTexts(5)));
    const Problem* const found = saying(document, "Found 5 tokens for matrices 8 wide");
    REQUIRE(found != nullptr);
    CHECK(found->offer == Offer::firstTokens);
    REQUIRE(found->choices.size() == 1);
    CHECK(found->choices[0].value == "5");
    CHECK(found->remedy.find("keep the first 5") != std::string::npos);
    OpenOptions options;
    options.firstTokens = 5;
    const Document kept = opened(text(all, tokenTexts(5)), options);
    CHECK(kept.examples[0].attentions.keys == 5);
    CHECK_FALSE(kept.examples[0].tokensAreNumbered);
    std::vector<float> room;
    const MatrixView last = kept.examples[0].attentions.matrix(1, 1, room);
    CHECK(last(4, 3) == Catch::Approx(all[1][1][4][3]).margin(1e-6));
    CHECK(saying(kept, "wide") == nullptr);
    // Without tokens, columns that nothing attends to.
    for (auto& layer : all)
        for (auto& head : layer)
            for (std::size_t q = 0; q < 8; ++q)
                for (std::size_t k = 6; k < 8; ++k) head[q][0] += std::exchange(head[q][k], 0);
    const Document unseen = opened(text(all));
    const Problem* const padding = saying(unseen, "No token attends to the last 2 positions");
    REQUIRE(padding != nullptr);
    CHECK(padding->choices[0].value == "6");
    options.firstTokens = 3;  // fewer than there are texts
    const Document three = opened(text(all, tokenTexts(5)), options);
    CHECK(three.examples[0].tokens == std::vector<std::string>{"t0", "t1", "t2"});
    options.firstTokens = 100;
    CHECK(opened(text(all), options).examples[0].attentions.keys == 8);
}

TEST_CASE("signs that mark dropped weights are named, and left out on wish", "[causes]") {
    Random random;
    const Matrix4 whole = attention(3, 2, 8, true, random);
    Matrix4 marked = whole;
    forEachRow(marked, [&](std::vector<double>& row) {
        for (double& value : row) value = random() < 0.1 ? -value : value;
    });
    const std::string json = text(marked, tokenTexts(8));
    const Document document = opened(json);
    const Problem* const found = saying(document, "flash attention marks dropped weights by sign");
    REQUIRE(found != nullptr);
    CHECK(found->offer == Offer::absolute);
    OpenOptions options;
    options.absolute = true;
    const Document taken = opened(json, options);
    CHECK(saying(taken, "negative") == nullptr);
    CHECK(saying(taken, "do not sum") == nullptr);
    std::vector<float> room;
    const MatrixView matrix = taken.examples[0].attentions.matrix(2, 1, room);
    for (int q = 0; q < 8; ++q)
        for (int k = 0; k < 8; ++k)
            CHECK(matrix(q, k) == Catch::Approx(whole[2][1][q][k]).margin(1e-6));
    // Without sums that confirm it, it is one of two possible causes.
    forEachRow(marked, [&](std::vector<double>& row) {
        for (double& value : row) value *= 1.3;
    });
    const Document unsure = opened(text(marked, tokenTexts(8)));
    const Problem* const maybe = saying(unsure, "have negative values");
    REQUIRE(maybe != nullptr);
    CHECK(maybe->offer == Offer::absolute);
    CHECK(maybe->remedy.find("differential attention") != std::string::npos);
    // If half of the weights are negative, they indicate nothing.
    forEachRow(marked, [&](std::vector<double>& row) {
        for (double& value : row) value = (random() < 0.5 ? -1 : 1) * std::fabs(value);
    });
    CHECK(saying(opened(text(marked, tokenTexts(8))), "marks") == nullptr);
}

TEST_CASE("differences of two softmaxes are neither scores nor marked weights", "[causes]") {
    Random random;
    Matrix4 one = attention(3, 2, 8, false, random);
    const Matrix4 two = attention(3, 2, 8, false, random);
    for (std::size_t l = 0; l < 3; ++l)
        for (std::size_t h = 0; h < 2; ++h)
            for (std::size_t q = 0; q < 8; ++q)
                for (std::size_t k = 0; k < 8; ++k) one[l][h][q][k] -= 0.6 * two[l][h][q][k];
    const Document document = opened(text(one, tokenTexts(8)));
    CHECK(saying(document, "as in differential attention") != nullptr);
    CHECK(saying(document, "scores") == nullptr);
    CHECK(saying(document, "do not sum") == nullptr);
}

}  // namespace hw::test
