// SPDX-License-Identifier: MIT
// Properties of every method that is a stack of matrices, with every fusion. Renaming the tokens renames the result,
// later tokens give nothing to earlier ones, shares sum to 1, and no prefix depends on the layers above it. (For flow:
// tests/core/flow/flow_properties_test.cpp, for joint attribution: joint_attribution_test.cpp.)
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/support.h"

namespace hw::test {
namespace {

constexpr int tokens = 9;
constexpr int manyLayers = 5;
constexpr int heads = 3;

Example made(unsigned seed, bool isCausal) {
    Example example;
    for (int token = 0; token < tokens; ++token) example.tokens.push_back(std::to_string(token));
    example.attentions = randomAttention(manyLayers, heads, tokens, seed, isCausal);
    example.gradients = randomAttention(manyLayers, heads, tokens, seed + 1, isCausal);
    // Of both signs, and with a different scale in each head.
    for (std::size_t i = 0; i < example.gradients.values.size(); ++i)
        example.gradients.values[i] *= (i % 3 == 0 ? -1.0F : 1.0F) * static_cast<float>(1 + i % 7);
    noteGradients(example.attentions, example.gradients);
    return example;
}

/// Calls use(name, spec, settings, stack) for every method except flow and joint attribution, with every fusion, or
/// every way in which gradients weight the heads.
template <class Use>
void forEachStack(const Example& example, Use use) {
    for (const Method method : every<Method>()) {
        if (method == Method::flow || method == Method::joint) continue;
        const MethodSpec& spec = specOf(method);
        const auto run = [&](std::string_view way, const Settings& settings) {
            const std::string name = std::string(spec.name) + ", " + std::string(way);
            auto stack = computeStack(example, Part::encoder, method, settings);
            INFO(name);
            REQUIRE(stack.has_value());
            REQUIRE(stack->size() == manyLayers);
            use(name, method, settings, *stack);
        };
        if (spec.needsGradients) {
            for (const GradientForm form : every<GradientForm>())
                run(nameOf(form), {.gradientForm = form});
        } else {
            for (const HeadFusion fusion : every<HeadFusion>())
                run(nameOf(fusion), {.fusion = fusion});
        }
    }
}

}  // namespace

TEST_CASE("renaming the tokens renames every method's result") {
    const std::vector<int> order{3, 0, 8, 1, 7, 2, 6, 4, 5};
    const Example example = made(21, false);
    Example renamed = example;
    renamed.attentions = permuted(example.attentions, order);
    renamed.gradients = permuted(example.gradients, order);
    noteGradients(renamed.attentions, renamed.gradients);
    forEachStack(example, [&](const std::string& name, Method method, const Settings& settings,
                              const std::vector<Matrix>& stack) {
        INFO(name);
        const auto other = computeStack(renamed, Part::encoder, method, settings);
        REQUIRE(other.has_value());
        for (int layer = 0; layer < manyLayers; ++layer) {
            const float most = stack[layer].maxCoeff();
            for (int query = 0; query < tokens; ++query) {
                for (int key = 0; key < tokens; ++key)
                    REQUIRE(std::abs((*other)[layer](order[query], order[key]) -
                                     stack[layer](query, key)) <= 1e-6F * most);
            }
        }
    });
}

TEST_CASE("in a causal model no method draws from tokens behind, to the bit") {
    forEachStack(made(22, true), [&](const std::string& name, Method, const Settings&,
                                     const std::vector<Matrix>& stack) {
        INFO(name);
        for (const Matrix& matrix : stack) {
            for (int query = 0; query < tokens; ++query) {
                for (int key = query + 1; key < tokens; ++key) REQUIRE(matrix(query, key) == 0.0F);
            }
        }
    });
}

TEST_CASE("rows of methods that divide them sum to 1, and no value is below 0") {
    forEachStack(made(23, false), [&](const std::string& name, Method method,
                                      const Settings& settings, const std::vector<Matrix>& stack) {
        INFO(name);
        const bool isDivided = specOf(method).hasSteps ||
                               (method == Method::raw && settings.fusion != HeadFusion::max &&
                                settings.fusion != HeadFusion::min);
        for (const Matrix& matrix : stack) {
            REQUIRE(matrix.minCoeff() >= 0.0F);
            for (int query = 0; query < tokens && isDivided; ++query)
                REQUIRE(std::abs(matrix.row(query).sum() - 1.0F) < 1e-5F);
        }
    });
}

TEST_CASE("what a method says after a layer does not depend on the layers above") {
    const Example example = made(24, false);
    Example other = example;
    const std::size_t above = example.attentions.values.size() / manyLayers * 3;
    for (std::size_t i = above; i < other.attentions.values.size(); ++i) {
        other.attentions.values[i] = 1.0F / tokens;
        other.gradients.values[i] *= 2;
    }
    noteGradients(other.attentions, other.gradients);
    forEachStack(example, [&](const std::string& name, Method method, const Settings& settings,
                              const std::vector<Matrix>& stack) {
        INFO(name);
        const auto changed = computeStack(other, Part::encoder, method, settings);
        REQUIRE(changed.has_value());
        for (int layer = 0; layer < 3; ++layer) REQUIRE((*changed)[layer] == stack[layer]);
        REQUIRE((*changed)[manyLayers - 1] != stack[manyLayers - 1]);
    });
}

}  // namespace hw::test
