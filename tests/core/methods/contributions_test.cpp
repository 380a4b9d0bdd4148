// SPDX-License-Identifier: MIT
// Contributions: their plain product, flow through them, global ones, and how their numbers arise. Compared with exact
// fractions and products in double.
#include <catch2/catch_test_macros.hpp>

#include "core/explain/explain.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/methods/must.h"
#include "core/model/contribution_kinds.h"
#include "core/support.h"

namespace hw::test {
namespace {

/// Dyadic, so that float32 and double hold them and their products exactly. The second row does not sum to 1.
const std::vector<Matrix> layers{
    matrix({{.5, .25, .25}, {.125, .5, .125}, {0, .5, .5}}),
    matrix({{.75, .25, 0}, {.25, .5, .25}, {.375, 0, .625}}),
    matrix({{.25, .5, .25}, {0, 1, 0}, {.5, -.25, .75}}),
};

Example contributed(MatrixKind kind = MatrixKind::contributions) {
    Example example;
    example.tokens = {"a", "b", "c"};
    example.contributions = tensor(layers);
    example.contributions.kind = kind;
    return example;
}

std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> out(9, 0.0);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
    return out;
}

std::vector<double> valuesIn(const Matrix& m) { return {m.data(), m.data() + m.size()}; }

}  // namespace

TEST_CASE("rollout of contributions is their plain product, whatever their rows sum to") {
    const Example example = contributed();
    CHECK(mainPart(example, Method::rollout) == Part::contributions);
    const auto stack = must(computeStack(example, Part::contributions, Method::rollout, {}));
    REQUIRE(stack.size() == 3);
    std::vector<double> expected = valuesIn(layers[0]);
    CHECK(distance(valuesOf(stack[0]), expected) == 0.0);
    for (std::size_t layer : {1U, 2U}) {
        expected = product(valuesIn(layers[layer]), expected);
        CHECK(distance(valuesOf(stack[layer]), expected) == 0.0);
    }
    // The negative entry counts with its sign. With 0 in its place the value would differ.
    CHECK(stack[2](2, 0) < .5F * stack[1](0, 0) + .75F * stack[1](2, 0));
    const auto raw = must(computeStack(example, Part::contributions, Method::raw, {}));
    CHECK(distance(raw[2], layers[2]) == 0.0);
}

TEST_CASE("layers of contributions can be left out, and rollout can begin late") {
    Settings settings;
    settings.startLayer = 1;
    const auto late =
        must(computeStack(contributed(), Part::contributions, Method::rollout, settings));
    REQUIRE(late.size() == 2);
    CHECK(distance(late[0], layers[1]) == 0.0);
    Settings some;
    some.layers = {0, 2};
    const auto left = must(computeStack(contributed(), Part::contributions, Method::rollout, some));
    CHECK(distance(valuesOf(left[2]), product(valuesIn(layers[2]), valuesIn(layers[0]))) == 0.0);
}

TEST_CASE("global contributions are shown, not multiplied, and have no flow") {
    const Example example = contributed(MatrixKind::globalContributions);
    const auto stack = must(computeStack(example, Part::contributions, Method::rollout, {}));
    for (std::size_t layer = 0; layer < 3; ++layer)
        CHECK(distance(stack[layer], layers[layer]) == 0.0);
    const auto flow = checkMethod(example, Part::contributions, Method::flow, {});
    REQUIRE_FALSE(flow.has_value());
    CHECK(flow.error().finding.find("already refer to the input") != std::string::npos);
    Settings late;
    late.startLayer = 1;
    CHECK_FALSE(checkMethod(example, Part::contributions, Method::rollout, late).has_value());
    const auto number = explain(example, Part::contributions, Method::rollout, {},
                                {NumberKind::value, 2, 0, 2, 1}, 4);
    REQUIRE(number.has_value());
    CHECK(number->value == -.25);
}

TEST_CASE("flow has contributions as capacities, without residual") {
    Example example = contributed();
    example.contributions = tensor({layers[0], layers[1]});
    example.contributions.kind = MatrixKind::contributions;
    const auto graph = flowNetwork(example.contributions, {});
    REQUIRE(graph.has_value());
    FlowRequest all;
    all.firstLayer = all.lastLayer = 1;
    const auto table = maxFlows(*graph, all);
    REQUIRE(table.has_value());
    for (int i = 0; i < 3; ++i) {
        for (int t = 0; t < 3; ++t) {
            double expected = 0;  // with two layers, the narrower edge of each path
            for (int k = 0; k < 3; ++k)
                expected += std::min<double>(layers[1](i, k), layers[0](k, t));
            CHECK(table->values[table->index(0, i, t)] == expected);
        }
    }
    const auto negative = flowNetwork(contributed().contributions, {});
    REQUIRE_FALSE(negative.has_value());
    CHECK(negative.error().code == Code::badNumber);
}

TEST_CASE("a number of contributions adds up without residual") {
    const Example example = contributed();
    for (int query = 0; query < 3; ++query) {
        const auto stack = must(computeStack(example, Part::contributions, Method::rollout, {}));
        const auto found = explain(example, Part::contributions, Method::rollout, {},
                                   {NumberKind::value, 2, 0, query, 1}, 16);
        REQUIRE(found.has_value());
        CHECK(found->value == static_cast<double>(stack[2](query, 1)));
        double sum = 0;
        for (const NumberTerm& term : found->terms) {
            CHECK(term.value == term.weight * term.factor);
            CHECK(term.weight == static_cast<double>(layers[2](query, term.token)));
            sum += term.value;
        }
        CHECK(sum == found->value);
    }
    const auto weight = explain(example, Part::contributions, Method::rollout, {},
                                {NumberKind::weight, 1, 0, 0, 0}, 4);
    REQUIRE(weight.has_value());
    REQUIRE(weight->steps.size() == 1);
    CHECK(weight->steps[0].value == .75);
}

TEST_CASE("what has no meaning for contributions is refused with a reason") {
    Example example = contributed();
    example.attentions = randomAttention(3, 2, 3, 7);
    example.gradients = example.attentions;
    for (const Method method : {Method::gradientRollout, Method::relevance, Method::joint}) {
        CHECK(mainPart(example, method) == Part::encoder);
        const auto refused = checkMethod(example, Part::contributions, method, {});
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().finding.find("only raw values, rollout and flow, not ") !=
              std::string::npos);
        CHECK(checkMethod(example, Part::encoder, method, {}).has_value());
    }
    Settings settings;
    settings.residual = 0.3;
    const auto refused = checkMethod(example, Part::contributions, Method::rollout, settings);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().place == "residual");
    CHECK(checkMethod(example, Part::encoder, Method::rollout, settings).has_value());
}

TEST_CASE("kinds of contributions are known by their names") {
    REQUIRE(findContributionKind("Value Zeroing") != nullptr);
    CHECK(findContributionKind("Value Zeroing")->name == "value-zeroing");
    CHECK(findContributionKind("DecompX")->isGlobal);
    CHECK_FALSE(findContributionKind("ALTI")->isGlobal);
    CHECK(findContributionKind("mine") == nullptr);
    CHECK(contributionCaption("alti") == "ALTI (Ferrando et al. 2022)");
    CHECK(contributionCaption("mine") == "mine");
    CHECK(contributionLabel("") == "contributions");
}

}  // namespace hw::test
