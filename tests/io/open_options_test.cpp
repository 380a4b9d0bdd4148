// SPDX-License-Identifier: MIT
// Choices on opening. Covers averaged heads, 16-bit weights, divided rows, tokens given by hand, and the memory limit.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "io/support.h"

namespace hw::test {
namespace {

// [layers][heads] of the same square.
std::string squares(int layers, int heads) {
    std::string text = "[";
    for (int layer = 0; layer < layers; ++layer) {
        text += layer > 0 ? ",[" : "[";
        for (int head = 0; head < heads; ++head)
            text += (head > 0 ? "," : "") + std::string("[[0.75,0.25],[0.5,0.5]]");
        text += "]";
    }
    return text + "]";
}

std::vector<float> weightsOf(const AttentionTensor& tensor) {
    std::vector<float> all;
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const auto values = tensor.matrix(layer, head, room).values();
            all.insert(all.end(), values.begin(), values.end());
        }
    }
    return all;
}

const char* const everyContainer[] = {"huggingface/lhnn.json",
                                      "huggingface/batch1.json",
                                      "bertviz/head_view.params.json",
                                      "transformersjs/v3_self_named.json",
                                      "transformer_explainer/softmax_only.json",
                                      "lit/slash_attention.json",
                                      "numpy/f32.npy",
                                      "numpy/batch1_f32.npy",
                                      "numpy/fortran_f32.npy",
                                      "numpy/f64.npy",
                                      "numpy/att.npz",
                                      "numpy/compressed.npz",
                                      "numpy/arr_list.npz",
                                      "safetensors/attentions_f32.safetensors",
                                      "safetensors/per_layer_f16.safetensors",
                                      "gzip/batch1.json.gz",
                                      "huggingface/encoder_decoder.json"};

}  // namespace

TEST_CASE("Heads can be averaged while reading", "[open]") {
    const auto document =
        open(R"([[[[1,0],[0,1]],[[0.5,0.5],[0.25,0.75]]],[[[1,0],[0,1]],[[0,1],[1,0]]]])",
             {.averageHeads = true});
    REQUIRE(document.has_value());
    CHECK(document->examples[0].attentions.heads == 1);
    CHECK(document->examples[0].attentions.values ==
          std::vector<float>{0.75F, 0.25F, 0.125F, 0.875F, 0.5F, 0.5F, 0.5F, 0.5F});
}

TEST_CASE("Every container can be opened with its heads averaged, to the mean of the heads",
          "[open]") {
    for (const char* file : everyContainer) {
        INFO(file);
        const std::string content = readFile(std::string(HW_TEST_DATA) + "/forms/" + file);
        if (content.empty()) continue;  // stored with the shared data only
        const auto whole = open(content);
        const auto averaged = open(content, {.averageHeads = true});
        REQUIRE(whole.has_value());
        REQUIRE(averaged.has_value());
        const AttentionTensor& all = whole->examples[0].attentions;
        const AttentionTensor& mean = averaged->examples[0].attentions;
        REQUIRE(mean.heads == 1);
        REQUIRE(mean.layers == all.layers);
        REQUIRE(mean.queries == all.queries);
        for (int layer = 0; layer < all.layers; ++layer) {
            std::vector<float> room;
            for (int query = 0; query < all.queries; ++query) {
                std::vector<double> sums(all.keys);
                for (int head = 0; head < all.heads; ++head) {
                    const auto row = all.row(layer, head, query, room);
                    for (std::size_t key = 0; key < row.size(); ++key)
                        sums[key] += static_cast<double>(row[key]);
                }
                std::vector<float> meanRoom;
                const auto row = mean.row(layer, 0, query, meanRoom);
                for (std::size_t key = 0; key < row.size(); ++key)
                    REQUIRE(row[key] == static_cast<float>(sums[key] / all.heads));
            }
        }
        CHECK(averaged->warnings.size() > whole->warnings.size());
    }
}

TEST_CASE("Every container can be opened with 16-bit weights, off by half a unit at most",
          "[open]") {
    for (const char* file : everyContainer) {
        INFO(file);
        const std::string content = readFile(std::string(HW_TEST_DATA) + "/forms/" + file);
        if (content.empty()) continue;
        const auto whole = open(content);
        const auto half = open(content, {.halfWeights = true});
        REQUIRE(whole.has_value());
        REQUIRE(half.has_value());
        CHECK(half->examples[0].attentions.values.empty());
        CHECK(half->examples[0].tokens == whole->examples[0].tokens);
        const std::vector<float> exact = weightsOf(whole->examples[0].attentions);
        const std::vector<float> kept = weightsOf(half->examples[0].attentions);
        REQUIRE(exact.size() == kept.size());
        for (std::size_t i = 0; i < exact.size(); ++i)
            REQUIRE(std::fabs(kept[i] - exact[i]) <= std::max(exact[i] * 0x1p-11F, 0x1p-25F));
        if (half->examples[0].decoder) CHECK(half->examples[0].decoder->cross.isHalf());
    }
}

TEST_CASE("Both together keep one head in 16 bits", "[open]") {
    const auto document = open(squares(3, 2), {.averageHeads = true, .halfWeights = true});
    REQUIRE(document.has_value());
    CHECK(document->examples[0].attentions.heads == 1);
    CHECK(weightsOf(document->examples[0].attentions) ==
          std::vector<float>{.75F, .25F, .5F, .5F, .75F, .25F, .5F, .5F, .75F, .25F, .5F, .5F});
}

TEST_CASE("A binary file over the limit is refused with the numbers, and opens as chosen",
          "[open]") {
    for (const char* file :
         {"numpy/f32.npy", "numpy/att.npz", "safetensors/attentions_f32.safetensors"}) {
        INFO(file);
        const std::string content = readFile(std::string(HW_TEST_DATA) + "/forms/" + file);
        const auto whole = open(content);
        REQUIRE(whole.has_value());
        const std::uint64_t bytes = whole->examples[0].attentions.count() * sizeof(float);
        const Limits tight{.memoryBytes = bytes - 1};
        const auto refused = open(content, {}, tight);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Code::tooLarge);
        CHECK(refused.error().offer == Offer::lessMemory);
        CHECK(refused.error().finding.find(" of memory (limit ") != std::string::npos);
        CHECK(open(content, {.halfWeights = true}, tight).has_value());
        CHECK(open(content, {.averageHeads = true}, tight).has_value());
        const auto never =
            open(content, {.averageHeads = true, .halfWeights = true}, {.memoryBytes = 16});
        REQUIRE_FALSE(never.has_value());
        CHECK(never.error().offer == Offer::none);
    }
}

TEST_CASE("JSON over the limit opens with heads averaged or as 16-bit numbers", "[open]") {
    std::string text = "[";
    for (int layer = 0; layer < 2; ++layer) {
        text += layer == 0 ? "[" : ",[";
        for (int head = 0; head < 8; ++head) {
            text += head == 0 ? "[" : ",[";
            for (int i = 0; i < 96; ++i) {
                text += i == 0 ? "[" : ",[";
                for (int j = 0; j < 96; ++j) text += j == 0 ? "0.015625" : ",0.015625";
                text += "]";
            }
            text += "]";
        }
        text += "]";
    }
    text += "]";
    const Limits tight{.memoryBytes = 450'000};  // 590 KB as float32
    const auto refused = open(text, {}, tight);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().offer == Offer::lessMemory);
    CHECK(open(text, {.halfWeights = true}, tight).has_value());
    const auto averaged = open(text, {.averageHeads = true}, tight);
    REQUIRE(averaged.has_value());
    CHECK(averaged->examples[0].attentions.heads == 1);
}

TEST_CASE("With averaged heads no gradient method is offered: it would not be the method",
          "[open]") {
    const std::string text = R"({"tokens":["a","b"],"attentions":)" + squares(2, 2) +
                             R"(,"gradients":)" + squares(2, 2) + "}";
    REQUIRE_FALSE(open(text)->examples[0].gradients.empty());
    const auto averaged = open(text, {.averageHeads = true});
    REQUIRE(averaged.has_value());
    CHECK(averaged->examples[0].gradients.empty());
    const auto half = open(text, {.halfWeights = true});
    REQUIRE(half.has_value());
    CHECK_FALSE(half->examples[0].gradients.isHalf());
}

TEST_CASE("Gradients of both sides and of the cross-attention open by either way of writing them",
          "[open]") {
    const std::string square = "[[[[1,0],[0.5,0.5]]]]";
    const std::string wide = "[[[[0.5,0.25,0.25],[0,0,1]]]]";
    const std::string three = "[[[[1,0,0],[0,1,0],[0,0,1]]]]";
    const std::string nestedForm =
        R"({"format":"headwaters/1","encoder":{"tokens":["a","b","c"],"gradients":)" + three +
        R"(,"attentions":)" + three + R"(},"decoder":{"tokens":["x","y"],"attentions":)" + square +
        R"(,"gradients":)" + square + R"(},"cross":{"attentions":)" + wide + R"(,"gradients":)" +
        wide + "}}";
    const std::string flatForm = R"({"encoder_attentions":)" + three + R"(,"encoder_gradients":)" +
                                 three + R"(,"decoder_attentions":)" + square +
                                 R"(,"decoder_gradients":)" + square + R"(,"cross_attentions":)" +
                                 wide + R"(,"cross_gradients":)" + wide + "}";
    for (const std::string& text : {nestedForm, flatForm}) {
        const auto document = open(text);
        REQUIRE(document.has_value());
        const Example& example = document->examples[0];
        CHECK(example.gradients.values == example.attentions.values);
        CHECK(example.decoder->gradients.values == example.decoder->attentions.values);
        CHECK(example.decoder->crossGradients.values == example.decoder->cross.values);
        const auto averaged = open(text, {.averageHeads = true});
        REQUIRE(averaged.has_value());
        CHECK(averaged->examples[0].gradients.empty());
        CHECK(averaged->examples[0].decoder->gradients.empty());
        CHECK(averaged->examples[0].decoder->crossGradients.empty());
        int told = 0;
        for (const Problem& warning : averaged->warnings)
            told += warning.finding.starts_with("Gradients are ignored") ? 1 : 0;
        CHECK(told == 1);
    }
}

TEST_CASE("Gradients that fit nothing are named: refused by their shape, or left out", "[open]") {
    const std::string square = "[[[[1,0],[0.5,0.5]]]]";
    const std::string cross = R"({"cross_attentions":[[[[0.5,0.25,0.25],[0,0,1]]]],)";
    const auto refused = open(cross + R"("cross_gradients":)" + square + "}");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().place.starts_with("cross_gradients"));
    CHECK(refused.error().code == Code::badShape);
    const auto orphan = open(cross + R"("decoder_gradients":)" + square + "}");
    REQUIRE(orphan.has_value());
    CHECK(orphan->examples[0].decoder->gradients.empty());
    REQUIRE_FALSE(orphan->warnings.empty());
    CHECK(orphan->warnings[0].place == "decoder_gradients");
    const auto own =
        open(R"({"decoder_attentions":)" + square + R"(,"decoder_gradients":)" + square + "}");
    REQUIRE(own.has_value());
    CHECK(own->examples[0].gradients.count() == 4);
    CHECK_FALSE(own->examples[0].decoder.has_value());
}

TEST_CASE("Tokens can be given to a file that has none; their number must fit", "[open]") {
    const std::string text = squares(2, 1);
    const auto given = open(text, {.tokens = {"x", "y"}});
    REQUIRE(given.has_value());
    CHECK(given->examples[0].tokens == std::vector<std::string>{"x", "y"});
    CHECK_FALSE(given->examples[0].tokensAreNumbered);
    const auto tooMany = open(text, {.tokens = {"x", "y", "z"}});
    REQUIRE(tooMany.has_value());
    CHECK(tooMany->examples[0].tokens == std::vector<std::string>{"0", "1"});
    CHECK(tooMany->warnings.back().finding.find("Ignored 3 tokens for matrices 2 wide.") !=
          std::string::npos);
}

TEST_CASE("Cross-attention alone opens with both lists of tokens", "[open]") {
    const auto document = open(
        R"({"cross_attentions":[[[[0.5,0.25,0.25],[0,0,1]]]],"encoder_tokens":["a","b","c"],"decoder_tokens":["x","y"]})");
    REQUIRE(document.has_value());
    const Example& example = document->examples[0];
    CHECK(example.attentions.empty());
    REQUIRE(example.decoder.has_value());
    CHECK(example.decoder->cross.keys == 3);
    CHECK(example.tokens == std::vector<std::string>{"a", "b", "c"});
    CHECK(example.decoder->tokens == std::vector<std::string>{"x", "y"});
    REQUIRE(document->warnings.size() >= 1);
    CHECK(document->warnings[0].finding.find("only cross-attention") != std::string::npos);
    const auto own = open(
        R"({"format":"headwaters/1","encoder":{"tokens":["a","b"]},"decoder":{"tokens":["x"]},"cross":{"attentions":[[[[0.5,0.5]]]]}})");
    REQUIRE(own.has_value());
    CHECK(own->examples[0].tokens[1] == "b");
    CHECK(own->examples[0].decoder->cross.layers == 1);
}

TEST_CASE("Rows that do not sum to 1 are used as they are, or divided by their sum", "[open]") {
    const std::string text =
        R"({"tokens":["a","b"],"attentions":[[[[0.5,0.3],[0,0]]],[[[1,0],[0.5,0.5]]]]})";
    const auto asIs = open(text);
    REQUIRE(asIs.has_value());
    CHECK(asIs->examples[0].attentions.values[0] == 0.5F);
    CHECK(asIs->warnings.size() == 2);  // a row that sums to 0.8, and a row of zeros
    const auto divided = open(text, {.normaliseRows = true});
    REQUIRE(divided.has_value());
    CHECK(divided->examples[0].attentions.values ==
          std::vector<float>{0.625F, 0.375F, 0, 0, 1, 0, 0.5F, 0.5F});
    CHECK(divided->warnings.size() == 2);  // the zeros, and that rows were divided
    CHECK(weightsOf(
              open(text, {.halfWeights = true, .normaliseRows = true})->examples[0].attentions) ==
          std::vector<float>{0.625F, 0.375F, 0, 0, 1, 0, 0.5F, 0.5F});
}

}  // namespace hw::test
