// SPDX-License-Identifier: MIT
// A subset of layers. Excluded layers pass on their input.
#include <catch2/catch_test_macros.hpp>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/model/check_settings.h"
#include "core/support.h"

using namespace hw;
using namespace hw::test;

namespace {

Example threeLayerExample() {
    Example example;
    example.tokens = {"a", "b", "c"};
    example.attentions = threeLayers();
    return example;
}

Settings withLayers(std::vector<int> layers) {
    Settings settings;
    settings.layers = std::move(layers);
    return settings;
}

/// 0.5 I + 0.5 W, in double.
double effective(const AttentionTensor& attentions, int layer, int q, int k) {
    return 0.5 * static_cast<double>(attentions.values[(layer * 3 + q) * 3 + k]) +
           (q == k ? 0.5 : 0.0);
}

}  // namespace

TEST_CASE("rollout over some layers is the product of those alone") {
    const Example example = threeLayerExample();
    const auto stack = computeStack(example, Part::encoder, Method::rollout, withLayers({0, 2}));
    REQUIRE(stack.has_value());
    REQUIRE(stack->size() == 3);
    CHECK(distance((*stack)[1], (*stack)[0]) == 0);
    for (int q = 0; q < 3; ++q) {
        for (int k = 0; k < 3; ++k) {
            double product = 0;
            for (int via = 0; via < 3; ++via) {
                product += effective(example.attentions, 2, q, via) *
                           effective(example.attentions, 0, via, k);
            }
            CHECK(std::abs(static_cast<double>((*stack)[2](q, k)) - product) < 1e-6);
        }
    }
    // Naming all layers equals the default.
    CHECK(fitSettings(withLayers({2, 0, 1, 1, 7}), example.attentions).layers.empty());
    const auto first = computeStack(example, Part::encoder, Method::rollout, withLayers({1}));
    CHECK(distance((*first)[0], matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})) == 0);
}

TEST_CASE("flow over two of three layers is that of the two alone") {
    const Example example = threeLayerExample();
    const auto graph = flowNetwork(example.attentions, withLayers({0, 2}));
    REQUIRE(graph.has_value());
    FlowRequest request;
    request.firstLayer = request.lastLayer = 2;
    const auto table = maxFlows(*graph, request);
    REQUIRE(table.has_value());
    for (int q = 0; q < 3; ++q) {
        for (int k = 0; k < 3; ++k) {
            // With two layers, the sum over middle tokens of the smaller capacity.
            double flow = 0;
            for (int via = 0; via < 3; ++via) {
                flow += std::min(effective(example.attentions, 2, q, via),
                                 effective(example.attentions, 0, via, k));
            }
            CHECK(std::abs(table->values[table->index(0, q, k)] - flow) < 1e-6);
        }
    }
}

TEST_CASE("relevance and gradient rollout leave the same layers out") {
    Example example = threeLayerExample();
    example.gradients = example.attentions;
    for (const Method method : {Method::gradientRollout, Method::relevance}) {
        const auto some = computeStack(example, Part::encoder, method, withLayers({0, 2}));
        REQUIRE(some.has_value());
        CHECK(distance((*some)[1], (*some)[0]) == 0);
        Example two = example;
        const std::size_t size = two.attentions.matrixSize();
        for (AttentionTensor* tensor : {&two.attentions, &two.gradients}) {
            tensor->values.erase(tensor->values.begin() + static_cast<std::ptrdiff_t>(size),
                                 tensor->values.begin() + static_cast<std::ptrdiff_t>(2 * size));
            tensor->layers = 2;
        }
        const auto alone = computeStack(two, Part::encoder, method, {});
        CHECK(distance((*some)[2], (*alone)[1]) < 1e-7);
    }
}

TEST_CASE("layers that do not exist are refused") {
    const Example example = threeLayerExample();
    for (const std::vector<int>& layers : {std::vector<int>{3}, {-1}, {1, 0}, {1, 1}}) {
        CHECK_FALSE(checkSettings(withLayers(layers), example.attentions).has_value());
        CHECK(checkMethod(example, Part::encoder, Method::raw, withLayers(layers)).has_value());
    }
}
