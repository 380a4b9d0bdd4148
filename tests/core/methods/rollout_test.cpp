// SPDX-License-Identifier: MIT
#include "core/methods/rollout.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>

#include "core/methods/steps/effective_attention.h"
#include "core/model/presets.h"
#include "core/support.h"

namespace hw::test {
namespace {

TEST_CASE("rollout of three layers gives the exact fractions") {
    const std::vector<Matrix> stack = rollout(threeLayers(), Settings{});
    REQUIRE(stack.size() == 3);
    CHECK(distance(stack[0], matrix({{.75, .15, .1}, {.05, .8, .15}, {.1, .1, .8}})) < 1e-7);
    CHECK(distance(stack[1], matrix({{91. / 200, 13. / 80, 153. / 400},
                                     {119. / 400, 43. / 80, 33. / 200},
                                     {7. / 80, 11. / 40, 51. / 80}})) < 1e-7);
    CHECK(distance(stack[2], matrix({{147. / 400, 39. / 160, 311. / 800},
                                     {119. / 400, 43. / 80, 33. / 200},
                                     {511. / 3200, 47. / 160, 1749. / 3200}})) < 1e-7);
}

TEST_CASE("the first prefix is the effective attention of its layer") {
    const AttentionTensor w = randomAttention(4, 3, 9, 21);
    Settings settings;
    for (settings.startLayer = 0; settings.startLayer < 4; ++settings.startLayer) {
        const RolloutStack empty(w, settings);
        CHECK(empty.total() == 4 - settings.startLayer);
        const std::vector<Matrix> stack = rollout(w, settings);
        REQUIRE(static_cast<int>(stack.size()) == 4 - settings.startLayer);
        CHECK(distance(stack[0], effectiveAttention(w, settings, settings.startLayer)) == 0);
    }
}

TEST_CASE("a rollout that starts later, times the one before, is the whole rollout") {
    const AttentionTensor w = randomAttention(5, 2, 12, 22);
    Settings late;
    late.startLayer = 2;
    const std::vector<Matrix> whole = rollout(w, Settings{});
    const std::vector<Matrix> upper = rollout(w, late);
    CHECK(distance(multiply(upper.back(), whole[1]), whole.back()) < 1e-6);
}

TEST_CASE("a stack goes layer by layer and stops at the last one") {
    const AttentionTensor w = randomAttention(3, 2, 5, 23);
    Settings settings;
    settings.startLayer = 1;
    RolloutStack stack(w, settings);
    CHECK(stack.finished() == 0);
    CHECK(stack.advance());
    CHECK(stack.finished() == 1);
    CHECK(stack.advance());
    CHECK_FALSE(stack.advance());
    CHECK(stack.finished() == stack.total());
    CHECK(distance(stack.at(2), rollout(w, settings).back()) == 0);
    CHECK(stack.matrices().size() == 2);
}

TEST_CASE("rollout rows sum to 1 and stay in 0..1 for random and adversarial inputs") {
    for (const NamedTensor& input : adversarialTensors()) {
        INFO(input.name);
        for (const Matrix& layer : rollout(input.attentions, Settings{})) {
            REQUIRE(rowSumError(layer) < 2e-6);
            for (const float value : valuesOf(layer))
                REQUIRE((value >= 0.0F && value <= 1.000001F));
        }
    }
}

TEST_CASE("every preset gives finite numbers for every input") {
    for (const NamedTensor& input : adversarialTensors()) {
        for (const Preset& preset : presets()) {
            INFO(input.name << ", " << preset.id);
            Settings settings = preset.settings;
            settings.startLayer = std::min(settings.startLayer, input.attentions.layers - 1);
            for (const Matrix& layer : rollout(input.attentions, settings)) {
                for (const float value : valuesOf(layer)) REQUIRE(std::isfinite(value));
            }
        }
    }
}

TEST_CASE("causal attention gives a lower triangular rollout, to the bit") {
    for (const Matrix& layer : rollout(randomAttention(6, 4, 133, 24, true), Settings{})) {
        for (int q = 0; q < 133; ++q) {
            for (int k = q + 1; k < 133; ++k) REQUIRE(layer(q, k) == 0.0F);
        }
    }
}

TEST_CASE("identity attention gives the identity, with any residual") {
    AttentionTensor w = tensor({identity(6), identity(6), identity(6)});
    for (const double residual : {0.0, 0.3, 0.5, 1.0}) {
        Settings settings;
        settings.residual = residual;
        CHECK(distance(rollout(w, settings).back(), identity(6)) < 1e-7);
    }
}

TEST_CASE("a residual of 1 gives the identity whatever the attention is") {
    Settings settings;
    settings.residual = 1.0;
    CHECK(distance(rollout(randomAttention(4, 2, 7, 25), settings).back(), identity(7)) == 0);
}

TEST_CASE("permutation matrices without residual multiply to their product") {
    const Matrix turn = matrix({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
    Settings settings;
    settings.residual = 0.0;
    const std::vector<Matrix> stack = rollout(tensor({turn, turn, turn}), settings);
    CHECK(distance(stack[1], matrix({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}})) == 0);
    CHECK(distance(stack[2], identity(3)) == 0);
}

TEST_CASE("permuting tokens permutes the rollout") {
    const std::vector<int> order{3, 0, 5, 1, 4, 2};
    const AttentionTensor w = randomAttention(4, 3, 6, 26);
    const Matrix plain = rollout(w, Settings{}).back();
    const Matrix moved = rollout(permuted(w, order), Settings{}).back();
    for (int q = 0; q < 6; ++q) {
        for (int k = 0; k < 6; ++k) {
            const auto to = [&](int i) { return order[i]; };
            CHECK(std::abs(static_cast<double>(moved(to(q), to(k)) - plain(q, k))) < 1e-6);
        }
    }
}

TEST_CASE("scaling the attention changes nothing without residual, since rows are divided") {
    AttentionTensor w = randomAttention(3, 2, 6, 27);
    Settings settings;
    settings.residual = 0.0;
    const Matrix before = rollout(w, settings).back();
    for (float& value : w.values) value *= 1024.0F;
    CHECK(distance(rollout(w, settings).back(), before) == 0);
}

TEST_CASE("a product agrees with the sum written out, at sizes around Eigen's blocks") {
    for (const int size : {1, 2, 3, 17, 64, 65, 129, 257, -64, -65, -129, -257}) {
        const int n = std::abs(size);
        const bool causal = size < 0;  // has its own product
        const AttentionTensor w = randomAttention(2, 1, n, static_cast<unsigned>(n), causal);
        const Matrix left = headOf(w, 0, 0);
        const Matrix right = headOf(w, 1, 0);
        const Matrix product = multiply(left, right);
        double largest = 0.0;
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                double sum = 0.0;
                for (int k = 0; k < n; ++k) {
                    sum += static_cast<double>(left(i, k)) * static_cast<double>(right(k, j));
                }
                largest = std::max(largest, std::abs(sum - static_cast<double>(product(i, j))));
                if (causal && j > i) REQUIRE(product(i, j) == 0.0F);
            }
        }
        CHECK(largest < 1e-6);
    }
}

TEST_CASE("products of unlike shapes keep rows of the left and columns of the right") {
    const Matrix product = multiply(matrix({{1, 2}}), matrix({{1, 2, 3}, {4, 5, 6}}));
    CHECK(distance(product, matrix({{9, 12, 15}})) == 0);
}

}  // namespace
}  // namespace hw::test
