// SPDX-License-Identifier: MIT
// Single methods and settings, compared with exact or 40-digit arithmetic of independent code, on real attention and on
// small matrices made by hand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/method_references.h"
#include "core/methods/method_stack.h"
#include "core/methods/rollout.h"
#include "core/methods/steps/fuse.h"
#include "core/model/check_settings.h"
#include "core/support.h"

namespace hw::test {
namespace {

// The reference has six digits, and float32 keeps seven.
constexpr double tolerance = 1e-6;

std::vector<Matrix> stackOf(const Example& example, Method method, const Settings& settings) {
    auto stack = computeStack(example, Part::encoder, method, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

bool isNear(const Matrix& matrix, const Json& expected) {
    return distance(valuesOf(matrix), expected.numbers()) < tolerance;
}

}  // namespace

TEST_CASE("discarding below a threshold equals exact arithmetic") {
    const auto references = methodReferences("discard_below_threshold");
    REQUIRE(references.size() >= 5);
    for (const MethodReference& reference : references) {
        for (const Json& run : reference.values.items) {
            // An empty row becomes an identity row here. The references have both results.
            const bool leavesZero = run["zero_row"].text == "zero";
            const auto emptied = [](const Json& rows) { return rows.size() > 0; };
            if (leavesZero && std::ranges::any_of(run["zero_rows"].items, emptied)) continue;
            INFO(reference.name << " " << run["ratio"].number);
            Settings settings;
            settings.discard = run["ratio"].number;
            settings.ties = DiscardTies::keep;
            const auto stack = stackOf(reference.example, Method::rollout, settings);
            // Rounding breaks a tie, and either value is right.
            if (run.has("float64_last_matrix") && isNear(stack.back(), run["float64_last_matrix"]))
                continue;
            CHECK(isNear(stack.back(), run["last_matrix"]));
            REQUIRE(stack.size() == run["source_rows"].size());
            for (std::size_t layer = 0; layer < stack.size(); ++layer) {
                CHECK(distance(rowOf(stack[layer], reference.source),
                               run["source_rows"][layer].numbers()) < tolerance);
            }
        }
    }
}

TEST_CASE("heads weighed by their gradients equal 40-digit arithmetic") {
    const auto references = methodReferences("gmar");
    REQUIRE(references.size() >= 2);
    for (const MethodReference& reference : references) {
        for (const auto& [norm, name] :
             {std::pair{GradientNorm::l2, "L2"}, std::pair{GradientNorm::l1, "L1"}}) {
            INFO(reference.name << " " << name);
            Settings settings;
            settings.fusion = HeadFusion::gradientNorm;
            settings.gradientNorm = norm;
            const Json& expected = reference.values[name];
            const auto stack = stackOf(reference.example, Method::rollout, settings);
            CHECK(isNear(stack.back(), expected["last_matrix"]));
            REQUIRE(stack.size() == expected["source_rows"].size());
            for (std::size_t layer = 0; layer < stack.size(); ++layer) {
                CHECK(distance(rowOf(stack[layer], reference.source),
                               expected["source_rows"][layer].numbers()) < tolerance);
            }
        }
    }
}

TEST_CASE("a head over all below it equals exact arithmetic, and heads on average give rollout") {
    const auto references = methodReferences("head_over_rollout");
    REQUIRE(references.size() >= 4);
    for (const MethodReference& reference : references) {
        INFO(reference.name);
        Settings settings;
        settings.residual = reference.settings["residual"].number;
        settings.normalise = Normalise::none;
        const AttentionTensor& w = reference.example.attentions;
        const std::vector<Matrix> whole = stackOf(reference.example, Method::rollout, settings);
        for (int layer = 0; layer < w.layers; ++layer) {
            const Matrix* below = layer > 0 ? &whole[layer - 1] : nullptr;
            Matrix sum = Matrix::Zero(w.queries, w.keys);
            for (int head = 0; head < w.heads; ++head) {
                settings.headOfLayer = {layer, head};
                const auto stack = stackOf(reference.example, Method::rollout, settings);
                CHECK(distance(rowOf(stack[layer], reference.source),
                               reference.values["source_rows"][layer][head].numbers()) < tolerance);
                CHECK(distance(rolloutOfHead(w, settings, layer, head, below), stack[layer]) == 0);
                sum += stack[layer];
                for (const Json& one : reference.values["matrices"].items) {
                    if (one["layer"].number == layer && one["head"].number == head)
                        CHECK(isNear(stack[layer], one["matrix"]));
                }
            }
            settings.headOfLayer.clear();
            CHECK(distance(Matrix(sum / static_cast<float>(w.heads)), whole[layer]) < tolerance);
        }
    }
}

TEST_CASE("flow from above one head equals exact integer arithmetic") {
    const auto references = methodReferences("head_over_flow");
    REQUIRE(references.size() >= 4);
    for (const MethodReference& reference : references) {
        INFO(reference.name);
        for (const Json& one : reference.values.items) {
            const int layer = static_cast<int>(one["layer"].number);
            Settings settings;
            settings.residual = reference.settings["residual"].number;
            settings.normalise = Normalise::none;
            settings.headOfLayer = {layer, static_cast<int>(one["head"].number)};
            const auto graph = flowNetwork(reference.example.attentions, settings);
            REQUIRE(graph.has_value());
            FlowSolver solver(*graph);
            REQUIRE(solver.begin({layer, layer, {reference.source}, {}, true}).has_value());
            while (!solver.step(100000)) {}
            const std::vector<double> expected = one["flow"].numbers();
            REQUIRE(solver.table().values.size() == expected.size());
            for (std::size_t sink = 0; sink < expected.size(); ++sink)
                CHECK(std::abs(solver.table().values[sink] - expected[sink]) < 1e-9);
            CHECK(solver.counts().failedCuts == 0);
        }
    }
}

TEST_CASE("relevance without its own 1 is relevance minus the identity") {
    for (const MethodReference& reference : methodReferences("gmar")) {
        INFO(reference.name);
        Settings settings;
        const auto with = stackOf(reference.example, Method::relevance, settings);
        settings.ownOne = IdentityTerm::drop;
        const auto without = stackOf(reference.example, Method::relevance, settings);
        const int n = reference.example.attentions.queries;
        for (std::size_t layer = 0; layer < with.size(); ++layer) {
            const Matrix difference = with[layer] - without[layer];
            CHECK(distance(difference, identity(n)) < 1e-6);
        }
    }
}

TEST_CASE("gradients that are all 0 weigh heads equally, and a file without them is refused") {
    Example example;
    example.attentions = randomAttention(2, 3, 5, 7);
    example.gradients = example.attentions;
    std::ranges::fill(example.gradients.values, 0.0F);
    Settings settings;
    settings.fusion = HeadFusion::gradientNorm;
    CHECK(checkSettings(settings, example.attentions).error().place == "gradients");
    noteGradients(example.attentions, example.gradients);
    REQUIRE(checkSettings(settings, example.attentions).has_value());
    CHECK(distance(fuseHeads(example.attentions, 1, settings), fuseHeads(example.attentions, 1)) <
          1e-7);
    // One head alone is itself.
    settings.heads = {2};
    CHECK(distance(fuseHeads(example.attentions, 1, settings), headOf(example.attentions, 1, 2)) ==
          0);
    // Only the one head with gradients counts.
    settings.heads.clear();
    example.gradients.values[4] = -2;
    noteGradients(example.attentions, example.gradients);
    CHECK(distance(fuseHeads(example.attentions, 0, settings), headOf(example.attentions, 0, 0)) ==
          0);
}

}  // namespace hw::test
