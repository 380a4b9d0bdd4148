// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/engine_harness.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("questions outside the document are answered with a problem", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    std::vector<Query> questions;
    questions.push_back(profileOf({}, Method::rollout));
    questions.push_back(profileOf(document, Method::rollout, {}));
    questions.push_back(profileOf(document, Method::rollout, {11}));
    questions.push_back(profileOf(document, Method::rollout, {-1}));
    questions.push_back(profileOf(document, Method::relevance));
    questions.push_back(profileOf(document, Method::gradientRollout));
    questions.push_back(matrixOf(document, Method::raw, 2));
    questions.push_back(matrixOf(document, Method::flow, -1));
    Query query = profileOf(document, Method::rollout);
    query.example = 1;
    questions.push_back(query);
    query = profileOf(document, Method::rollout);
    query.side = Side::cross;
    questions.push_back(query);
    query = profileOf(document, Method::flow);
    query.settings.residual = 2;
    questions.push_back(query);
    query = matrixOf(document, Method::raw, 0);
    query.what = Query::What::headMatrix;
    query.head = 4;
    questions.push_back(query);
    query = profileOf(document, Method::flow);
    query.what = Query::What::flowEdges;
    query.sink = 11;
    questions.push_back(query);
    query = profileOf(document, Method::flow, {1, 2});
    query.what = Query::What::flowEdges;
    questions.push_back(query);
    query = profileOf(document, Method::rollout);
    query.what = Query::What::correlation;
    if (document.current.importance.empty()) questions.push_back(query);
    for (const Query& question : questions) {
        const Answer answer = page.ask(question);
        CAPTURE(static_cast<int>(question.what), static_cast<int>(question.method));
        CHECK(answer.query == question);
        REQUIRE(answer.problem);
        CHECK_FALSE(answer.problem->finding.empty());
        CHECK(answer.values.empty());
    }
}

TEST_CASE("what views need no more is dropped, what a program asked for stays", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Query first = matrixOf(document, Method::flow, 1);
    const Query second = matrixOf(document, Method::flow, 2);
    const Query third = matrixOf(document, Method::rollout, 3);
    CHECK(page.send(wire::Ask{{first, second}, true}));
    CHECK(page.send(wire::Ask{{third}, false}));
    CHECK(page.send(wire::Ask{{second}, true}));
    const auto dropped = page.all<wire::Answered>();
    REQUIRE(dropped.size() == 1);
    CHECK(dropped[0].answer.query == first);
    REQUIRE(dropped[0].answer.problem);
    CHECK(dropped[0].answer.problem->code == Code::cancelled);
    page.workAll();
    const auto answered = page.all<wire::Answered>();
    REQUIRE(answered.size() == 3);
    CHECK(answered[1].answer.query == second);
    CHECK(answered[2].answer.query == third);
    CHECK_FALSE(answered[2].answer.problem);
    page.send(wire::Ask{{first, third}, false});
    CHECK(page.send(wire::Forget{third}));
    CHECK_FALSE(page.send(wire::Forget{}));
    CHECK(page.all<wire::Answered>().size() == 5);
}

TEST_CASE("a newer question is answered before those that wait", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Query slow = matrixOf(document, Method::flow, 5);
    const Query urgent = profileOf(document, Method::rollout);
    page.send(wire::Ask{{slow}, true});
    page.send(wire::Ask{{urgent, slow}, true});
    page.workAll();
    const auto answered = page.all<wire::Answered>();
    REQUIRE(answered.size() >= 2);
    CHECK(answered.front().answer.query == urgent);
    CHECK(answered.back().answer.query == slow);
}

TEST_CASE("flow comes piece by piece, never wrong and never less", "[app][engine]") {
    EngineHarness page;
    page.open(syntheticFile(6, 90), 1, 1 << 20);
    REQUIRE(page.last<wire::Opened>());
    Query query = profileOf(page.last<wire::Opened>()->document, Method::flow, {});
    query.outputMode = OutputMode::meanOfAll;
    page.send(wire::Ask{{query}, true});
    int pieces = 0;
    while (page.work()) ++pieces;
    CHECK(pieces > 3);
    const auto answered = page.all<wire::Answered>();
    const Answer& whole = answered.back().answer;
    CHECK(whole.complete == 1);
    CHECK(std::ranges::none_of(whole.values, [](float value) { return std::isnan(value); }));
    double complete = -1;
    for (const auto& one : answered) {
        CHECK(one.answer.complete >= complete);
        complete = one.answer.complete;
        for (std::size_t i = 0; i < whole.values.size(); ++i) {
            const float value = one.answer.values[i];
            CHECK((std::isnan(value) || value == whole.values[i]));
        }
    }
}

TEST_CASE("a flow that another one comes before gives the solver away and takes it back",
          "[app][engine]") {
    const std::string file = syntheticFile(5, 60);
    const auto ask = [&](auto question) {
        EngineHarness alone;
        alone.open(file, 1, 1 << 20);
        return alone.ask(question(alone.last<wire::Opened>()->document)).values;
    };
    const auto matrix = [](const auto& document) { return matrixOf(document, Method::flow, 4); };
    const auto profile = [](const auto& document) {
        return profileOf(document, Method::flow, {9});
    };
    EngineHarness page;
    page.open(file, 1, 1 << 20);
    const DocumentSummary document = page.last<wire::Opened>()->document;
    page.send(wire::Ask{{matrix(document)}, true});
    REQUIRE(page.work());  // the matrix is under way
    page.send(wire::Ask{{profile(document), matrix(document)}, true});
    page.workAll();
    const auto answered = page.all<wire::Answered>();
    std::vector<float> first;
    for (const auto& one : answered) {
        if (one.answer.query == profile(document)) first = one.answer.values;
    }
    CHECK(first == ask(profile));
    CHECK(answered.back().answer.query == matrix(document));
    CHECK(answered.back().answer.values == ask(matrix));
}

TEST_CASE("answers are the same when nothing can be kept", "[app][engine]") {
    EngineHarness roomy;
    EngineHarness narrow(40000);
    const DocumentSummary a = roomy.openReference("toy_agreement_keys.json");
    const DocumentSummary b = narrow.openReference("toy_agreement_keys.json");
    for (int round = 0; round < 2; ++round) {
        for (const double residual : {0.0, 0.25, 0.5, 0.75}) {
            for (const Method method : {Method::rollout, Method::flow}) {
                Query query = matrixOf(a, method, 5);
                query.settings.residual = residual;
                const Answer kept = roomy.ask(query);
                query.document = b.id;
                CHECK(narrow.ask(query).values == kept.values);
            }
        }
    }
}

TEST_CASE("a method that would not fit in memory is refused", "[app][engine]") {
    EngineHarness page(1000);
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Answer answer = page.ask(profileOf(document, Method::rollout));
    REQUIRE(answer.problem);
    CHECK(answer.problem->code == Code::tooLarge);
    CHECK_FALSE(page.ask(profileOf(document, Method::raw)).problem);
}

TEST_CASE("numbers are handed out as files", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    CHECK(page.send(wire::Export{5, profileOf(document, Method::rollout, {6}), "csv"}));
    page.workAll();
    REQUIRE(page.last<wire::Exported>());
    CHECK(page.last<wire::Exported>()->ticket == 5);
    CHECK(page.last<wire::Exported>()->name == "file-rollout.csv");
    CHECK(page.last<wire::Exported>()->mediaType == "text/csv");
    CHECK(std::ranges::count(page.last<wire::Exported>()->text, '\n') == 3);
    page.send(wire::Export{6, matrixOf(document, Method::flow, 1), "json", true});
    page.workAll();
    CHECK(page.last<wire::Exported>()->ticket == 6);
    CHECK(page.last<wire::Exported>()->text.find("\"method\":\"flow\"") != std::string::npos);
    page.send(wire::Export{7, matrixOf(document, Method::flow, 1), "xlsx"});
    page.workAll();
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->ticket == 7);
    page.send(wire::Export{8, matrixOf(document, Method::flow, 1), "json"});
    page.send(wire::Cancel{8});
    CHECK(page.last<wire::Failed>()->ticket == 8);
    CHECK(page.last<wire::Failed>()->problem.code == Code::cancelled);
}
