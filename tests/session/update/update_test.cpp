// SPDX-License-Identifier: MIT
#include "session/update.h"
#include "session/update/playback.h"

#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

Problem someProblem(Code code) {
    Problem problem;
    problem.code = code;
    problem.place = "attentions[3]";
    problem.finding = "Rows differ in length.";
    problem.remedy = "Save it again.";
    return problem;
}

}  // namespace

TEST_CASE("a bidirectional model is read at its first token, a causal one at its last",
          "[app][update]") {
    DocumentSummary document = encoderDocument();
    AppState state;
    open(state, document, local);
    CHECK(state.view.outputs == std::vector<int>{0});
    document.current.kind = AttentionKind::causal;
    open(state, document, local);
    CHECK(state.view.outputs == std::vector<int>{6});
    document.current.outputToken = 3;
    open(state, document, local);
    CHECK(state.view.outputs == std::vector<int>{3});
    CHECK(state.view.outputMode == OutputMode::chosen);
    // The answer is the mean of all tokens. The displayed rows are means, too, and a link states it.
    document.current.outputToken = meanOfTokens;
    open(state, document, local);
    CHECK(state.view.outputMode == OutputMode::meanOfAll);
    CHECK(writeView(state).find("mean") != std::string::npos);
}

TEST_CASE("an encoder-decoder model opens on its joined side", "[app][update]") {
    AppState state;
    open(state, translationDocument(), local);
    CHECK(state.view.side == Side::cross);
    CHECK(state.view.method == Method::rollout);
    CHECK(state.layerCount() == 2);
    CHECK(state.queryTokens().size() == 4);
    CHECK(state.keyTokens().size() == 7);
    CHECK(state.view.outputs == std::vector<int>{3});
    update(state, Command(SetMethod{Method::joint}));
    CHECK(state.view.method == Method::rollout);
    CHECK(pushes(update(state, Command(SetSide{Side::encoder}))));
    CHECK(state.layerCount() == 3);
    CHECK(state.view.outputs == std::vector<int>{0});
    update(state, Command(SetMethod{Method::joint}));
    CHECK(state.view.method == Method::joint);
    update(state, Command(SetSide{Side::cross}));
    CHECK(state.view.method == Method::rollout);
    update(state, Command(SetMethod{Method::flow}));
    CHECK(state.view.method == Method::flow);
}

TEST_CASE("a model of one side has no other", "[app][update]") {
    AppState state = restingState();
    update(state, Command(SetSide{Side::cross}));
    CHECK(state.view.side == Side::encoder);
}

TEST_CASE("methods that the file cannot give are not taken", "[app][update]") {
    AppState state = restingState();
    CHECK(update(state, Command(SetMethod{Method::relevance})).empty());
    CHECK(state.view.method == Method::rollout);
    CHECK(pushes(update(state, Command(SetMethod{Method::flow}))));
    CHECK(state.view.method == Method::flow);
    CHECK(update(state, Command(SetMethod{Method::flow})).empty());
}

TEST_CASE("output tokens are chosen, added and taken away, and one always stays", "[app][update]") {
    AppState state = restingState();
    CHECK(pushes(update(state, Command(SetOutput{2, false}))));
    CHECK(state.view.outputs == std::vector<int>{2});
    update(state, Command(SetOutput{5, true}));
    update(state, Command(SetOutput{1, true}));
    CHECK(state.view.outputs == std::vector<int>{1, 2, 5});
    update(state, Command(SetOutput{2, true}));
    CHECK(state.view.outputs == std::vector<int>{1, 5});
    update(state, Command(SetOutput{1, true}));
    update(state, Command(SetOutput{5, true}));
    CHECK(state.view.outputs == std::vector<int>{5});
    CHECK(update(state, Command(SetOutput{7, false})).empty());
    CHECK(update(state, Command(SetOutput{-1, true})).empty());
    update(state, Command(Set{&ViewState::outputMode, OutputMode::meanOfAll}));
    update(state, Command(SetOutput{3, true}));
    CHECK(state.view.outputMode == OutputMode::chosen);
    CHECK(state.view.outputs == std::vector<int>{3});
}

TEST_CASE("settings are brought into range, and a held slider leaves no steps behind",
          "[app][update]") {
    AppState state = restingState();
    Settings settings;
    settings.residual = 7;
    settings.heads = {3, 1, 99, 3};
    settings.startLayer = 40;
    CHECK(update(state, Command(Set{&ViewState::settings, settings, false})).empty());
    CHECK(state.view.settings.residual == 1);
    CHECK(state.view.settings.heads == std::vector<int>{1, 3});
    CHECK(state.view.settings.startLayer == 5);
    CHECK(pushes(update(state, Command(Set{&ViewState::settings, state.view.settings}))));
}

TEST_CASE("a preset keeps the chosen heads", "[app][update]") {
    AppState state = restingState();
    Settings settings;
    settings.heads = {2, 4};
    update(state, Command(Set{&ViewState::settings, settings}));
    CHECK(pushes(update(state, Command(ApplyFields{"preset=vit-explain-corrected"}))));
    CHECK(state.view.settings.discard == 0.9);
    CHECK(state.view.settings.heads == std::vector<int>{2, 4});
    CHECK(update(state, Command(ApplyFields{"preset=nobody"})).empty());
}

TEST_CASE("display choices are steps of their own and only when they change something",
          "[app][update]") {
    AppState state = restingState();
    CHECK(pushes(update(state, Command(Set{&ViewState::sort, SortBy::score}))));
    CHECK(update(state, Command(Set{&ViewState::sort, SortBy::score})).empty());
    CHECK(pushes(update(state, Command(Set{&ViewState::ghost, false}))));
    CHECK(pushes(update(state, Command(Set{&ViewState::rawTokens, true}))));
    CHECK(pushes(update(state, Command(Set{&ViewState::colormap, Colormap::cividis}))));
    CHECK(pushes(update(state, Command(SetPanel{Panel::matrix}))));
    CHECK(update(state, Command(SetPanel{Panel::matrix})).empty());
    CHECK(pushes(update(state, Command(Set{&ViewState::hidden, {6, 0, 0, 12}}))));
    CHECK(state.view.hidden == std::vector<int>{0, 6});
    CHECK(pushes(update(state, Command(Set{&ViewState::relativeFlow, false}))));
    CHECK(pushes(update(state, Command(Set{&ViewState::sink, 3}))));
    update(state, Command(Set{&ViewState::sink, 300}));
    CHECK(state.view.sink == -1);
    update(state, Command(Set{&ViewState::patchOpacity, 7.0}));
    CHECK(state.view.patchOpacity == 1);
}

TEST_CASE("a layer that is set as a value is in range, and the picture moves there",
          "[app][update]") {
    AppState state = restingState();
    CHECK(pushes(update(state, Command(Set{&ViewState::layer, -4}))));
    CHECK(state.view.layer == 0);
    CHECK(isMoving(state));
}

TEST_CASE("a panel that the file has nothing for is not shown", "[app][update]") {
    AppState state = restingState();
    update(state, Command(SetPanel{Panel::image}));
    CHECK(state.view.panel == Panel::overview);
    update(state, Command(SetPanel{Panel::faithfulness}));
    CHECK(state.view.panel == Panel::overview);
}

TEST_CASE("a failed opening leaves document, view and source as they were and says why",
          "[app][update]") {
    AppState state = restingState();
    const ViewState view = state.view;
    const std::uint32_t ticket = give(state, "bad.json");
    CHECK(ticket != 0);
    const Effects effects = update(state, Event(OpeningFailed{ticket, someProblem(Code::ragged)}));
    CHECK(state.document);
    CHECK(state.document->id == 1);
    CHECK(state.view == view);
    CHECK(state.source == sample);
    CHECK(state.loading.ticket == 0);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].kind == Message::Kind::error);
    CHECK(state.messages[0].problem.place == "attentions[3]");
    CHECK(state.messages[0].problem.remedy.ends_with("The page still shows “" +
                                                     state.document->current.title + "”."));
    CHECK(findEffect<AnnounceEffect>(effects));
    update(state, Command(DismissMessage{state.messages[0].id}));
    CHECK(state.messages.empty());
}

TEST_CASE("events of an opening that is not the present one are not believed", "[app][update]") {
    AppState state = restingState();
    const std::uint32_t first = give(state, "a.json");
    const std::uint32_t second = give(state, "b.json");
    CHECK(update(state, Event(OpeningFailed{first, someProblem(Code::ragged)})).empty());
    CHECK(state.loading.ticket == second);
    update(state, Event(OpeningNamed{first, "not this one"}));
    CHECK(state.loading.name == "b.json");
    update(state, Event(Opened{first, translationDocument()}));
    CHECK(state.document->id == 1);
    update(state, Event(OpeningProgressed{first, 10, 10}));
    CHECK(state.loading.bytes == 0);
    update(state, Event(OpeningProgressed{second, 10, 40}));
    CHECK(state.loading.fraction == 0.25);
    update(state, Event(OpeningProgressed{second, 10, 0}));
    CHECK(state.loading.fraction == -1);
    update(state, Event(Opened{0, translationDocument()}));
    CHECK(state.document->id == 1);
}

TEST_CASE("cancelling tells the engine and adds no error", "[app][update]") {
    AppState state = restingState();
    const std::uint32_t ticket = give(state, "a.json");
    const Effects effects = update(state, Command(CancelOpening{}));
    REQUIRE(findEffect<CancelEffect>(effects));
    CHECK(findEffect<CancelEffect>(effects)->ticket == ticket);
    CHECK(sentence(findEffect<CancelEffect>(effects)->why) == "a.json: Opening was cancelled.");
    CHECK(state.loading.ticket == 0);
    update(state, Event(OpeningFailed{ticket, someProblem(Code::cannotRead)}));
    CHECK(state.messages.empty());
    CHECK(state.document->id == 1);
}

TEST_CASE("an opening is worth a frame once it takes longer than half a second", "[app][update]") {
    AppState state = restingState();
    give(state, "a.json");
    const double wait = secondsToNextChange(state);
    CHECK(wait > 0.4);
    CHECK(wait < 0.6);
    update(state, Event(Tick{wait}));
    CHECK(state.loading.seconds > 0.5);
    CHECK(secondsToNextChange(state) > 1e9);
}

TEST_CASE("many warnings of a file become one message a kind", "[app][update]") {
    DocumentSummary document = encoderDocument();
    for (int i = 0; i < 40; ++i) document.warnings.push_back(someProblem(Code::badNumber));
    document.warnings.push_back(someProblem(Code::ragged));
    AppState state;
    open(state, document, local);
    REQUIRE(state.messages.size() == 2);
    CHECK(state.messages[0].kind == Message::Kind::warning);
    CHECK(state.messages[1].problem.finding == "Rows differ in length. 39 more of this kind.");
    CHECK(state.messages[0].id != state.messages[1].id);
}

TEST_CASE("the next example of a data set keeps method and taste, not tokens and heads",
          "[app][update]") {
    AppState state = restingState();
    update(state, Command(SetMethod{Method::flow}));
    update(state, Command(Set{&ViewState::sort, SortBy::score}));
    update(state, Command(SetOutput{4, false}));
    Settings settings;
    settings.heads = {1};
    settings.residual = 0.25;
    update(state, Command(Set{&ViewState::settings, settings}));
    DocumentSummary next = encoderDocument();
    next.id = 7;
    const DataSource row{DataSource::Kind::url, "https://example.org/2.json", {}};
    const Effects effects = open(state, next, row, "dataset=https://example.org/list.json&row=2");
    CHECK(pushes(effects));
    CHECK(state.source == row);
    CHECK(state.view.method == Method::flow);
    CHECK(state.view.sort == SortBy::score);
    CHECK(state.view.settings.residual == 0.25);
    CHECK(state.view.settings.heads.empty());
    CHECK(state.view.outputs == std::vector<int>{0});
}

TEST_CASE("equal messages do not pile up and old ones give way", "[app][update]") {
    AppState state = restingState();
    for (int i = 0; i < 3; ++i) update(state, Command(ApplyFields{"token=99", false}));
    CHECK(state.messages.size() == 1);
    for (int i = 0; i < 20; ++i) {
        update(state, Command(ApplyFields{"token=" + std::to_string(100 + i), false}));
    }
    CHECK(state.messages.size() == 6);
}
