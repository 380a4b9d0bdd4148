// SPDX-License-Identifier: MIT
// Joint attribution, compared with 80-bit solutions and their optimality conditions, and with known properties.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/flow/joint_attribution.h"
#include "core/method_references.h"
#include "core/support.h"

namespace hw::test {
namespace {

JointAttribution solved(const Example& example, const Settings& settings, int layer,
                        const std::vector<int>& sources = {}) {
    std::vector<std::vector<double>> capacities;
    for (int each = 0; each <= layer; ++each)
        capacities.push_back(
            jointCapacities(example.attentions, example.gradients, settings, each));
    auto joint = JointAttribution::begin(capacities, example.attentions.queries, settings, sources);
    REQUIRE(joint.has_value());
    while (!joint->step()) {}
    return std::move(*joint);
}

void check(const char* method, JointForm form, JointScale scale) {
    const auto references = methodReferences(method);
    REQUIRE_FALSE(references.empty());
    for (const MethodReference& reference : references) {
        Settings settings;
        settings.jointForm = form;
        settings.jointScale = scale;
        std::vector<int> sources;
        for (const Json& source : reference.settings["sources"].items)
            sources.push_back(static_cast<int>(source.number));
        const int last = reference.example.attentions.layers - 1;
        for (const Json& run : reference.values["runs"].items) {
            settings.barrier = run["mu"].number;
            INFO(reference.name << " " << settings.barrier);
            const JointAttribution joint = solved(reference.example, settings, last, sources);
            const std::vector<double> values = joint.values();
            const std::vector<double> expected = run["phi"].numbers();
            REQUIRE(values.size() == expected.size());
            for (std::size_t i = 0; i < values.size(); ++i)
                CHECK(std::abs(values[i] - expected[i]) < 1e-9);
            CHECK(std::abs(joint.maxFlow() - reference.values["max_flow"].number) < 1e-9);
            CHECK(std::abs(joint.gap() - run["max_flow_minus_sum"].number) < 1e-9);
            CHECK(std::abs(joint.gapBound() - run["bound_2_m_mu"].number) < 1e-9);
            CHECK(joint.gap() > 0);
            CHECK(joint.gap() < joint.gapBound());
            CHECK(joint.steps() < 30);
        }
    }
}

}  // namespace

TEST_CASE("joint attribution equals 80-bit solutions") {
    check("gaf_af", JointForm::attention, JointScale::none);
    check("gaf_af_one_source", JointForm::attention, JointScale::none);
    check("gaf_gf", JointForm::gradient, JointScale::none);
    check("gaf_agf", JointForm::product, JointScale::none);
    check("gaf_agf_scaled", JointForm::product, JointScale::largest);
}

TEST_CASE("a smaller barrier leaves a smaller gap, and permuting tokens permutes the values") {
    Example example;
    example.attentions = randomAttention(4, 2, 9, 5);
    Settings settings;
    double before = 1e9;
    for (const double barrier : {1e-1, 1e-2, 1e-3, 1e-5, 1e-8}) {
        settings.barrier = barrier;
        const JointAttribution joint = solved(example, settings, 3, {2});
        CHECK(joint.gap() > 0);
        CHECK(joint.gap() < before);
        before = joint.gap();
    }
    CHECK(before < 1e-4);
    settings.barrier = 1e-3;
    const std::vector<double> values = solved(example, settings, 3, {2}).values();
    Example turned;
    turned.attentions = example.attentions;
    const int n = 9;
    for (int layer = 0; layer < 4; ++layer) {
        for (int head = 0; head < 2; ++head) {
            for (int q = 0; q < n; ++q) {
                for (int k = 0; k < n; ++k) {
                    const int from = ((layer * 2 + head) * n + q) * n + k;
                    const int to = ((layer * 2 + head) * n + (q + 4) % n) * n + (k + 4) % n;
                    turned.attentions.values[to] = example.attentions.values[from];
                }
            }
        }
    }
    const std::vector<double> permuted = solved(turned, settings, 3, {6}).values();
    for (int token = 0; token < n; ++token)
        CHECK(std::abs(permuted[(token + 4) % n] - values[token]) < 1e-11);
}

TEST_CASE("joint attribution of strange networks ends with numbers") {
    Example example;
    Settings settings;
    const auto valuesOfLast = [&](const std::vector<int>& sources) {
        return solved(example, settings, example.attentions.layers - 1, sources).values();
    };
    // With identity attention everything comes from the token itself.
    example.attentions = tensor({matrix({{1, 0}, {0, 1}}), matrix({{1, 0}, {0, 1}})});
    std::vector<double> values = valuesOfLast({1});
    CHECK(values[0] == 0);
    CHECK(values[1] > 0.98);
    // With uniform attention every input is the same.
    example.attentions = tensor(std::vector<Matrix>(5, Matrix::Constant(4, 4, 0.25F)));
    values = valuesOfLast({0});
    for (const double value : values) CHECK(std::abs(value - values[0]) < 1e-14);
    // Nothing leads anywhere.
    example.attentions = tensor({matrix({{0, 0}, {0, 0}}), matrix({{1, 0}, {0, 1}})});
    values = valuesOfLast({});
    CHECK(values == std::vector<double>{0, 0});
    // One token, one layer. Capacities far apart, and missing ones.
    example.attentions = tensor({matrix({{1}})});
    CHECK(valuesOfLast({})[0] > 0.9);
    example.attentions =
        tensor({matrix({{1e-30, 1}, {1e-12, 1e-5}}), matrix({{1, 1e-20}, {NAN, 1}})});
    example.attentions.hasMissing = true;
    values = valuesOfLast({});
    for (const double value : values) CHECK((value >= 0 && value < 2));
    // Layers that are excluded pass values on. If the target is a later layer, the rest is skipped.
    example.attentions = randomAttention(3, 1, 5, 3);
    settings.layers = {1};
    const std::vector<double> middle = valuesOfLast({0});
    settings.layers.clear();
    settings.startLayer = 1;
    const std::vector<double> single = solved(example, settings, 1, {0}).values();
    for (std::size_t i = 0; i < single.size(); ++i) CHECK(std::abs(single[i] - middle[i]) < 1e-12);
    settings = {};
    // In a causal model nothing comes from later tokens.
    for (int q = 0; q < 5; ++q) {
        for (int k = q + 1; k < 5; ++k) {
            for (int layer = 0; layer < 3; ++layer)
                example.attentions.values[(layer * 5 + q) * 5 + k] = 0;
        }
    }
    values = valuesOfLast({2});
    CHECK(values[3] == 0);
    CHECK(values[4] == 0);
    CHECK(values[0] > 0);
}

}  // namespace hw::test
