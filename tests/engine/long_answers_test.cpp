// SPDX-License-Identifier: MIT
// The engine's answers about the flows of a long input. Ranges come until the last requested value is exact, and
// stopped work resumes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "engine/helped_engine.h"
#include "engine/long_flows.h"

namespace hw::test {
namespace {

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

/// Every value is the final one, and every range contains its own. Returns how many values have a range.
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
    // Another question meanwhile, which may need the network's memory.
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
