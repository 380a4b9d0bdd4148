// SPDX-License-Identifier: MIT
// The network of attention flow built in pieces. It equals the one built at once, and no piece takes too long.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/flow/flow_capacities.h"
#include "core/flow/flow_graphs.h"
#include "core/methods/steps/effective_attention.h"

using namespace hw;

namespace {

constexpr int layers = 3;
constexpr int heads = 4;
constexpr int n = 37;

AttentionTensor randomTensor(bool causal) {
    AttentionTensor tensor{layers, heads, n, n, {}, {}};
    flow_graphs::Random random(3);
    for (int row = 0; row < layers * heads * n; ++row) {
        const int end = causal ? row % n + 1 : n;
        for (int key = 0; key < n; ++key) {
            const double weight = key < end ? std::exp(random.normal()) / end : 0.0;
            tensor.values.push_back(static_cast<float>(weight));
        }
    }
    tensor.values[5] = std::nanf("");
    return tensor;
}

std::vector<Settings> kinds() {
    std::vector<Settings> all(9);
    all[1].fusion = HeadFusion::max;
    all[2].fusion = HeadFusion::min;
    all[3].heads = {1, 3};
    all[3].headWeights = {0.25, 0.5};
    all[4].discard = 0.3;
    all[5].startLayer = 1;
    all[6].layers = {0, 2};
    all[7].normalise = Normalise::none;
    all[8].residualKind = Residual::fixed;
    return all;
}

AttentionGraph atOnce(const AttentionTensor& tensor, const Settings& settings) {
    std::vector<std::vector<double>> matrices;
    for (int layer = settings.startLayer; layer < layers; ++layer) {
        matrices.push_back(exactAttention(tensor, settings, layer));
    }
    return *AttentionGraph::fromDoubles(matrices, n);
}

bool same(const AttentionGraph& a, const AttentionGraph& b) {
    const auto equal = [&](const double* one, const double* other, int size) {
        return std::equal(one, one + size, other);
    };
    const int nodes = a.layers() * n;
    return a.layers() == b.layers() && a.unit() == b.unit() && a.causal() == b.causal() &&
           std::ranges::equal(a.steps(), b.steps()) && equal(a.rowSums(0), b.rowSums(0), nodes) &&
           equal(a.columnSums(0), b.columnSums(0), nodes) &&
           equal(a.diagonal(0), b.diagonal(0), nodes) &&
           equal(a.column(0, 0), b.column(0, 0), nodes * n) &&
           std::equal(a.rowBits(0, 0), a.rowBits(0, 0) + nodes * a.words(), b.rowBits(0, 0));
}

/// The shortest decimal of six to nine digits that the C library reads back as the same float.
double shortest(float value) {
    char text[40];
    for (int digits = 6; digits <= 9; ++digits) {
        std::snprintf(text, sizeof text, "%.*e", digits - 1, static_cast<double>(value));
        if (std::strtof(text, nullptr) == value) break;
    }
    return std::strtod(text, nullptr);
}

}  // namespace

TEST_CASE("a network built in pieces is the one built at once, bit for bit, and no piece is long") {
    for (const bool causal : {false, true}) {
        const AttentionTensor tensor = randomTensor(causal);
        for (const Settings& settings : kinds()) {
            auto printed = std::make_shared<PrintedAttention>(tensor, settings);
            FlowNetworkBuild build(tensor, settings, printed);
            constexpr std::int64_t budget = 500;
            const bool whole = settings.discard > 0.0 || settings.residualKind == Residual::fixed;
            // The most expensive undivided piece, which is a row of every head, or a layer in float32.
            const std::int64_t dearest =
                whole ? std::int64_t{n} * n * (heads + 20) : 12 * heads * n + 10 * n;
            int pieces = 0;
            for (bool stands = false; !stands; ++pieces) {
                const std::int64_t before = build.work();
                const auto more = build.step(budget);
                REQUIRE(more.has_value());
                stands = *more;
                REQUIRE(build.work() - before <= budget + dearest);
            }
            REQUIRE(pieces > n);
            REQUIRE(same(std::move(build).take(), atOnce(tensor, settings)));
        }
    }
}

TEST_CASE("fused heads are computed once, whichever settings read them") {
    const AttentionTensor tensor = randomTensor(false);
    Settings settings;
    auto printed = std::make_shared<PrintedAttention>(tensor, settings);
    FlowNetworkBuild first(tensor, settings, printed);
    REQUIRE(*first.step(std::int64_t{1} << 60));
    const std::int64_t once = printed->work();
    REQUIRE(once > 0);
    settings.residual = 0.2;
    FlowNetworkBuild second(tensor, settings, printed);
    REQUIRE(*second.step(std::int64_t{1} << 60));
    REQUIRE(printed->work() == once);
    REQUIRE(second.work() < first.work() / 2);
    REQUIRE(same(std::move(second).take(), atOnce(tensor, settings)));
}

TEST_CASE("a row that cannot be capacities is named, wherever the pieces end") {
    AttentionTensor tensor = randomTensor(false);
    tensor.values[(2 * heads * n + 4) * n + 6] = -9.0F;
    Settings settings;
    settings.residual = 0.0;
    settings.normalise = Normalise::none;
    FlowNetworkBuild build(tensor, settings, std::make_shared<PrintedAttention>(tensor, settings));
    Result<bool> more = false;
    while (more && !*more) more = build.step(1);
    REQUIRE_FALSE(more.has_value());
    REQUIRE(more.error().code == Code::badNumber);
    REQUIRE(more.error().place == "layer 3, row 5, column 7 (counting from 1)");
}

TEST_CASE("printed values are the shortest decimals that the C library reads back") {
    flow_graphs::Random random(9);
    for (int i = 0; i < 40000; ++i) {
        // Over the whole range of weights, some of them as a program printed them.
        float value = static_cast<float>(std::exp(-25.0 * random.uniform()));
        if (i % 3 == 0) value = std::nearbyint(value * 1e4F) / 1e4F;
        if (i % 3 == 1) value = std::nearbyint(value * 1e7F) / 1e7F;
        if (value == 0.0F) continue;
        CAPTURE(value);
        REQUIRE(printedValue(value) == shortest(value));
    }
}
