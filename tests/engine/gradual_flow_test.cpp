// SPDX-License-Identifier: MIT
// The flows of a long input. Ranges come at once, then the shown layer, then the others. Every range contains its flow,
// and the end equals a solver's own result bit for bit.
#include "engine/helpers/gradual_flow.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "engine/long_flows.h"

namespace hw::test {
namespace {

std::shared_ptr<FlowWork> workOn(int width) {
    auto example = std::make_shared<Example>();
    example->attentions = prompt(width);
    auto work = *FlowWork::begin(example, {.method = Method::flow});
    while (!*work->advance(1 << 30)) {}
    return work;
}

std::shared_ptr<FlowsSoFar> nothingYet(const FlowWork& work, const FlowRequest& request) {
    return std::make_shared<FlowsSoFar>(*layOut(*work.graph(), request));
}

std::unique_ptr<GradualFlow> begin(const std::shared_ptr<FlowWork>& work,
                                   const FlowRequest& request, int layer, FlowHelpers& helpers,
                                   std::shared_ptr<FlowsSoFar> soFar = nullptr) {
    if (soFar == nullptr) soFar = nothingYet(*work, request);
    return *GradualFlow::begin(work, soFar, request, layer, helpers, GradualFlow::Ranges::yes);
}

int missing(const GradualFlow& flow, int layer) {
    int count = 0;
    for (int sink = 0; sink < std::ssize(flow.table().sinks); ++sink)
        count += flow.has(layer, sink) ? 0 : 1;
    return count;
}

constexpr std::int64_t piece = 1'500'000;

}  // namespace

TEST_CASE("of a long input ranges come first, then the shown layer, then those above and below") {
    const auto work = workOn(tokens);
    REQUIRE(work->graph()->steps().size() >= GradualFlow::longFrom);
    FlowHelpers helpers;
    const FlowRequest request{0, layers - 1, {tokens - 1}, {}};
    const auto flow = begin(work, request, 5, helpers);
    while (flow->ranges().empty()) REQUIRE(!flow->step(piece));
    // Where both ends meet, the flow is exact. The first two layers are formulas.
    REQUIRE(missing(*flow, 1) == 0);
    REQUIRE(missing(*flow, 5) > tokens / 2);
    std::vector<std::vector<double>> least(layers), most(layers);
    for (int layer = 0; layer < layers; ++layer) {
        for (int sink = 0; sink < tokens; ++sink) {
            least[layer].push_back(flow->ranges().front().least(layer, sink));
            most[layer].push_back(flow->ranges().front().most(layer, sink));
        }
    }
    const int others = missing(*flow, 4), above = missing(*flow, 6);
    while (2 * missing(*flow, 5) > tokens) REQUIRE(!flow->step(piece));
    REQUIRE(missing(*flow, 4) == others);
    REQUIRE(missing(*flow, 6) == above);
    // The largest first. Exact values had larger upper ends on average than the open ones.
    double there = 0, open = 0;
    for (int sink = 0; sink < tokens; ++sink) (flow->has(5, sink) ? there : open) += most[5][sink];
    REQUIRE(there / (tokens - missing(*flow, 5)) > open / missing(*flow, 5));
    // When another layer is shown, it is computed first, and nothing is lost.
    const int before = missing(*flow, 5);
    flow->show(3);
    while (missing(*flow, 3) > 0) REQUIRE(!flow->step(piece));
    REQUIRE(missing(*flow, 5) <= before);
    REQUIRE(missing(*flow, 5) > 0);
    REQUIRE(missing(*flow, 2) > 0);
    while (!flow->step(piece)) {}
    REQUIRE(flow->progress() == 1.0);
    const FlowTable all = *maxFlows(*work->graph(), request);
    REQUIRE(flow->table().values == all.values);
    for (int layer = 0; layer < layers; ++layer) {
        for (int sink = 0; sink < tokens; ++sink) {
            const double value = all.values[all.index(layer, 0, sink)];
            REQUIRE(least[layer][sink] <= value);
            REQUIRE(value <= most[layer][sink]);
        }
    }
}

// So that each search begins with the flow of the layer below (core/flow/kernel/flow_above.h).
TEST_CASE("after the shown layer, inputs come one by one through all layers above it, then below") {
    const auto work = workOn(tokens);
    FlowHelpers helpers;
    const FlowRequest request{0, layers - 1, {tokens - 1}, {}};
    const auto flow = begin(work, request, 4, helpers);
    while (missing(*flow, 4) > 0) REQUIRE(!flow->step(piece));
    const auto areTogether = [&](int first, int last) {
        int open = 0, halves = 0;
        for (int sink = 0; sink < tokens; ++sink) {
            int gone = 0;
            for (int layer = first; layer <= last; ++layer) gone += flow->has(layer, sink) ? 0 : 1;
            open += gone > 0 ? 1 : 0;
            halves += gone > 0 && gone <= last - first ? 1 : 0;
        }
        // Values already settled by ranges are there in some layers only.
        REQUIRE(halves < tokens / 16);
        return open;
    };
    int pieces = 0;
    for (; areTogether(5, 7) > 0; ++pieces) {
        REQUIRE(areTogether(2, 3) > tokens / 2);
        REQUIRE(!flow->step(piece));
    }
    REQUIRE(pieces > 10);
    while (areTogether(2, 3) > 0 && !flow->step(piece)) {}
    REQUIRE(flow->table().values == maxFlows(*work->graph(), request)->values);
}

TEST_CASE("a short input has no ranges, and comes sink by sink through all layers") {
    const auto work = workOn(64);
    FlowHelpers helpers;
    const auto flow = begin(work, {0, layers - 1, {63}, {}}, 5, helpers);
    bool more = true;
    while (more) {
        more = !flow->step(piece);
        REQUIRE(flow->ranges().empty());
        for (int layer = 1; layer < layers; ++layer)
            REQUIRE(missing(*flow, layer) == missing(*flow, 0));
    }
    REQUIRE(missing(*flow, 7) == 0);
}

TEST_CASE("what has taken long goes on like a long input") {
    const auto work = workOn(64);
    FlowHelpers helpers;
    const auto flow = begin(work, {0, layers - 1, {63}, {}}, 5, helpers);
    for (int step = 0; step < GradualFlow::longAfter; ++step) REQUIRE(!flow->step(1));
    REQUIRE(flow->ranges().empty());
    while (flow->ranges().empty()) REQUIRE(!flow->step(1));
    while (!flow->step(1)) {}
    REQUIRE(flow->table().values == maxFlows(*work->graph(), {0, layers - 1, {63}, {}})->values);
}

TEST_CASE("across encoder and decoder every second layer is asked for, and has ranges, too") {
    const auto stack = [](int layers, int queries, int keys, bool causal) {
        AttentionTensor tensor;
        tensor.layers = layers;
        tensor.heads = 1;
        tensor.queries = queries;
        tensor.keys = keys;
        for (int at = 0; at < layers * queries; ++at) {
            const int ends = causal ? at % queries + 1 : keys;
            for (int key = 0; key < keys; ++key)
                tensor.values.push_back(key < ends ? float(1 + (at * 7 + key * 3) % 5) : 0.0F);
            const auto row = std::span(tensor.values).last(keys);
            const float sum = std::reduce(row.begin(), row.end());
            for (float& weight : row) weight /= sum;
        }
        return tensor;
    };
    auto example = std::make_shared<Example>();
    example->attentions = stack(3, 30, 30, false);
    example->decoder.emplace();
    example->decoder->attentions = stack(4, 20, 20, true);
    example->decoder->cross = stack(4, 20, 30, false);
    WorkKey key{.side = Side::cross, .method = Method::flow};
    key.settings.normalise = Normalise::none;
    auto work = *FlowWork::begin(example, key);
    while (!*work->advance(1 << 30)) {}
    const FlowPlaces& places = work->places();
    const FlowRequest request{places.above(0), places.above(3), {places.source(19)}, {},
                              false,           places.step()};
    FlowHelpers helpers;
    const auto flow = begin(work, request, places.above(2), helpers);
    while (flow->ranges().empty() && !flow->step(1)) {}
    REQUIRE(!flow->ranges().empty());
    const FlowTable all = *maxFlows(*work->graph(), request);
    REQUIRE(all.layers == 4);
    int open = 0;
    for (int layer = 0; layer < all.layers; ++layer) {
        for (int sink = 0; sink < 50; ++sink) {
            const FlowRanges& range = flow->ranges().front();
            const double value = all.values[all.index(layer, 0, sink)];
            REQUIRE(range.least(all.layer(layer), sink) <= value);
            REQUIRE(value <= range.most(all.layer(layer), sink));
            open += flow->has(layer, sink) ? 0 : 1;
        }
    }
    REQUIRE(open > 0);
    while (missing(*flow, 2) > 0) REQUIRE(!flow->step(1));
    REQUIRE(missing(*flow, 3) > 0);
    while (!flow->step(1)) {}
    REQUIRE(flow->table().values == all.values);
}

}  // namespace hw::test
