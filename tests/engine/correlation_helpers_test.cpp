// SPDX-License-Identifier: MIT
// The faithfulness table computed by the engine and its helpers together. It has the same bits as without helpers, with
// any behaviour of a helper.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "core/report/ranked_rows.h"
#include "engine/helped_engine.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/tasks/task.h"
#include "io/open.h"

namespace hw::test {
namespace {

constexpr int examples = 24;

/// Examples of different sizes with scores, and one without scores.
std::string manyExamples() {
    std::mt19937 random(3);
    std::string text = R"({"format":"headwaters/1","examples":[)";
    for (int i = 0; i < examples; ++i) {
        const int tokens = 20 + i % 5;
        text += i == 0 ? "{" : ",{";
        if (i != 7) {
            text += R"("importance":{"scores":[)";
            for (int t = 0; t < tokens; ++t) {
                text += (t == 0 ? "" : ",") + std::to_string(random() % 100);
            }
            text += "]},";
        }
        const std::string one = syntheticFile(4, tokens, 11 + static_cast<unsigned>(i));
        text += one.substr(1);
    }
    return text + "]}";
}

Query tableQuery(std::uint32_t document) {
    Query query;
    query.what = Query::What::correlation;
    query.document = document;
    query.outputs = {};
    query.allExamples = true;
    return query;
}

/// A table that is computed step by step, with turns of the helpers between two steps, so that no clock decides who
/// does which part.
class Table : public Crew {
public:
    explicit Table(int count, Query query = tableQuery(1)) : Crew(count) {
        shared.use(count, sender(), 0);
        Opening opening;
        opening.begin("many.json", {}, {}, {});
        const std::string text = manyExamples();
        REQUIRE(opening.push(std::as_bytes(std::span(text))).has_value());
        auto content = opening.finish();
        REQUIRE(content.has_value());
        DocumentRef document;
        documents.add(std::move(*content), text.size(), document);
        query.document = document->id;
        auto made = makeTask(query, documents, cache, shared);
        REQUIRE(made.has_value());
        task = std::move(*made);
    }

    /// One step. Returns true when the table is complete.
    bool step() {
        const auto done = task->step();
        REQUIRE(done.has_value());
        return *done;
    }

    /// The final answer, where `helping` is called for each helper between two steps.
    template <class Helping>
    Answer run(Helping helping) {
        while (!step()) {
            for (std::size_t which = 0; which < helpers.size(); ++which) helping(which);
        }
        return task->answer();
    }

    OpenDocuments documents;
    WorkCache cache{std::size_t{64} << 20};
    FlowHelpers shared;
    std::unique_ptr<Task> task;  // destroyed before the helpers that it shares with

private:
    void deliver(int helper, std::span<const std::byte> bytes) override {
        shared.message(helper, bytes);
    }
};

/// Equal bit for bit, with NaN in the same places.
bool sameBits(const Answer& a, const Answer& b) {
    return a.complete == 1.0 && b.complete == 1.0 && !a.values.empty() &&
           a.values.size() == b.values.size() &&
           std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)) == 0;
}

const Answer& alone() {
    static const Answer answer = [] { return Table(0).run([](std::size_t) {}); }();
    return answer;
}

}  // namespace

TEST_CASE("a table computed with helpers is that of one engine alone, bit for bit",
          "[app][faithfulness]") {
    REQUIRE(alone().values.size() == 8 * rankedRowCount * 4);
    // The third block counts examples, except the one without scores.
    REQUIRE(alone().values[2 * rankedRowCount * 4] == examples - 1);
    EngineHarness engine;
    engine.open(manyExamples());
    REQUIRE(sameBits(engine.ask(tableQuery(engine.last<wire::Opened>()->document.id)), alone()));
    for (const int count : {1, 3, 6}) {
        Table table(count);
        const Answer answer = table.run([&](std::size_t which) { table.turn(which); });
        REQUIRE(table.columns > 10 * count);
        REQUIRE(sameBits(answer, alone()));
    }
}

TEST_CASE("a table does not depend on helpers that are silent, die midway or talk nonsense",
          "[app][faithfulness]") {
    const auto run = [](auto helping) {
        Table table(2);
        return sameBits(table.run([&](std::size_t which) { helping(table, which); }), alone());
    };
    REQUIRE(run([](Table&, std::size_t) {}));
    REQUIRE(run([](Table& table, std::size_t which) {
        if (which == 1) table.turn(which);
    }));
    REQUIRE(run([](Table& table, std::size_t which) {
        if (which == 0 && table.columns == 30) table.shared.lost(0);
        if (which == 1 || table.columns < 30) table.turn(which);
    }));
    REQUIRE(run([](Table& table, std::size_t which) {
        if (which == 0) table.shared.message(0, Bytes(9, std::byte{7}));
        if (which == 1) table.turn(which);
    }));
    // A column that was not requested, and one of the wrong size.
    REQUIRE(run([](Table& table, std::size_t which) {
        for (const std::uint32_t ticket : {1U, 999U}) {
            table.shared.message(int(which),
                                 wire::encode(wire::FlowColumn{ticket, 0, {9.0}, {{}}}));
        }
    }));
    Table dead(2);
    dead.shared.lost(0);
    dead.shared.lost(1);
    REQUIRE(sameBits(dead.run([](std::size_t) {}), alone()));
}

TEST_CASE("several examples are out at once, and helpers that are fast do most of them",
          "[app][faithfulness]") {
    Table table(2);
    const Answer answer = table.run([&](std::size_t which) {
        for (int i = 0; i < 200; ++i) table.turn(which);
    });
    REQUIRE(sameBits(answer, alone()));
    // A column is a sink of an example. There are 20 to 24 of them in each of 23 examples.
    REQUIRE(table.columns > 23 * 22 / 2);
    // Networks were sent whole, one per example.
    REQUIRE(std::ranges::count(table.kinds, 129) > 12);
}

TEST_CASE("how far a table is counts whole examples, upwards, and ends at one",
          "[app][faithfulness]") {
    Table table(3);
    double last = 0;
    int seen = 0;
    for (bool done = false; !done;) {
        for (std::size_t which = 0; which < 3; ++which) table.turn(which);
        done = table.step();
        const double complete = table.task->answer().complete;
        REQUIRE(complete >= last);
        REQUIRE(std::abs(complete * examples - std::round(complete * examples)) < 1e-4);
        REQUIRE((complete == 1.0) == done);
        seen += complete > last ? 1 : 0;
        last = complete;
    }
    REQUIRE(seen > examples / 3);
}

TEST_CASE("a table that nobody waits for any more stops its helpers", "[app][faithfulness]") {
    Table table(2);
    while (table.columns < 5) {
        table.step();
        table.turn(0);
        table.turn(1);
    }
    table.post = std::vector<std::deque<Bytes>>(2);
    table.task.reset();
    // Each share that was handed out is stopped by its number. Nothing else is sent.
    std::size_t stops = 0;
    for (const auto& post : table.post) {
        stops += post.size();
        for (const Bytes& bytes : post) REQUIRE(static_cast<int>(bytes[0]) == 131);
    }
    REQUIRE(stops >= 2);
    // Late results are ignored.
    for (int i = 0; i < 50; ++i) table.turn(static_cast<std::size_t>(i % 2));
}

TEST_CASE("one example's table is shared sink by sink and tells how far it is",
          "[app][faithfulness]") {
    Query query = tableQuery(1);
    query.allExamples = false;
    query.example = 4;
    query.outputs = {2};
    const Answer expected = Table(0, query).run([](std::size_t) {});
    REQUIRE(expected.values.size() == 3 * rankedRowCount * 4);
    Table table(2, query);
    double last = 0;
    bool between = false;
    while (!table.step()) {
        for (std::size_t which = 0; which < 2; ++which) table.turn(which);
        const double complete = table.task->answer().complete;
        REQUIRE(complete >= last);
        REQUIRE(complete < 1.0);
        between = between || (complete > 2.0 / 3.0);
        last = complete;
    }
    REQUIRE(between);
    REQUIRE(sameBits(table.task->answer(), expected));
}

}  // namespace hw::test
