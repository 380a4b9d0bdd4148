// SPDX-License-Identifier: MIT
// Flow computed by the engine and its helpers together. It has the same bits as without helpers, with any behaviour of
// a helper.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/flow/kernel/attention_graph.h"
#include "engine/helped_engine.h"

namespace hw::test {
namespace {

constexpr int helpedLayers = 5;
constexpr int helpedTokens = 72;

Answer alone(const Query& query) {
    EngineHarness harness;
    harness.open(syntheticFile(helpedLayers, helpedTokens));
    return harness.ask(query);
}

bool same(const Answer& a, const Answer& b) {
    return !a.values.empty() && a.complete == 1.0 && b.complete == 1.0 && a.values == b.values &&
           a.saturated == b.saturated && a.reached == b.reached;
}

Query flowMatrix(Helped& helped, int layer) {
    helped.harness.open(syntheticFile(helpedLayers, helpedTokens));
    return matrixOf(helped.harness.last<wire::Opened>()->document, Method::flow, layer);
}

}  // namespace

TEST_CASE("an engine with helpers gives the same flows, bit for bit, as one alone") {
    Helped helped(3);
    const Query query = flowMatrix(helped, 3);
    const Answer answer = helped.ask(query, [](std::size_t) { return true; });
    REQUIRE(helped.columns > 10);
    REQUIRE(same(answer, alone(query)));
    Query profile = profileOf(helped.harness.last<wire::Opened>()->document, Method::flow, {7});
    REQUIRE(same(helped.ask(profile, [](std::size_t) { return true; }), alone(profile)));
}

TEST_CASE("a helper that is silent, dies midway or talks nonsense changes no number") {
    const auto run = [](auto helping, auto before) {
        Helped helped(2);
        const Query query = flowMatrix(helped, 3);
        before(helped);
        return same(helped.ask(query, [&](std::size_t which) { return helping(helped, which); }),
                    alone(query));
    };
    const auto nothing = [](Helped&) {};
    REQUIRE(run([](Helped&, std::size_t) { return false; }, nothing));
    REQUIRE(run([](Helped&, std::size_t which) { return which == 1; }, nothing));
    REQUIRE(run(
        [](Helped& helped, std::size_t which) {
            if (which == 0 && helped.columns == 3) helped.harness.engine.helperLost(0);
            return which == 1 || helped.columns < 3;
        },
        nothing));
    REQUIRE(run([](Helped&, std::size_t) { return true; },
                [](Helped& helped) { helped.harness.engine.helperLost(1); }));
    REQUIRE(run(
        [](Helped& helped, std::size_t) {
            helped.harness.engine.helperMessage(0, Bytes(9, std::byte{7}));
            helped.harness.engine.helperMessage(5, {});
            return true;
        },
        nothing));
}

TEST_CASE(
    "a column of the wrong sink or size ends its helper, and one that comes late is ignored") {
    Helped helped(1);
    const Query query = flowMatrix(helped, 3);
    bool lied = false;
    const Answer answer = helped.ask(query, [&](std::size_t) {
        if (!lied && !helped.post[0].empty()) {
            lied = true;
            helped.harness.engine.helperMessage(0,
                                                wire::encode(wire::FlowColumn{1, 0, {9.0}, {{}}}));
        }
        return false;
    });
    REQUIRE(lied);
    REQUIRE(same(answer, alone(query)));
    helped.harness.engine.helperMessage(0, wire::encode(wire::FlowColumn{1, 0, {9.0}, {{}}}));
}

TEST_CASE("a question that is dropped stops its helpers, and the next one gets them") {
    Helped helped(2);
    Query query = flowMatrix(helped, 3);
    helped.harness.send(wire::Ask{{query}, true});
    const auto networks = [&] { return std::count(helped.kinds.begin(), helped.kinds.end(), 129); };
    const auto stops = [&] { return std::count(helped.kinds.begin(), helped.kinds.end(), 131); };
    while (networks() < 2) {
        helped.harness.work();
        helped.turn(0);
        helped.turn(1);
    }
    query.layer = 2;
    const Answer answer = helped.ask(query, [](std::size_t) { return true; });
    REQUIRE(stops() >= 1);
    REQUIRE(networks() == 2);  // the same network serves both questions
    REQUIRE(same(answer, alone(query)));
}

TEST_CASE("a helper refuses what makes no sense") {
    FlowHelper helper;
    REQUIRE_FALSE(helper.message(Bytes(3)).has_value());
    REQUIRE_FALSE(helper.message(wire::encode(wire::FlowShare{1, 0, 0, {}, {0}})).has_value());
    REQUIRE_FALSE(
        helper.message(wire::encode(wire::FlowNetwork{1, 2, 1.0, {1, 2, 3}})).has_value());
    REQUIRE_FALSE(
        helper.message(wire::encode(wire::FlowNetwork{1, 2, 1.0, {1, .5, 0, 1}})).has_value());
    REQUIRE_FALSE(
        helper.message(wire::encode(wire::FlowNetwork{1, 2, -1.0, {1, 0, 0, 1}})).has_value());
    REQUIRE(
        helper.message(wire::encode(wire::FlowNetwork{1, 2, 0x1p-1, {1, 0, 0, 1}})).has_value());
    REQUIRE_FALSE(helper.message(wire::encode(wire::FlowShare{1, 0, 1, {}, {0}})).has_value());
    REQUIRE_FALSE(helper.message(wire::encode(wire::FlowShare{1, 0, 0, {}, {2}})).has_value());
    REQUIRE_FALSE(helper.work([](auto) {}));
    REQUIRE(*helper.message(wire::encode(wire::FlowShare{1, 0, 0, {0}, {0}})));
}

}  // namespace hw::test
