// SPDX-License-Identifier: MIT
#include "core/methods/method_stack.h"

#include <catch2/catch_test_macros.hpp>

#include "core/matrix/multiply.h"
#include "core/methods/must.h"
#include "core/methods/rollout.h"
#include "core/methods/steps/fuse.h"
#include "core/support.h"

namespace hw::test {
namespace {

Example selfExample() {
    Example example;
    example.attentions = randomAttention(4, 3, 6, 41);
    example.tokens = {"a", "b", "c", "d", "e", "f"};
    return example;
}

/// Three encoder tokens, two decoder tokens, one head, two layers of each kind.
Example encoderDecoder() {
    Example example;
    example.attentions = randomAttention(2, 1, 3, 42);
    Decoder decoder;
    decoder.tokens = {"x", "y"};
    decoder.attentions = randomAttention(2, 1, 2, 43, true);
    decoder.cross = tensor({matrix({{.5, .25, .25}, {0, 0, 1}}), matrix({{0, 1, 0}, {.5, .5, 0}})});
    example.decoder = decoder;
    return example;
}

Problem refused(const Example& example, Part part, Method method, const Settings& settings = {}) {
    const auto result = computeStack(example, part, method, settings);
    REQUIRE_FALSE(result.has_value());
    CHECK_FALSE(result.error().finding.empty());
    CHECK_FALSE(result.error().remedy.empty());
    return result.error();
}

TEST_CASE("raw attention is the fused matrix of every layer, whatever the start layer is") {
    const Example example = selfExample();
    Settings settings;
    settings.startLayer = 2;
    settings.discard = 0.9;
    auto stack = MethodStack::begin(example, Part::encoder, Method::raw, settings);
    REQUIRE(stack.has_value());
    CHECK(stack->firstLayer() == 0);
    CHECK(stack->total() == 4);
    int steps = 0;
    while (stack->advance()) ++steps;
    CHECK(steps == 4);
    CHECK(stack->progress() == 1.0);
    for (int layer = 0; layer < 4; ++layer) {
        CHECK(distance(stack->matrices()[layer],
                       fuseHeads(example.attentions, layer, HeadFusion::mean)) == 0);
    }
}

TEST_CASE("rollout as a method stack equals the rollout stack") {
    const Example example = selfExample();
    Settings settings;
    settings.startLayer = 1;
    const auto stack = must(computeStack(example, Part::encoder, Method::rollout, settings));
    const auto direct = rollout(example.attentions, settings);
    REQUIRE(stack.size() == direct.size());
    for (std::size_t i = 0; i < stack.size(); ++i) CHECK(distance(stack[i], direct[i]) == 0);
}

TEST_CASE("the first relevance is the identity plus the weighted layer") {
    Example example;
    example.attentions = tensor({matrix({{.5, .5}, {.25, .75}}), matrix({{1, 0}, {.5, .5}})});
    example.gradients = tensor({matrix({{1, -1}, {2, 0}}), matrix({{1, 1}, {0, 4}})});
    const auto stack = must(computeStack(example, Part::encoder, Method::relevance, {}));
    CHECK(distance(stack[0], matrix({{1.5, 0}, {.5, 1}})) == 0);
    // R + M*R with M = 1 0 / 0 2
    CHECK(distance(stack[1], matrix({{3, 0}, {1.5, 3}})) == 0);
    Settings late;
    late.startLayer = 1;
    const auto upper = must(computeStack(example, Part::encoder, Method::relevance, late));
    REQUIRE(upper.size() == 1);
    CHECK(distance(upper[0], matrix({{2, 0}, {0, 3}})) == 0);
}

TEST_CASE("gradients that are all 0 leave the identity, never NaN") {
    Example example = selfExample();
    example.gradients = example.attentions;
    for (float& value : example.gradients.values) value = 0.0F;
    for (const auto order : {GradientNormalise::afterResidual, GradientNormalise::rowsFirst}) {
        for (const double residual : {0.0, 0.5}) {
            Settings settings;
            settings.gradientNormalise = order;
            settings.residual = residual;
            const auto stack =
                must(computeStack(example, Part::encoder, Method::gradientRollout, settings));
            CHECK(distance(stack.back(), identity(6)) < 1e-7);
        }
    }
    CHECK(distance(must(computeStack(example, Part::encoder, Method::relevance, {})).back(),
                   identity(6)) == 0);
}

TEST_CASE("gradient rollout with positive constant gradients, rows first, is rollout") {
    Example example = selfExample();
    example.gradients = example.attentions;
    for (float& value : example.gradients.values) value = 0.125F;
    Settings settings;
    settings.gradientNormalise = GradientNormalise::rowsFirst;
    const auto weighted =
        must(computeStack(example, Part::encoder, Method::gradientRollout, settings));
    CHECK(distance(weighted.back(), rollout(example.attentions, Settings{}).back()) < 1e-6);
}

TEST_CASE("a joined rollout is decoder times cross times encoder, for each cross layer") {
    const Example example = encoderDecoder();
    const auto joined = must(computeStack(example, Part::cross, Method::rollout, {}));
    const Matrix encoder = rollout(example.attentions, {}).back();
    const Matrix decoder = rollout(example.decoder->attentions, {}).back();
    REQUIRE(joined.size() == 2);
    for (int layer = 0; layer < 2; ++layer) {
        const Matrix expected =
            multiply(multiply(decoder, headOf(example.decoder->cross, layer, 0)), encoder);
        CHECK(distance(joined[layer], expected) < 1e-6);
        CHECK(rowSumError(joined[layer]) < 1e-6);
    }
}

TEST_CASE("progress of a joined rollout counts both sides and the cross layers") {
    const Example example = encoderDecoder();
    auto stack = MethodStack::begin(example, Part::cross, Method::rollout, {});
    REQUIRE(stack.has_value());
    CHECK(stack->total() == 2);
    for (int step = 0; step < 4; ++step) {
        CHECK(stack->progress() == step / 6.0);
        CHECK(stack->advance());
        CHECK(stack->matrices().empty());
    }
    CHECK(stack->advance());
    CHECK(stack->matrices().size() == 1);
    CHECK(stack->advance());
    CHECK_FALSE(stack->advance());
}

TEST_CASE("a side whose self-attention is missing counts as the identity") {
    Example example = encoderDecoder();
    example.decoder->attentions = {};
    const auto joined = must(computeStack(example, Part::cross, Method::rollout, {}));
    const Matrix expected =
        multiply(headOf(example.decoder->cross, 0, 0), rollout(example.attentions, {}).back());
    CHECK(distance(joined[0], expected) < 1e-6);
    example.attentions = {};
    CHECK(refused(example, Part::cross, Method::rollout).place == "method");
    CHECK(must(computeStack(example, Part::cross, Method::raw, {})).size() == 2);
}

TEST_CASE("the main part of an example follows from its content") {
    CHECK(mainPart(selfExample(), Method::rollout) == Part::encoder);
    CHECK(mainPart(encoderDecoder(), Method::rollout) == Part::cross);
    CHECK(tensorOf(selfExample(), Part::decoder) == nullptr);
    CHECK(tensorOf(selfExample(), Part::cross) == nullptr);
}

TEST_CASE("a method that the example cannot give is refused with a reason") {
    Example example = selfExample();
    CHECK(refused(example, Part::encoder, Method::relevance).place == "gradients");
    CHECK(refused(example, Part::encoder, Method::gradientRollout).code == Code::badArgument);
    example.gradients = randomAttention(2, 3, 6, 44);
    CHECK(refused(example, Part::encoder, Method::relevance).code == Code::badShape);
    CHECK(refused(example, Part::decoder, Method::raw).place == "part");
    CHECK(refused(example, Part::cross, Method::raw).place == "part");
    CHECK(refused(example, Part::encoder, Method::flow).place == "method");
    CHECK(refused(encoderDecoder(), Part::decoder, Method::relevance).place == "gradients");
    CHECK(refused(encoderDecoder(), Part::cross, Method::relevance).place == "gradients");
    CHECK(refused(encoderDecoder(), Part::cross, Method::gradientRollout).place == "method");
    CHECK(refused(encoderDecoder(), Part::cross, Method::flow).place == "method");
    Settings settings;
    settings.startLayer = 4;
    CHECK(refused(example, Part::encoder, Method::rollout, settings).place == "start layer");
    example.attentions.queries = 3;
    example.attentions.keys = 12;
    CHECK(refused(example, Part::encoder, Method::rollout).code == Code::badShape);
}

TEST_CASE("settings of a joined rollout must fit both sides") {
    Example example = encoderDecoder();
    example.decoder->attentions = randomAttention(1, 1, 2, 45);
    Settings settings;
    settings.startLayer = 1;
    CHECK(refused(example, Part::cross, Method::rollout, settings).place == "start layer");
}

}  // namespace
}  // namespace hw::test
