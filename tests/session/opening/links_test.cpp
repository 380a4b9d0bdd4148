// SPDX-License-Identifier: MIT
#include "session/update.h"

#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("a link shows its view standing still, and the first file is no step back",
          "[app][update]") {
    AppState state;
    const Effects asked = update(
        state,
        Command(ApplyFields{"#v=1&sample=agreement-keys&method=raw&layer=3&token=2", false}));
    REQUIRE(findEffect<FetchEffect>(asked));
    CHECK(findEffect<FetchEffect>(asked)->source == sample);
    const std::uint32_t ticket = findEffect<FetchEffect>(asked)->ticket;
    const Effects effects = update(state, Event(Opened{ticket, encoderDocument()}));
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
    open(state, encoderDocument(), sample,
         "sample=agreement-keys&token=99&method=magic&sort=score&x=1");
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
    update(state, Command(Set{&ViewState::sort, SortBy::score}));
    update(state, Command(ApplyFields{"preset=vit-explain-as-published"}));
    update(state, Command(Set{&ViewState::hidden, {0, 6}}));
    update(state, Command(Set{&ViewState::renormaliseHidden, true}));
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
    update(state, Command(Set{&ViewState::sort, SortBy::score}));
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
    open(state, second, other);
    const std::string there = writeShare(state);
    const Effects back = update(
        state,
        Command(ApplyFields{"v=1&sample=agreement-keys&method=rollout&layer=4&token=1", true}));
    REQUIRE(findEffect<FetchEffect>(back));
    CHECK_FALSE(pushes(update(state, Event(Opened{state.loading.ticket, encoderDocument()}))));
    CHECK(state.view.layer == 3);
    CHECK(state.view.outputs == std::vector<int>{1});
    const Effects forward = update(state, Command(ApplyFields{there, true}));
    REQUIRE(findEffect<FetchEffect>(forward));
    CHECK(findEffect<FetchEffect>(forward)->source == other);
}

TEST_CASE("a link to a local file asks for the file and then shows it as it was", "[app][update]") {
    AppState state = restingState();
    const Effects effects = update(
        state, Command(ApplyFields{"v=1&local=keys.json&method=raw&layer=2&token=3", false}));
    CHECK(findEffect<FetchEffect>(effects) == nullptr);
    REQUIRE(findEffect<LookForEffect>(effects));
    CHECK(findEffect<LookForEffect>(effects)->name == "keys.json");
    update(state, Event(StoredFile{"keys.json", 0}));
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].file == "keys.json");
    CHECK(state.document->id == 1);
    update(state, Event(Opened{give(state, "keys.json"), encoderDocument()}));
    CHECK(state.view.method == Method::raw);
    CHECK(state.view.outputs == std::vector<int>{3});
}

TEST_CASE("fields that wait for one file are not shown on another", "[app][update]") {
    AppState state;
    update(state, Command(OpenSource{sample, "layer=2&method=raw"}));
    update(state, Event(Opened{give(state, "other.json"), encoderDocument()}));
    CHECK(state.view.method == Method::rollout);
    CHECK(state.view.layer == 5);
}

TEST_CASE("another example of the file is loaded first and shown then", "[app][update]") {
    AppState state = restingState();
    const Effects asked = update(state, Command(ApplyFields{"example=2"}));
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
    CHECK(update(state, Command(ApplyFields{"example=2"})).empty());
    CHECK(update(state, Command(ApplyFields{"example=3"})).empty());
    CHECK(update(state, Command(ApplyFields{"example=-1"})).empty());
}

TEST_CASE("an example that is awaited and data that are opened keep what belongs to each",
          "[app][update]") {
    AppState state = restingState();
    DocumentSummary third = encoderDocument();
    third.example = 2;
    DocumentSummary other = encoderDocument();
    other.id = 2;
    const DataSource address{DataSource::Kind::url, "https://a.example/b.json", {}};
    const auto open = [&](const std::string& fields) {
        update(state, Command(OpenSource{address, fields}));
        return state.loading.ticket;
    };
    SECTION("the example is asked for while the data are on their way, and comes first") {
        const std::uint32_t ticket = open("layer=2&method=raw");
        update(state, Command(ApplyFields{"example=2&layer=4"}));
        update(state, Event(ExampleChanged{third}));
        CHECK(state.view.layer == 3);
        CHECK(pushes(update(state, Event(Opened{ticket, other}))));
        CHECK(state.view.layer == 1);
        CHECK(state.view.method == Method::raw);
    }
    SECTION("it is refused") {
        const std::uint32_t ticket = open("layer=2&method=raw");
        update(state, Command(ApplyFields{"example=2&layer=4"}));
        update(state, Event(ExampleRefused{third.id, {2}, {}}));
        update(state, Event(Opened{ticket, other}));
        CHECK(state.view.layer == 1);
    }
    SECTION("it does not come before the data") {
        const std::uint32_t ticket = open("layer=2&method=raw");
        update(state, Command(ApplyFields{"example=2&layer=4", true}));
        CHECK(pushes(update(state, Event(Opened{ticket, other}))));
        CHECK(state.view.layer == 1);
        CHECK(state.pendingExample.isNone());
        CHECK(state.exampleFields.empty());
    }
    SECTION("the data are asked for while it is on its way, and cannot be opened") {
        update(state, Command(ApplyFields{"example=2&layer=4"}));
        const std::uint32_t ticket = open("layer=2&method=raw");
        update(state, Event(OpeningFailed{ticket, {}}));
        update(state, Event(ExampleChanged{third}));
        CHECK(state.view.layer == 3);
        CHECK(state.view.method == Method::rollout);
    }
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
