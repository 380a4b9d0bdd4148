// SPDX-License-Identifier: MIT
// The flows of a long input: ranges at once, then the shown layer, then the others; every range holds its flow, and the end is
// what a solver alone gives, bit for bit.
#include "engine/helpers/gradual_flow.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "core/flow/long_prompts.h"
#include "engine/helped_engine.h"

namespace hw::test {
namespace {

/// Just enough capacities to be long.
constexpr int tokens = 632;
constexpr int layers = 8;

AttentionTensor prompt(int width) {
    flow_graphs::LongPrompt made({layers, width}, 4);
    AttentionTensor tensor;
    tensor.layers = layers;
    tensor.heads = 1;
    tensor.queries = tensor.keys = width;
    for (int layer = 0; layer < layers; ++layer)
        for (const double weight : made.next()) tensor.values.push_back(static_cast<float>(weight));
    return tensor;
}

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

std::string promptText() {
    const AttentionTensor tensor = prompt(tokens);
    std::string text = "{\"attentions\":[";
    for (std::size_t at = 0; at < tensor.values.size(); ++at) {
        const bool isRow = at % tokens == 0, isMatrix = at % (tokens * tokens) == 0;
        text += at == 0 ? "[[" : isMatrix ? "]],[[" : isRow ? "],[" : ",";
        text += std::to_string(static_cast<double>(tensor.values[at]));
    }
    return text + "]]]}";
}

std::vector<Answer> toldBy(EngineHarness& harness) {
    std::vector<Answer> answers;
    for (auto& message : harness.all<wire::Answered>())
        answers.push_back(std::move(message.answer));
    return answers;
}

int valuesIn(const Answer& answer) {
    return static_cast<int>(
        std::ranges::count_if(answer.values, [](float value) { return !std::isnan(value); }));
}

/// Every value is the last one's, and every range holds it. Returns how many values have one.
int checkRanges(const Answer& answer, const Answer& last) {
    int ranges = 0;
    for (std::size_t at = 0; at < answer.values.size(); ++at) {
        if (!std::isnan(answer.values[at])) {
            REQUIRE(answer.values[at] == last.values[at]);
        } else if (!answer.most.empty()) {
            ++ranges;
            REQUIRE(answer.least[at] <= last.values[at]);
            REQUIRE(last.values[at] <= answer.most[at]);
        }
    }
    return ranges;
}

}  // namespace

TEST_CASE("of a long input ranges come first, then the shown layer, then those above and below") {
    const auto work = workOn(tokens);
    REQUIRE(work->graph()->steps().size() >= GradualFlow::longFrom);
    FlowHelpers helpers;
    const FlowRequest request{0, layers - 1, {tokens - 1}, {}};
    const auto flow = begin(work, request, 5, helpers);
    while (flow->ranges().empty()) REQUIRE(!flow->step(piece));
    // Where both ends meet the flow is there; the first two layers are formulas.
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
    // The largest first: what is there could be larger than what is not.
    double there = 0, open = 0;
    for (int sink = 0; sink < tokens; ++sink) (flow->has(5, sink) ? there : open) += most[5][sink];
    REQUIRE(there / (tokens - missing(*flow, 5)) > open / missing(*flow, 5));
    // Another layer is shown: it goes ahead, and nothing is lost.
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

TEST_CASE(
    "answers about a long input carry ranges until the last value is there, and exports wait") {
    Helped helped(2);
    helped.harness.open(promptText(), 1, 1 << 20);
    REQUIRE(helped.harness.last<wire::Opened>() != nullptr);
    const Query query =
        profileOf(helped.harness.last<wire::Opened>()->document, Method::flow, {tokens - 1});
    std::vector<Answer> told;
    helped.harness.send(wire::Ask{{query}, true, 6});
    helped.harness.received.clear();
    for (bool more = true; more;) {
        for (const std::size_t which : {0, 1}) helped.turn(which);
        more = helped.harness.work();
    }
    told = toldBy(helped.harness);
    REQUIRE(told.size() > 2);
    const Answer& last = told.back();
    REQUIRE(last.complete == 1.0);
    REQUIRE(last.least.empty());
    REQUIRE(last.most.empty());
    REQUIRE(last.saturated.size() == layers);
    REQUIRE(std::ranges::none_of(last.values, [](float value) { return std::isnan(value); }));
    int withRanges = 0;
    for (const Answer& answer : told) {
        if (answer.most.empty()) continue;
        ++withRanges;
        REQUIRE(answer.complete < 1.0);
        checkRanges(answer, last);
    }
    REQUIRE(withRanges > 1);
    helped.harness.received.clear();
    helped.harness.send(wire::Export{7, query, "csv"});
    helped.harness.workAll();
    REQUIRE(helped.harness.last<wire::Exported>() != nullptr);
    REQUIRE(helped.harness.last<wire::Exported>()->text.find("nan") == std::string::npos);
}

TEST_CASE(
    "what was stopped goes on where it was, with ranges beside it, and ends with the same values") {
    EngineHarness harness;
    harness.open(promptText(), 1, 1 << 20);
    const Query query =
        profileOf(harness.last<wire::Opened>()->document, Method::flow, {tokens - 1});
    const auto workUntil = [&](double complete) {
        while (harness.work()) {
            const auto* answered = harness.last<wire::Answered>();
            if (answered != nullptr && answered->answer.complete >= complete) break;
        }
        return harness.last<wire::Answered>()->answer;
    };
    harness.send(wire::Ask{{query}, true, 6});
    const Answer before = workUntil(0.6);
    REQUIRE(before.complete < 1.0);
    harness.send(wire::Forget{query});
    // Another question meanwhile, which may need the room of the network.
    harness.send(wire::Ask{
        {profileOf(harness.last<wire::Opened>()->document, Method::rollout, {tokens - 1})}});
    harness.workAll();
    harness.received.clear();
    harness.send(wire::Ask{{query}, true, 6});
    harness.workAll();
    const std::vector<Answer> told = toldBy(harness);
    REQUIRE(told.size() > 1);
    for (const Answer& answer : told) {
        REQUIRE(answer.query == query);
        REQUIRE(answer.complete >= before.complete);
        REQUIRE(valuesIn(answer) >= valuesIn(before));
        const int ranges = checkRanges(answer, told.back());
        if (answer.complete < 1.0) REQUIRE(ranges == std::ssize(answer.values) - valuesIn(answer));
    }
    checkRanges(before, told.back());
    REQUIRE(told.back().complete == 1.0);
}

TEST_CASE("several outputs have the ranges of their sum, their mean, their maximum") {
    EngineHarness harness;
    harness.open(promptText(), 1, 1 << 20);
    const std::vector<int> outputs{tokens - 200, tokens - 1};
    Query query = profileOf(harness.last<wire::Opened>()->document, Method::flow, outputs);
    SECTION("sum") {}
    SECTION("a word of them") { query.outputGroups = {0, 0}; }
    harness.send(wire::Ask{{query}, true, 6});
    harness.workAll();
    const std::vector<Answer> told = toldBy(harness);
    REQUIRE(told.back().complete == 1.0);
    REQUIRE(valuesIn(told.back()) == std::ssize(told.back().values));
    int ranges = 0;
    for (const Answer& answer : told) ranges += checkRanges(answer, told.back()) > 0 ? 1 : 0;
    REQUIRE(ranges > 1);
}

TEST_CASE("long flows beside each other all have ranges before one has its last value") {
    EngineHarness harness;
    harness.open(promptText(), 1, 1 << 20);
    std::vector<Query> queries;
    for (const double residual : {0.5, 0.2, 0.4}) {
        queries.push_back(
            profileOf(harness.last<wire::Opened>()->document, Method::flow, {tokens - 1}));
        queries.back().settings.residual = residual;
    }
    harness.send(wire::Ask{queries, true, 6});
    harness.workAll();
    std::vector<Query> seen, whole;
    for (const Answer& answer : toldBy(harness)) {
        if (std::ranges::find(seen, answer.query) == seen.end()) seen.push_back(answer.query);
        if (answer.complete < 1.0) continue;
        REQUIRE(seen.size() == queries.size());
        whole.push_back(answer.query);
    }
    REQUIRE(seen == queries);
    REQUIRE(whole == queries);
}

}  // namespace hw::test
