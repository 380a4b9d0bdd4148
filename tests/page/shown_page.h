// SPDX-License-Identifier: MIT
// A page without a browser. A real engine answers everything that the state needs.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <string>

#include "engine/engine_harness.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/rules/compared_views.h"
#include "page/sample_documents.h"
#include "panels/page_model.h"

namespace hw::test {

/// Three tokens and three layers whose results are known as fractions.
inline constexpr const char* threeLayers =
    R"({"tokens":["a","b","c"],"attentions":[)"
    R"([[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]],)"
    R"([[[0.1,0.1,0.8],[0.7,0.2,0.1],[0,0.5,0.5]]],)"
    R"([[[0.3333333333333333,0.3333333333333333,0.3333333333333333],[0,1,0],[0.25,0.25,0.5]]]]})";

/// One layer of 200 tokens that attend almost equally to all. Key t gets 0.0049005 + t / 1,000,000.
inline std::string longEvenText() {
    std::string tokens;
    std::string row;
    for (int t = 0; t < 200; ++t) {
        const char* comma = t > 0 ? "," : "";
        char weight[16];
        std::snprintf(weight, sizeof weight, "%s%.7f", comma, 0.0049005 + t * 1e-6);
        row += weight;
        tokens += comma + ('"' + std::to_string(t)) + '"';
    }
    std::string rows = "[" + row + "]";
    for (int t = 1; t < 200; ++t) rows += ",[" + row + "]";
    return R"({"tokens":[)" + tokens + R"(],"attentions":[[)" + rows + "]]}";
}

inline bool near(double value, double known) { return std::abs(value - known) < 1e-6; }

/// The work of session/session.cpp between the state and the engine.
struct ShownPage {
    EngineHarness engine;
    AppState state;
    ResultStore results;

    ShownPage() = default;
    ShownPage(const std::string& text, const std::string& fields) { openText(text, fields); }

    /// `fields` is the rest of a link, after the data's name.
    void openText(const std::string& text, const std::string& fields) {
        engine.open(text);
        REQUIRE(engine.last<wire::Opened>());
        open(state, engine.last<wire::Opened>()->document, sample, "v=1&sample=x&" + fields);
        fetch();
    }
    void set(const std::string& fields) {
        update(state, Command(ApplyFields{fields}));
        fetch();
    }
    void fetch() {
        for (const ComparedExample& wanted : unknownExamples(state)) {
            engine.send(wire::SelectExample{wanted.document, wanted.example.example,
                                            wanted.example.recipe});
            update(state, Event(ExampleChanged{engine.last<wire::ExampleChanged>()->document}));
        }
        CHECK(unknownExamples(state).empty());
        // Some views' requests depend on earlier answers, such as the largest input.
        for (int round = 0; round < 2; ++round) {
            for (const Query& query : neededQueries(state, results)) {
                if (round == 0 || results.find(query) == nullptr) results.put(engine.ask(query));
            }
        }
    }
    PageModel model() {
        fetch();
        return pageModel(state, results);
    }
};

}  // namespace hw::test
