// SPDX-License-Identifier: MIT
// How numbers arise, compared with exact fractions, brute force, and the methods themselves.
#include "core/explain/explain.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>

#include "core/explain/weight_steps.h"
#include "core/flow/flow_capacities.h"
#include "core/model/presets.h"
#include "core/support.h"

namespace hw::test {
namespace {

Example exampleOf(AttentionTensor attentions) {
    Example example;
    for (int token = 0; token < attentions.queries; ++token)
        example.tokens.push_back(std::to_string(token));
    example.attentions = std::move(attentions);
    return example;
}

Explanation explained(const Example& example, Method method, NumberPlace place,
                      const Settings& settings = {}, int most = 1000) {
    auto found = explain(example, Part::encoder, method, settings, place, most);
    if (!found) FAIL(found.error().finding);
    return *found;
}

NumberPlace at(int layer, int query, int key, NumberKind kind = NumberKind::value, int down = 0) {
    return {kind, layer, down, query, key};
}

double sumOf(const std::vector<FlowPath>& paths, double rest) {
    double sum = 0.0;
    for (const FlowPath& path : paths) sum += path.amount;
    return sum + rest;
}

bool isClose(double a, double b, double by = 1e-12) { return std::abs(a - b) <= by; }

/// All paths from `query` after `layer` to `key`, by enumeration.
void walk(const std::vector<std::vector<double>>& matrices, int n, int layer, int token, int key,
          double value, std::vector<int> tokens, std::map<std::vector<int>, double>& ways) {
    tokens.push_back(token);
    if (layer < 0) {
        if (token == key && value != 0.0) ways[tokens] = value;
        return;
    }
    for (int next = 0; next < n; ++next) {
        const double weight =
            matrices[static_cast<std::size_t>(layer)][static_cast<std::size_t>(token * n + next)];
        walk(matrices, n, layer - 1, next, key, value * weight, tokens, ways);
    }
}

}  // namespace

TEST_CASE("explain: the rollout of three tokens by exact fractions") {
    const Example example = exampleOf(threeLayers());
    // R_2[0][2] = 153/400 = .55 * .1 + .05 * .15 + .4 * .8
    const Explanation two = explained(example, Method::rollout, at(1, 0, 2));
    CHECK(isClose(two.value, 153.0 / 400));
    REQUIRE(two.terms.size() == 3);
    CHECK(two.terms[0].token == 2);
    CHECK(isClose(two.terms[0].weight, 0.4));
    CHECK(isClose(two.terms[0].factor, 0.8));
    CHECK(isClose(two.terms[0].value, 0.32));
    CHECK(isClose(two.terms[1].value, 0.055));
    CHECK(isClose(two.terms[2].value, 0.0075));
    // R_3[0][2] = 311/800 and its terms, opened down to the first layer.
    const Explanation three = explained(example, Method::rollout, at(2, 0, 2));
    CHECK(isClose(three.value, 311.0 / 800, 1e-8));  // a third as float32
    const Explanation below =
        explained(example, Method::rollout, at(2, 0, 2, NumberKind::value, 1));
    CHECK(isClose(below.value, 153.0 / 400));
    CHECK(below.links == 2);
    CHECK(three.terms[0].factor == below.value);
    const Explanation weight = explained(example, Method::rollout, at(2, 0, 2, NumberKind::weight));
    CHECK(isClose(weight.value, 1.0 / 6, 1e-8));
    REQUIRE(weight.steps.size() == 3);
    CHECK(weight.steps[0].kind == WeightStep::Kind::fused);
    CHECK(isClose(weight.steps[0].value, 1.0 / 3, 1e-8));
    CHECK(isClose(weight.steps[1].value, 1.0 / 6, 1e-8));
    CHECK(isClose(weight.steps[2].sum, 1.0, 1e-8));
    const Explanation input =
        explained(example, Method::rollout, at(2, 1, 1, NumberKind::value, 3));
    CHECK(input.value == 1.0);
    CHECK(input.terms.empty());
}

TEST_CASE("explain: the ways of a rollout are all that there are, the heaviest first") {
    for (const unsigned seed : {1u, 2u, 3u}) {
        const int n = 4;
        const Example example = exampleOf(randomAttention(4, 2, n, seed, seed == 3));
        const Settings settings;
        std::vector<std::vector<double>> matrices;
        for (int layer = 0; layer < 4; ++layer)
            matrices.push_back(exactAttention(example.attentions, settings, layer));
        for (int query = 0; query < n; ++query) {
            std::map<std::vector<int>, double> ways;
            walk(matrices, n, 3, query, 1, 1.0, {}, ways);
            const Explanation all = explained(example, Method::rollout, at(3, query, 1));
            CHECK(all.paths.size() == ways.size());
            CHECK(all.rest == 0.0);
            double last = INFINITY;
            for (const FlowPath& path : all.paths) {
                REQUIRE(ways.contains(path.tokens));
                CHECK(isClose(path.amount, ways[path.tokens], 1e-15));
                CHECK(path.amount <= last);
                last = path.amount;
            }
            const Explanation few = explained(example, Method::rollout, at(3, query, 1), {}, 5);
            const std::size_t listed = std::min<std::size_t>(5, ways.size());
            REQUIRE(few.paths.size() == listed);
            for (std::size_t i = 0; i < listed; ++i)
                CHECK(few.paths[i].tokens == all.paths[i].tokens);
            CHECK(isClose(sumOf(few.paths, few.rest), few.value, 1e-15));
        }
    }
}

TEST_CASE(
    "explain: values are those of the methods, with every preset, and sums hold, n = 1 to 512") {
    struct Size {
        int layers, heads, n;
        bool causal;
    };
    for (const Size size : {Size{1, 1, 1, false}, Size{3, 2, 3, false}, Size{4, 3, 17, true},
                            Size{6, 2, 64, false}, Size{3, 2, 512, true}, Size{2, 1, 512, false}}) {
        Example example =
            exampleOf(randomAttention(size.layers, size.heads, size.n, 7, size.causal));
        example.gradients = randomAttention(size.layers, size.heads, size.n, 8);
        for (std::size_t i = 0; i < example.gradients.values.size(); i += 3)
            example.gradients.values[i] *= -1.0F;
        const int layer = size.layers - 1;
        const int query = size.n - 1;
        for (const Preset& preset : presets()) {
            Settings settings = preset.settings;
            settings.startLayer = std::min(settings.startLayer, layer);
            if (size.n > 100 && &preset != &presets().front()) continue;
            for (const Method method :
                 {Method::raw, Method::rollout, Method::gradientRollout, Method::relevance}) {
                const auto stack = computeStack(example, Part::encoder, method, settings);
                REQUIRE(stack.has_value());
                for (const int key : {0, query / 2, query}) {
                    const Explanation found =
                        explained(example, method, at(layer, query, key), settings, 20);
                    INFO(preset.id << ' ' << nameOf(method) << " n = " << size.n);
                    const double expected = static_cast<double>(stack->back()(query, key));
                    CHECK(isClose(found.value, expected, 2e-6 * std::max(1.0, expected)));
                    CHECK(isClose(sumOfTerms(found.terms) + found.correction, found.value,
                                  1e-14 * std::max(1.0, expected)));
                    if (method != Method::raw) {
                        CHECK(isClose(sumOf(found.paths, found.rest), found.value,
                                      1e-14 * std::max(1.0, expected)));
                        CHECK(found.rest >= found.correction - 1e-14);
                    }
                }
            }
        }
    }
}

TEST_CASE("explain: a weight ends where the layer's matrix stands, and begins with its heads") {
    Example example = exampleOf(randomAttention(2, 3, 6, 5));
    example.gradients = randomAttention(2, 3, 6, 6);
    example.fixedResidual.assign(12, 0.4F);
    std::vector<Settings> all;
    for (const Preset& preset : presets()) {
        all.push_back(preset.settings);
        all.back().startLayer = 0;
    }
    Settings mixed;
    mixed.discard = 0.3;
    mixed.fusion = HeadFusion::max;
    all.push_back(mixed);
    mixed.fusion = HeadFusion::min;
    mixed.heads = {0, 2};
    mixed.ties = DiscardTies::keep;
    all.push_back(mixed);
    mixed.fusion = HeadFusion::mean;
    mixed.headWeights = {1, 3};
    mixed.normalise = Normalise::columnsByRowSums;
    all.push_back(mixed);
    for (const Settings& settings : all) {
        for (const Method method : {Method::rollout, Method::gradientRollout, Method::relevance}) {
            for (int cell = 0; cell < 36; ++cell) {
                const LayerSource from{example, Part::encoder, method, settings, 1};
                const double expected = layerMatrix(from)[static_cast<std::size_t>(cell)];
                const Explanation weight = explained(
                    example, method, at(1, cell / 6, cell % 6, NumberKind::weight), settings);
                CHECK(isClose(weight.value, expected, 1e-15));
                const Explanation fused = explained(
                    example, method, at(1, cell / 6, cell % 6, NumberKind::fused), settings);
                REQUIRE(weight.steps.front().kind == WeightStep::Kind::fused);
                CHECK(isClose(fused.value, weight.steps.front().value, 1e-7));
                // The step divides, so before / sum = after.
                for (std::size_t i = 1; i < weight.steps.size(); ++i) {
                    const WeightStep& step = weight.steps[i];
                    if (step.kind != WeightStep::Kind::divided || step.sum == 0.0) continue;
                    CHECK(isClose(weight.steps[i - 1].value / step.sum, step.value, 1e-6));
                }
            }
        }
    }
}

TEST_CASE("explain: relevance without its own one lacks exactly 1") {
    Example example = exampleOf(randomAttention(3, 2, 4, 5));
    example.gradients = randomAttention(3, 2, 4, 6);
    Settings settings;
    settings.ownOne = IdentityTerm::drop;
    const Explanation found = explained(example, Method::relevance, at(2, 1, 1), settings);
    CHECK(found.correction == -1.0);
    CHECK(found.rest == -1.0);
    const auto stack = computeStack(example, Part::encoder, Method::relevance, settings);
    CHECK(isClose(found.value, static_cast<double>(stack->back()(1, 1)), 1e-6));
    CHECK(explained(example, Method::relevance, at(2, 1, 2), settings).correction == 0.0);
}

TEST_CASE("explain: adversarial inputs give numbers, and their sums hold") {
    for (const NamedTensor& named : adversarialTensors()) {
        const Example example = exampleOf(named.attentions);
        const int layer = named.attentions.layers - 1;
        const int last = named.attentions.queries - 1;
        for (const int key : {0, last}) {
            const auto found =
                explain(example, Part::encoder, Method::rollout, {}, at(layer, last, key), 10);
            INFO(named.name);
            if (!found) {
                CHECK(found.error().code == Code::noWeights);
                continue;
            }
            CHECK(std::isfinite(found->value));
            CHECK(isClose(sumOf(found->paths, found->rest), found->value, 1e-15));
        }
    }
}

TEST_CASE("explain: across encoder and decoder the product goes through both") {
    Example example = exampleOf(randomAttention(2, 2, 5, 1));
    example.decoder.emplace();
    example.decoder->tokens = {"a", "b", "c"};
    example.decoder->attentions = randomAttention(2, 2, 3, 2, true);
    example.decoder->cross = {2, 1, 3, 5, std::vector<float>(30, 0.2F)};
    const auto stack = computeStack(example, Part::cross, Method::rollout, {});
    REQUIRE(stack.has_value());
    const auto found = explain(example, Part::cross, Method::rollout, {}, at(1, 2, 4), 500);
    REQUIRE(found.has_value());
    CHECK(isClose(found->value, static_cast<double>((*stack)[1](2, 4)), 1e-6));
    CHECK(found->links == 5);
    CHECK(found->paths.front().tokens.size() == 6);
    const auto crossing =
        explain(example, Part::cross, Method::rollout, {}, at(1, 2, 4, NumberKind::weight, 2), 1);
    REQUIRE(crossing.has_value());
    CHECK(isClose(crossing->value, 0.2, 1e-7));
}

TEST_CASE("explain: what is not there is refused with a reason") {
    Example example = exampleOf(threeLayers());
    const auto refused = [&](Method method, NumberPlace place, const Settings& settings = {}) {
        const auto found = explain(example, Part::encoder, method, settings, place, 5);
        return !found && !found.error().finding.empty() && !found.error().remedy.empty();
    };
    CHECK(refused(Method::rollout, at(3, 0, 0)));
    CHECK(refused(Method::rollout, at(-1, 0, 0)));
    CHECK(refused(Method::rollout, at(0, 3, 0)));
    CHECK(refused(Method::rollout, at(0, 0, -1)));
    CHECK(refused(Method::rollout, at(1, 0, 0, NumberKind::value, 3)));
    CHECK(refused(Method::rollout, at(1, 0, 0, NumberKind::weight, 2)));
    CHECK(refused(Method::relevance, at(1, 0, 0)));
    CHECK(refused(Method::joint, at(1, 0, 0)));
    CHECK(refused(Method::flow, at(1, 0, 7)));
    Settings late;
    late.startLayer = 2;
    CHECK(refused(Method::rollout, at(1, 0, 0), late));
}

}  // namespace hw::test
