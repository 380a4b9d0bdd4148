// SPDX-License-Identifier: MIT
// Values relative to the uniform causal model, compared with exact arithmetic of independent code. Also the model
// itself in closed form, and the reasons for a missing ratio.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/method_references.h"
#include "core/methods/rollout.h"
#include "core/model/divisor.h"
#include "core/result/uniform_causal.h"
#include "core/support.h"

namespace hw::test {
namespace {

constexpr double tolerance = 1e-6;  // float32 keeps seven digits

std::vector<Matrix> rollouts(const Example& example, const Settings& settings) {
    auto stack = computeStack(example, Part::encoder, Method::rollout, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

/// From above `layer` at `source` to every input.
std::vector<double> flows(const AttentionTensor& tensor, const Settings& settings, int layer,
                          int source) {
    const auto graph = flowNetwork(tensor, settings);
    REQUIRE(graph.has_value());
    auto table = maxFlows(*graph, {layer, layer, {source}, {}, true});
    REQUIRE(table.has_value());
    for (std::size_t t = 0; t < table->values.size(); ++t) {
        // Each by the cut that proves it.
        const FlowCertificate certificate = table->certificates[t];
        if (certificate.shape == CutShape::searched) continue;
        const MinimumCut cut = expandCut(*graph, layer, source, static_cast<int>(t), certificate);
        CHECK(verifyCut(*graph, cut, table->values[t]));
    }
    return table->values;
}

/// The largest difference between the ratios and those of a reference. Where it has null there must be none.
double distanceOf(const std::vector<double>& ratios, const Json& expected) {
    double largest = 0;
    REQUIRE(expected.size() == ratios.size());
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        if (expected[i].kind == Json::Kind::null) {
            CHECK(std::isnan(ratios[i]));
        } else {
            largest = std::max(largest, std::abs(ratios[i] - expected[i].number));
        }
    }
    return largest;
}

template <class Values>
std::vector<double> ratiosOf(const Values& of, const Values& over) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < of.size(); ++i)
        ratios.push_back(ratioOf(static_cast<double>(of[i]), static_cast<double>(over[i])));
    return ratios;
}

}  // namespace

TEST_CASE("rollout and flow over the uniform causal model equal exact arithmetic") {
    const auto references = methodReferences("causal_ratio");
    REQUIRE(!references.empty());
    for (const MethodReference& reference : references) {
        INFO(reference.name);
        Settings settings;
        settings.residual = reference.settings["residual"].number;
        settings.normalise = Normalise::none;
        const int source = static_cast<int>(reference.settings["source"].number);
        const Example& example = reference.example;
        const Example uniform = uniformCausal(example, Part::encoder);
        const Json& rolled = reference.values["rollout"];
        const auto x = rollouts(example, settings);
        const auto u = rollouts(uniform, uniformSettings(settings));
        REQUIRE(x.size() == rolled["last_row_ratio"].size());
        for (std::size_t layer = 0; layer < x.size(); ++layer) {
            CHECK(distance(rowOf(u[layer], source), rolled["last_row_U"][layer].numbers()) <
                  tolerance);
            CHECK(distanceOf(ratiosOf(rowOf(x[layer], source), rowOf(u[layer], source)),
                             rolled["last_row_ratio"][layer]) < 1e-5);
        }
        for (int query = 0; query < x.back().rows(); ++query)
            CHECK(distanceOf(ratiosOf(rowOf(x.back(), query), rowOf(u.back(), query)),
                             rolled["last_layer_ratio"][query]) < 1e-5);
        const Json& flowing = reference.values["flow"];
        for (std::size_t i = 0; i < flowing["layers"].size(); ++i) {
            const int layer = static_cast<int>(flowing["layers"][i].number);
            const auto of = flows(example.attentions, settings, layer, source);
            const auto over = flows(uniform.attentions, uniformSettings(settings), layer, source);
            const double worst =
                std::max(distanceOf(of, flowing["X"][i]), distanceOf(over, flowing["U"][i]));
            CHECK(worst < 1e-9);
            CHECK(distanceOf(ratiosOf(of, over), flowing["ratio"][i]) < 1e-9);
        }
    }
}

TEST_CASE("the uniform causal model is what its formula says") {
    Example example;
    example.attentions = randomAttention(4, 3, 6, 11);
    const Example uniform = uniformCausal(example, Part::encoder);
    for (const double residual : {0.0, 0.25, 0.5}) {
        Settings settings;
        settings.residual = residual;
        const auto stack = rollouts(uniform, settings);
        for (int i = 0; i < 6; ++i) {
            // Its diagonal is that of a power of a triangular matrix.
            const double kept = residual + (1 - residual) / (i + 1);
            CHECK(std::abs(static_cast<double>(stack.back()(i, i)) - std::pow(kept, 4)) < 1e-6);
            double sum = 0;
            for (int k = 0; k < 6; ++k) {
                sum += static_cast<double>(stack.back()(i, k));
                if (k > i) CHECK(stack.back()(i, k) == 0);
            }
            CHECK(std::abs(sum - 1) < 1e-6);
        }
    }
    // Relative to itself a model is 1 on and below the diagonal. Position favours early tokens.
    const auto last = flows(uniform.attentions, {}, 3, 5);
    for (int t = 1; t < 5; ++t) CHECK(last[t] <= last[t - 1]);
    CHECK(last[4] < last[0]);
    const auto raw = computeStack(uniform, Part::encoder, Method::raw, {});
    REQUIRE(raw.has_value());
    CHECK((*raw)[2](4, 3) == static_cast<float>(1.0 / 5));
}

TEST_CASE("a token that mixes in the uniform way has ratio 1, whatever others do") {
    Example example;
    example.attentions = randomAttention(1, 1, 5, 3);
    for (int k = 0; k < 5; ++k) example.attentions.values[20 + k] = 0.2F;
    const Example uniform = uniformCausal(example, Part::encoder);
    const auto x = rollouts(example, {});
    const auto u = rollouts(uniform, {});
    for (const double ratio : ratiosOf(rowOf(x[0], 4), rowOf(u[0], 4)))
        CHECK(std::abs(ratio - 1) < 1e-6);
}

TEST_CASE("what has no uniform causal counterpart says why") {
    using enum MatrixKind;
    for (const Method method : {Method::raw, Method::rollout, Method::flow}) {
        CHECK(whyNoRatio(method, attention, true, false).empty());
        CHECK(whyNoRatio(method, contributions, true, false).empty());
        CHECK(whyNoRatio(method, attention, false, false).english().contains("bidirectional"));
        CHECK(whyNoRatio(method, globalContributions, true, false)
                  .english()
                  .contains("already refer to the input"));
        CHECK(whyNoRatio(method, contributions, true, true).english().contains("negative"));
    }
    for (const Method method : {Method::gradientRollout, Method::relevance, Method::joint})
        CHECK(whyNoRatio(method, attention, true, false)
                  .english()
                  .contains("only raw attention, rollout and flow"));
    Settings settings;
    settings.discard = 0.3;
    settings.heads = {1};
    settings.residual = 0.25;
    settings.startLayer = 2;
    settings.layers = {2, 3};
    const Settings uniform = uniformSettings(settings);
    CHECK(uniform.discard == 0);
    CHECK(uniform.heads.empty());
    CHECK(uniform.residual == 0.25);
    CHECK(uniform.startLayer == 2);
    CHECK(uniform.layers == settings.layers);
}

}  // namespace hw::test
