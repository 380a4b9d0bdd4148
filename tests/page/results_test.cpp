// SPDX-License-Identifier: MIT
#include "page/answers/questions.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "page/sample_documents.h"
#include "panels/page_model.h"
#include "protocol/canonical_query.h"

using namespace hw;
using namespace hw::test;

namespace {

Answer answerOf(const Query& query, std::size_t values = 4) {
    Answer answer;
    answer.query = query;
    answer.rows = 1;
    answer.cols = static_cast<int>(values);
    answer.values.assign(values, 0.25F);
    return answer;
}

bool contains(const std::vector<Query>& list, const Query& query) {
    return std::ranges::find(list, query) != list.end();
}

}  // namespace

TEST_CASE("settings that mean the same make the same question", "[app][results]") {
    AppState state = restingState();
    const Query plain = profileQuery(state, Method::rollout);
    const Query rawPlain = profileQuery(state, Method::raw);
    state.view.settings.heads = {0, 1, 2, 3, 4, 5, 6, 7};
    CHECK(profileQuery(state, Method::rollout) == plain);
    state.view.settings.heads.clear();
    state.view.settings.protect = DiscardProtect::token;
    state.view.settings.protectedToken = 3;
    state.view.settings.scope = DiscardScope::row;
    state.view.settings.order = StepOrder::discardFirst;
    CHECK(profileQuery(state, Method::rollout) == plain);
    state.view.settings.discard = 0.1;
    CHECK(profileQuery(state, Method::rollout) != plain);
    state.view.settings.residual = 0;
    state.view.settings.startLayer = 2;
    CHECK(profileQuery(state, Method::raw) == rawPlain);
    state.view.settings = {};
    state.view.settings.gradientForm = GradientForm::meanThenPositive;
    CHECK(profileQuery(state, Method::flow).settings == Settings{});
    CHECK(profileQuery(state, Method::relevance).settings != Settings{});
    state.view.settings = {};
    state.view.settings.heads = {2};
    const Query single = matrixQuery(state, Method::raw, 1);
    state.view.settings.fusion = HeadFusion::max;
    CHECK(matrixQuery(state, Method::raw, 1) == single);
    state.view.outputs = {4};
    CHECK(matrixQuery(state, Method::raw, 1) == single);
    state.view.settings = {};
    state.view.settings.headWeights.assign(8, 0.3);
    CHECK(profileQuery(state, Method::raw).settings == Settings{});
}

TEST_CASE("what is asked for now comes before what may come next", "[app][results]") {
    AppState state = restingState();
    update(state, Command(SetLayer{3}));
    for (int i = 0; i < 40; ++i) update(state, Event(Tick{0.02}));
    const std::vector<Query> needed = neededNow(state);
    REQUIRE(needed.size() >= 5);
    CHECK(needed[0] == profileQuery(state, Method::rollout));
    CHECK(needed[1] == matrixQuery(state, Method::rollout, 3));
    CHECK(needed[2] == matrixQuery(state, Method::raw, 3));
    CHECK(needed[3] == profileQuery(state, Method::raw));
    CHECK(contains(needed, matrixQuery(state, Method::rollout, 4)));
    CHECK(contains(needed, matrixQuery(state, Method::rollout, 2)));
    CHECK_FALSE(contains(needed, matrixQuery(state, Method::rollout, 5)));
    for (std::size_t i = 0; i < needed.size(); ++i) {
        CHECK(std::count(needed.begin(), needed.end(), needed[i]) == 1);
    }
}

TEST_CASE("the flow of one pair comes before flows of all pairs, and after what names the pair",
          "[app][results]") {
    AppState state = restingState();
    ResultStore results;
    for (const Method method : {Method::flow, Method::rollout}) {
        update(state, Command(SetMethod{method}));
        if (method == Method::rollout) update(state, Command(SetPanel{Panel::flow}));
        const std::vector<Query> needed = neededQueries(state, results);
        const auto pair = std::ranges::find(needed, Query::What::flowEdges, &Query::what);
        const auto flows = std::ranges::find(needed, profileQuery(state, Method::flow));
        REQUIRE(pair != needed.end());
        CHECK(std::ranges::count(needed, Query::What::flowEdges, &Query::what) == 1);
        CHECK(flows < pair);
        CHECK(std::none_of(needed.begin(), pair, [](const Query& query) {
            return query.what == Query::What::matrix && query.method == Method::flow;
        }));
    }
}

TEST_CASE("both ends of a movement are needed", "[app][results]") {
    AppState state = restingState();
    update(state, Command(ScrubTo{1.5}));
    const std::vector<Query> needed = neededNow(state);
    for (const int layer : {1, 2}) {
        CHECK(contains(needed, matrixQuery(state, Method::rollout, layer)));
        CHECK(contains(needed, matrixQuery(state, Method::raw, layer)));
    }
}

TEST_CASE("views ask for what they show and no more", "[app][results]") {
    AppState state = restingState();
    update(state, Command(SetPanel{Panel::bars}));
    CHECK(neededNow(state).size() == 2);
    update(state, Command(SetMethod{Method::raw}));
    CHECK(neededNow(state).size() == 1);
    update(state, Command(SetPanel{Panel::heads}));
    const std::vector<Query> heads = neededNow(state);
    CHECK(std::ranges::count(heads, Query::What::heads, &Query::what) == 6);
    CHECK(std::ranges::count(heads, Query::What::headStatistics, &Query::what) == 1);
    CHECK(neededNow(AppState{}).empty());
}

TEST_CASE("matrices of flow that are stopped are not asked for, in any layer, until they resume",
          "[app][results]") {
    AppState state = restingState();
    ResultStore results;
    update(state, Command(SetMethod{Method::flow}));
    const Query flows = matrixQuery(state, Method::flow, state.view.layer);
    Answer half = answerOf(flows);
    half.complete = 0.63;
    results.put(half);
    CHECK(pageModel(state, results).result.progress == "63 %");
    CHECK_FALSE(pageModel(state, results).result.stopped);
    CHECK_FALSE(isLongUnderWay(state, results));
    questionsToAsk(state, results);
    CHECK(isLongUnderWay(state, results));
    const Effects effects = update(state, Command(StopWork{true}));
    REQUIRE_FALSE(effects.empty());
    CHECK(std::get<ForgetEffect>(effects.front()).query == flows);
    for (const int layer : {1, 3}) {
        update(state, Command(SetLayer{layer}));
        const std::vector<Query> needed = neededNow(state);
        CHECK_FALSE(contains(needed, matrixQuery(state, Method::flow, layer)));
        CHECK(contains(needed, matrixQuery(state, Method::raw, layer)));
        CHECK(contains(needed, profileQuery(state, Method::flow)));
    }
    update(state, Command(SetLayer{flows.layer}));
    CHECK(pageModel(state, results).result.progress == "stopped at 63 %");
    // Other settings are another question. When these come back, they are still stopped.
    const Settings settings = state.view.settings;
    Settings others = settings;
    others.residual = 0.25;
    update(state, Command(Set{&ViewState::settings, others}));
    CHECK(contains(neededNow(state), matrixQuery(state, Method::flow, flows.layer)));
    update(state, Command(Set{&ViewState::settings, settings}));
    CHECK_FALSE(contains(neededNow(state), flows));
    update(state, Command(StopWork{false}));
    CHECK(contains(neededNow(state), flows));
    CHECK(pageModel(state, results).result.progress == "63 %");
    half.complete = 1;
    results.put(half);
    CHECK_FALSE(results.isPending(flows));
    CHECK(pageModel(state, results).result.progress.empty());
}

TEST_CASE("matrices of very long texts are not fetched in advance", "[app][results]") {
    DocumentSummary document = encoderDocument();
    document.current.tokens.resize(2000, "a");
    AppState state;
    open(state, document, sample, "layer=3");
    const std::vector<Query> needed = neededNow(state);
    CHECK(contains(needed, matrixQuery(state, Method::rollout, 2)));
    CHECK_FALSE(contains(needed, matrixQuery(state, Method::rollout, 3)));
}

TEST_CASE("methods are not asked about layers before the start layer", "[app][results]") {
    AppState state = restingState();
    update(state, Command(ApplyFields{"preset=chefer-2021-start-layer"}));
    update(state, Command(SetLayer{1}));
    for (const Query& query : neededNow(state)) {
        CHECK(
            (query.what != Query::What::matrix || query.method == Method::raw || query.layer >= 1));
    }
}

TEST_CASE("a question is asked once, and again when its answer was dropped", "[app][results]") {
    AppState state = restingState();
    ResultStore results;
    const std::vector<Query> asked = questionsToAsk(state, results);
    CHECK(asked == neededNow(state));
    CHECK(questionsToAsk(state, results).empty());
    for (const Query& query : asked) {
        CHECK(results.isPending(query));
        results.put(answerOf(query));
        CHECK_FALSE(results.isPending(query));
    }
    CHECK(questionsToAsk(state, results).empty());
    update(state, Command(SetLayer{2}));
    const std::vector<Query> next = questionsToAsk(state, results);
    REQUIRE_FALSE(next.empty());
    CHECK_FALSE(contains(next, profileQuery(state, Method::rollout)));
    Answer dropped;
    dropped.query = next.front();
    dropped.problem = Problem{};
    dropped.problem->code = Code::cancelled;
    results.put(dropped);
    CHECK(results.find(next.front()) == nullptr);
    CHECK(contains(questionsToAsk(state, results), next.front()));
}

TEST_CASE("a part of an answer is shown and the rest still awaited", "[app][results]") {
    AppState state = restingState();
    ResultStore results;
    const Query query = questionsToAsk(state, results).front();
    Answer part = answerOf(query);
    part.complete = 0.5;
    results.put(part);
    CHECK(results.isPending(query));
    REQUIRE(results.find(query));
    CHECK(results.find(query)->complete == 0.5);
    results.put(answerOf(query));
    CHECK_FALSE(results.isPending(query));
    CHECK(results.find(query)->complete == 1);
    CHECK(results.find(query)->largest == 0.25F);
}

TEST_CASE("a question that cannot be answered is not asked again", "[app][results]") {
    AppState state = restingState();
    ResultStore results;
    for (const Query& query : questionsToAsk(state, results)) {
        Answer answer;
        answer.query = query;
        answer.problem = Problem{};
        results.put(answer);
    }
    CHECK(questionsToAsk(state, results).empty());
}

TEST_CASE("answers leave in the order in which they were last used", "[app][results]") {
    const std::size_t values = 1000;
    ResultStore results(3 * (values * sizeof(float) + sizeof(Answer)) + 100);
    AppState state = restingState();
    const auto query = [&](int layer) { return matrixQuery(state, Method::raw, layer); };
    for (int layer = 0; layer < 3; ++layer) results.put(answerOf(query(layer), values));
    CHECK(results.find(query(0)));
    results.put(answerOf(query(3), values));
    CHECK(results.find(query(0)));
    CHECK(results.find(query(1)) == nullptr);
    CHECK(results.find(query(2)));
    results.put(answerOf(query(5), 100 * values));
    CHECK(results.find(query(5)));
    CHECK(results.find(query(0)) == nullptr);
    results.clear();
    CHECK(results.find(query(5)) == nullptr);
}
