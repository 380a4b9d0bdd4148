// SPDX-License-Identifier: MIT
#include "app/update.h"

#include <catch2/catch_test_macros.hpp>

#include "app/sample_documents.h"
#include "app/share_state.h"

using namespace hw;
using namespace hw::test;

namespace {

bool pushes(const Effects& effects) {
    const auto* address = findEffect<AddressEffect>(effects);
    return address != nullptr && address->push;
}

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
    open(state, document, local, "", 2);
    CHECK(state.view.outputs == std::vector<int>{6});
    document.current.outputToken = 3;
    open(state, document, local, "", 3);
    CHECK(state.view.outputs == std::vector<int>{3});
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
    update(state, Command(SetMethod{Method::flow}));
    CHECK(state.view.method == Method::rollout);
    CHECK(pushes(update(state, Command(SetSide{Side::encoder}))));
    CHECK(state.layerCount() == 3);
    CHECK(state.view.outputs == std::vector<int>{0});
    update(state, Command(SetMethod{Method::flow}));
    CHECK(state.view.method == Method::flow);
    update(state, Command(SetSide{Side::cross}));
    CHECK(state.view.method == Method::rollout);
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

TEST_CASE("output tokens are chosen, added and taken away, and one always stays",
          "[app][update]") {
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
    update(state, Command(SetOutputMode{OutputMode::meanOfAll}));
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
    CHECK(update(state, Command(SetSettings{settings, false})).empty());
    CHECK(state.view.settings.residual == 1);
    CHECK(state.view.settings.heads == std::vector<int>{1, 3});
    CHECK(state.view.settings.startLayer == 5);
    CHECK(pushes(update(state, Command(SetSettings{state.view.settings, true}))));
}

TEST_CASE("a preset keeps the chosen heads", "[app][update]") {
    AppState state = restingState();
    Settings settings;
    settings.heads = {2, 4};
    update(state, Command(SetSettings{settings, true}));
    CHECK(pushes(update(state, Command(SetPreset{"vit-explain-corrected"}))));
    CHECK(state.view.settings.discard == 0.9);
    CHECK(state.view.settings.heads == std::vector<int>{2, 4});
    CHECK(update(state, Command(SetPreset{"nobody 1999"})).empty());
}

TEST_CASE("display choices are steps of their own and only when they change something",
          "[app][update]") {
    AppState state = restingState();
    CHECK(pushes(update(state, Command(SetSort{SortBy::score}))));
    CHECK(update(state, Command(SetSort{SortBy::score})).empty());
    CHECK(pushes(update(state, Command(SetGhost{false}))));
    CHECK(pushes(update(state, Command(SetRawTokens{true}))));
    CHECK(pushes(update(state, Command(SetColormap{Colormap::cividis}))));
    CHECK(pushes(update(state, Command(SetPanel{Panel::matrix}))));
    CHECK(update(state, Command(SetPanel{Panel::matrix})).empty());
    CHECK(pushes(update(state, Command(SetHidden{{6, 0, 0, 12}, true}))));
    CHECK(state.view.hidden == std::vector<int>{0, 6});
    CHECK(pushes(update(state, Command(SetRelativeFlow{false}))));
    CHECK(pushes(update(state, Command(SetSink{3}))));
    update(state, Command(SetSink{300}));
    CHECK(state.view.sink == -1);
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
    update(state, Event(OpeningBegan{9, local, "bad.json"}));
    CHECK(state.loading.ticket == 9);
    const Effects effects =
        update(state, Event(OpeningFailed{9, someProblem(Code::ragged)}));
    CHECK(state.document);
    CHECK(state.document->id == 1);
    CHECK(state.view == view);
    CHECK(state.source == sample);
    CHECK(state.loading.ticket == 0);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].kind == Message::Kind::error);
    CHECK(state.messages[0].problem.place == "attentions[3]");
    CHECK(findEffect<AnnounceEffect>(effects));
    update(state, Command(DismissMessage{state.messages[0].id}));
    CHECK(state.messages.empty());
}

TEST_CASE("events of an opening that is not the present one are not believed", "[app][update]") {
    AppState state = restingState();
    update(state, Event(OpeningBegan{5, local, "a.json"}));
    update(state, Event(OpeningBegan{6, local, "b.json"}));
    update(state, Event(OpeningFailed{5, someProblem(Code::cancelled)}));
    CHECK(state.loading.ticket == 6);
    update(state, Event(Opened{5, translationDocument()}));
    CHECK(state.document->id == 1);
    update(state, Event(OpeningProgressed{5, 10, 10}));
    CHECK(state.loading.bytes == 0);
    update(state, Event(OpeningProgressed{6, 10, 40}));
    CHECK(state.loading.fraction == 0.25);
    update(state, Event(OpeningProgressed{6, 10, 0}));
    CHECK(state.loading.fraction == -1);
    update(state, Event(Opened{0, translationDocument()}));
    CHECK(state.document->id == 1);
}

TEST_CASE("cancelling tells the engine and adds no error", "[app][update]") {
    AppState state = restingState();
    update(state, Event(OpeningBegan{5, local, "a.json"}));
    const Effects effects = update(state, Command(CancelOpening{}));
    REQUIRE(findEffect<CancelEffect>(effects));
    CHECK(findEffect<CancelEffect>(effects)->ticket == 5);
    CHECK(state.loading.ticket == 0);
    update(state, Event(OpeningFailed{5, someProblem(Code::cancelled)}));
    CHECK(state.messages.empty());
    CHECK(state.document->id == 1);
}

TEST_CASE("an opening is worth a frame once it takes longer than half a second", "[app][update]") {
    AppState state = restingState();
    update(state, Event(OpeningBegan{5, local, "a.json"}));
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
    CHECK(state.messages[0].problem.finding ==
          "Rows differ in length. There are 39 more of this kind.");
    CHECK(state.messages[0].id != state.messages[1].id);
}

TEST_CASE("the next file keeps method and taste, not tokens and heads", "[app][update]") {
    AppState state = restingState();
    update(state, Command(SetMethod{Method::flow}));
    update(state, Command(SetSort{SortBy::score}));
    update(state, Command(SetOutput{4, false}));
    Settings settings;
    settings.heads = {1};
    settings.residual = 0.25;
    update(state, Command(SetSettings{settings, true}));
    DocumentSummary next = encoderDocument();
    next.id = 7;
    const Effects effects = open(state, next, local, "", 8);
    CHECK(pushes(effects));
    CHECK(state.source == local);
    CHECK(state.view.method == Method::flow);
    CHECK(state.view.sort == SortBy::score);
    CHECK(state.view.settings.residual == 0.25);
    CHECK(state.view.settings.heads.empty());
    CHECK(state.view.outputs == std::vector<int>{0});
}

TEST_CASE("a link shows its view standing still, and the first file is no step back",
          "[app][update]") {
    AppState state;
    const Effects asked = update(
        state, Command(ApplyFields{"#v=1&sample=agreement-keys&method=raw&layer=3&token=2", false}));
    REQUIRE(findEffect<OpenEffect>(asked));
    CHECK(findEffect<OpenEffect>(asked)->source == sample);
    update(state, Event(OpeningBegan{1, sample, "keys"}));
    const Effects effects = update(state, Event(Opened{1, encoderDocument()}));
    REQUIRE(findEffect<AddressEffect>(effects));
    CHECK_FALSE(pushes(effects));
    CHECK(state.view.method == Method::raw);
    CHECK(state.view.layer == 2);
    CHECK(state.playback.head == 2);
    CHECK(state.view.outputs == std::vector<int>{2});
    CHECK_FALSE(state.playback.playing);
    CHECK(state.messages.empty());
}

TEST_CASE("a link that does not fit opens its data and says once what was left out",
          "[app][update]") {
    AppState state;
    open(state, encoderDocument(), sample, "sample=agreement-keys&token=99&method=magic&sort=score&x=1");
    CHECK(state.document);
    CHECK(state.view.sort == SortBy::score);
    CHECK(state.view.method == Method::rollout);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].kind == Message::Kind::note);
    const std::string& finding = state.messages[0].problem.finding;
    CHECK(finding.find("token=99") != std::string::npos);
    CHECK(finding.find("method=magic") != std::string::npos);
    CHECK(finding.find("x=1") != std::string::npos);
    CHECK(finding.find("sort") == std::string::npos);
}

TEST_CASE("back and forward restore exactly what the address said", "[app][update]") {
    AppState state = restingState();
    const std::string first = writeShare(state);
    update(state, Command(SetMethod{Method::raw}));
    update(state, Command(SetOutput{4, false}));
    update(state, Command(SetSort{SortBy::score}));
    update(state, Command(SetPreset{"vit-explain-as-published"}));
    update(state, Command(SetHidden{{0, 6}, true}));
    update(state, Command(SetLayer{1}));
    const std::string second = writeShare(state);
    const ViewState there = state.view;
    CHECK(update(state, Command(ApplyFields{first, true})).empty());
    CHECK(writeShare(state) == first);
    CHECK(state.view.method == Method::rollout);
    CHECK(state.view.hidden.empty());
    CHECK(update(state, Command(ApplyFields{second, true})).empty());
    CHECK(state.view == there);
    CHECK(state.messages.empty());
}

TEST_CASE("single fields change only what they name", "[app][update]") {
    AppState state = restingState();
    update(state, Command(SetSort{SortBy::score}));
    CHECK(pushes(update(state, Command(ApplyFields{"method=flow", false}))));
    CHECK(state.view.method == Method::flow);
    CHECK(state.view.sort == SortBy::score);
    const Effects moved = update(state, Command(ApplyFields{"layer=2", false}));
    REQUIRE(findEffect<AddressEffect>(moved));
    CHECK_FALSE(pushes(moved));
    CHECK(state.view.layer == 1);
    CHECK(update(state, Command(ApplyFields{"method=flow", false})).empty());
}

TEST_CASE("going back to other data opens it again and then shows the view", "[app][update]") {
    AppState state = restingState();
    const DataSource other{DataSource::Kind::url, "https://example.org/a.json?x=1&y=2"};
    DocumentSummary second = encoderDocument();
    second.id = 2;
    open(state, second, other, "", 2);
    const std::string there = writeShare(state);
    const Effects back = update(
        state, Command(ApplyFields{"v=1&sample=agreement-keys&method=rollout&layer=4&token=1", true}));
    REQUIRE(findEffect<OpenEffect>(back));
    update(state, Event(OpeningBegan{3, sample, "keys"}));
    CHECK_FALSE(pushes(update(state, Event(Opened{3, encoderDocument()}))));
    CHECK(state.view.layer == 3);
    CHECK(state.view.outputs == std::vector<int>{1});
    const Effects forward = update(state, Command(ApplyFields{there, true}));
    REQUIRE(findEffect<OpenEffect>(forward));
    CHECK(findEffect<OpenEffect>(forward)->source == other);
}

TEST_CASE("a link to a local file asks for the file and then shows it as it was",
          "[app][update]") {
    AppState state = restingState();
    const Effects effects =
        update(state, Command(ApplyFields{"v=1&local=keys.json&method=raw&layer=2&token=3", false}));
    CHECK(findEffect<OpenEffect>(effects) == nullptr);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].problem.place == "keys.json");
    CHECK(state.document->id == 1);
    update(state, Event(OpeningBegan{4, local, "keys.json"}));
    update(state, Event(Opened{4, encoderDocument()}));
    CHECK(state.view.method == Method::raw);
    CHECK(state.view.outputs == std::vector<int>{3});
}

TEST_CASE("fields that wait for one file are not shown on another", "[app][update]") {
    AppState state;
    update(state, Command(OpenSource{sample, "layer=2&method=raw"}));
    update(state, Event(OpeningBegan{4, local, "other.json"}));
    update(state, Event(Opened{4, encoderDocument()}));
    CHECK(state.view.method == Method::rollout);
    CHECK(state.playback.playing);
}

TEST_CASE("another example of the file is loaded first and shown then", "[app][update]") {
    AppState state = restingState();
    const Effects asked = update(state, Command(SetExample{2}));
    REQUIRE(findEffect<ExampleEffect>(asked));
    CHECK(findEffect<ExampleEffect>(asked)->example == 2);
    CHECK(state.view.example == 0);
    DocumentSummary third = encoderDocument();
    third.example = 2;
    third.current.title = "third";
    third.current.tokens = {"a", "b"};
    CHECK(pushes(update(state, Event(ExampleChanged{third}))));
    CHECK(state.view.example == 2);
    CHECK(state.keyCount() == 2);
    CHECK(update(state, Command(SetExample{2})).empty());
    CHECK(update(state, Command(SetExample{3})).empty());
    CHECK(update(state, Command(SetExample{-1})).empty());
}

TEST_CASE("a link to another example waits for it", "[app][update]") {
    AppState state;
    const Effects effects =
        open(state, encoderDocument(), sample, "sample=agreement-keys&example=1&layer=2&token=4");
    REQUIRE(findEffect<ExampleEffect>(effects));
    CHECK(findEffect<ExampleEffect>(effects)->example == 1);
    DocumentSummary second = encoderDocument();
    second.example = 1;
    CHECK_FALSE(pushes(update(state, Event(ExampleChanged{second}))));
    CHECK(state.view.example == 1);
    CHECK(state.view.layer == 1);
    CHECK(state.view.outputs == std::vector<int>{4});
    const Effects wrong = update(state, Command(ApplyFields{"example=12", false}));
    CHECK(findEffect<ExampleEffect>(wrong) == nullptr);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].problem.finding.find("example=12") != std::string::npos);
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
