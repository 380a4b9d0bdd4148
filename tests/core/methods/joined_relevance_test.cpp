// SPDX-License-Identifier: MIT
#include "core/methods/encoder_decoder_relevance.h"

#include <catch2/catch_test_macros.hpp>

#include "core/methods/gradient_methods.h"
#include "core/methods/method_stack.h"
#include "core/support.h"

namespace hw::test {
namespace {

AttentionTensor ones(const AttentionTensor& like) {
    AttentionTensor tensor = like;
    for (float& value : tensor.values) value = 1.0F;
    return tensor;
}

/// Two tokens on each side, one head, two layers of each kind. The second layer of the encoder and of the
/// cross-attention is empty. Gradients are 1, so E is the attention itself.
Example smallTranslation() {
    Example example;
    example.tokens = {"a", "b"};
    const Matrix nothing = Matrix::Zero(2, 2);
    example.attentions = tensor({matrix({{0, .5}, {0, 0}}), nothing});
    Decoder decoder;
    decoder.tokens = {"x", "y"};
    decoder.attentions = tensor({matrix({{0, 0}, {.25, .75}}), matrix({{1, 0}, {0, 0}})});
    decoder.cross = tensor({matrix({{0, .5}, {1, 0}}), nothing});
    decoder.gradients = ones(decoder.attentions);
    decoder.crossGradients = ones(decoder.cross);
    example.gradients = ones(example.attentions);
    example.decoder = decoder;
    return example;
}

std::vector<Matrix> relevance(const Example& example, const Settings& settings = {}) {
    auto stack = computeStack(example, Part::cross, Method::relevance, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

TEST_CASE("relevance across both sides follows the rules, a row of R - I that is 0 included") {
    const std::vector<Matrix> stack = relevance(smallTranslation());
    REQUIRE(stack.size() == 2);
    // N_i = 1 1 / 0 1, N_q = 1 0 / .25 1.75; N_q^T (E N_i)
    CHECK(distance(stack[0], matrix({{.25, .75}, {1.75, 1.75}})) == 0);
    // the second layer's self-attention adds the first row to itself
    CHECK(distance(stack[1], matrix({{.5, 1.5}, {1.75, 1.75}})) == 0);
}

TEST_CASE("layers that take no part change nothing on either side") {
    Settings late;
    late.startLayer = 1;
    std::vector<Matrix> stack = relevance(smallTranslation(), late);
    REQUIRE(stack.size() == 1);
    CHECK(distance(stack[0], Matrix::Zero(2, 2).eval()) == 0);
    Settings first;
    first.layers = {0};
    stack = relevance(smallTranslation(), first);
    REQUIRE(stack.size() == 2);
    CHECK(distance(stack[1], stack[0]) == 0);
    CHECK(stack[0](1, 0) == 1.75F);
}

TEST_CASE("a side without self-attention counts as the identity in relevance as well") {
    Example example = smallTranslation();
    example.attentions = {};
    example.gradients = {};
    // N_q^T E
    CHECK(distance(relevance(example)[0], matrix({{.25, .5}, {1.75, 0}})) == 0);
    example.decoder->attentions = {};
    example.decoder->gradients = {};
    CHECK(distance(relevance(example)[0], matrix({{0, .5}, {1, 0}})) == 0);
}

TEST_CASE("small relevances are not lost beside the identity") {
    Example example = smallTranslation();
    for (float& value : example.gradients.values) value = 1e-12F;
    for (float& value : example.decoder->gradients.values) value = 1e-12F;
    // Rows are divided by their sums, so the scale of the gradients on either side makes no difference.
    CHECK(distance(relevance(example)[0], matrix({{.25, .75}, {1.75, 1.75}})) < 1e-6);
}

TEST_CASE("progress of relevance across both sides counts the layers of both") {
    const Example example = smallTranslation();
    auto stack = MethodStack::begin(example, Part::cross, Method::relevance, {});
    REQUIRE(stack.has_value());
    CHECK(stack->total() == 2);
    int steps = 0;
    while (stack->advance()) ++steps;
    CHECK(steps == 4);
    CHECK(stack->matrices().size() == 2);
}

TEST_CASE("relevance across both sides needs gradients of all three, in their shapes") {
    const auto refused = [](const Example& example, Part part = Part::cross) {
        const auto result = computeStack(example, part, Method::relevance, {});
        REQUIRE_FALSE(result.has_value());
        CHECK_FALSE(result.error().remedy.empty());
        return result.error().finding;
    };
    Example example = smallTranslation();
    example.decoder->crossGradients = {};
    CHECK(refused(example) == "The file has no gradients for the cross-attention.");
    example = smallTranslation();
    example.gradients = {};
    CHECK(refused(example) == "The file has no gradients for the encoder.");
    CHECK(computeStack(example, Part::decoder, Method::relevance, {}).has_value());
    CHECK(computeStack(example, Part::decoder, Method::gradientRollout, {}).has_value());
    example = smallTranslation();
    example.decoder->gradients = {};
    CHECK(refused(example) == "The file has no gradients for the decoder.");
    CHECK(refused(example, Part::decoder) == "The file has no gradients for the decoder.");
    example = smallTranslation();
    example.decoder->cross = tensor({matrix({{0, .5}, {1, 0}})});
    CHECK(refused(example) == "Gradients and attentions differ in shape.");
    example.decoder->crossGradients = ones(example.decoder->cross);
    CHECK(refused(example) == "The decoder has 2 self-attention and 1 cross-attention layers.");
}

TEST_CASE("relevance of the decoder alone is that of its self-attention") {
    const Example example = smallTranslation();
    const auto stack = computeStack(example, Part::decoder, Method::relevance, {});
    REQUIRE(stack.has_value());
    CHECK(distance(stack->front(), matrix({{1, 0}, {.25, 1.75}})) == 0);
}

}  // namespace
}  // namespace hw::test
