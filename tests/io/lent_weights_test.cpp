// SPDX-License-Identifier: MIT
// Weights in the memory of a calling program. They are read in place, with the same meaning as owned weights.
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/statistics/padding.h"
#include "io/made_example.h"

namespace hw::test {
namespace {

/// Weights of shape [3][2][5][5] whose rows sum to 1.
Example ownExample() {
    Example example;
    example.tokens = {"a", "b", "c", "d", "e"};
    AttentionTensor& tensor = example.attentions;
    tensor.layers = 3;
    tensor.heads = 2;
    tensor.queries = tensor.keys = 5;
    std::mt19937 random(7);
    for (int row = 0; row < 3 * 2 * 5; ++row) {
        std::vector<float> values;
        float sum = 0;
        for (int key = 0; key < 5; ++key)
            sum += values.emplace_back(static_cast<float>(random() % 1000 + 1));
        for (const float value : values) tensor.values.push_back(value / sum);
    }
    return example;
}

/// The same with numbers in `kept`.
Example lentExample(std::vector<float>& kept) {
    Example example = ownExample();
    kept = std::exchange(example.attentions.values, {});
    example.attentions.lent = kept;
    return example;
}

TEST_CASE("weights that are lent are read where they lie", "[io][lent]") {
    std::vector<float> kept;
    const Example own = ownExample();
    const Example lent = lentExample(kept);
    std::vector<float> room;
    CHECK_FALSE(lent.attentions.empty());
    CHECK(lent.attentions.count() == own.attentions.count());
    CHECK(lent.attentions.matrix(2, 1, room).data == kept.data() + 5 * 25);
    CHECK(lent.attentions.row(1, 0, 3, room).data() == kept.data() + 2 * 25 + 3 * 5);
    CHECK(room.empty());
    CHECK(lent.kind() == AttentionKind::self);
    CHECK(paddingTokens(lent.attentions).empty());
}

TEST_CASE("methods of lent weights give the numbers of own ones", "[io][lent]") {
    std::vector<float> kept;
    const Example own = ownExample();
    const Example lent = lentExample(kept);
    for (const Method method : {Method::raw, Method::rollout}) {
        const auto expected = computeStack(own, Part::encoder, method, {});
        const auto found = computeStack(lent, Part::encoder, method, {});
        REQUIRE(expected.has_value());
        REQUIRE(found.has_value());
        CHECK(*found == *expected);
    }
    const auto flows = [](const Example& example) {
        const auto graph = flowNetwork(example, Part::encoder, {});
        REQUIRE(graph.has_value());
        const auto table = maxFlows(*graph, {.lastLayer = 2});
        return table.has_value() ? table->values : std::vector<double>();
    };
    CHECK(flows(lent).size() == 3 * 25);
    CHECK(flows(lent) == flows(own));
}

TEST_CASE("lent weights are checked like a file's", "[io][lent]") {
    std::vector<float> kept;
    Example lent = lentExample(kept);
    const auto fine = io::takeExample(lent);
    REQUIRE(fine.has_value());
    CHECK(fine->empty());
    kept[7] = -1;
    const auto odd = io::takeExample(lent);
    REQUIRE(odd.has_value());
    CHECK_FALSE(odd->empty());
    CHECK(lent.attentions.hasNegative);
    lent.attentions.lent = std::span<const float>(kept).first(149);
    CHECK(io::takeExample(lent).error().code == Code::badShape);
    lent.attentions.lent = kept;
    lent.attentions.values = kept;  // lent and own at once
    CHECK(io::takeExample(lent).error().code == Code::badShape);
}

}  // namespace
}  // namespace hw::test
