// SPDX-License-Identifier: MIT
// A link to a model from a disk. It waits for that model under any name, refuses another one, and keeps its question.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "page/address/address.h"
#include "page/sample_documents.h"
#include "protocol/open_choices.h"
#include "session/update.h"

namespace hw::test {
namespace {

const std::string markedLink =
    "v=1&local=my-bert&mark=0123456789abcdef:my-bert&prompt=the%20keys&layer=2&method=raw";

/// A link that waits for its folder.
AppState awaitingModel() {
    AppState state = restingState();
    update(state, Command(ApplyFields{markedLink, false}));
    update(state, Event(StoredFile{"my-bert", 0}));
    return state;
}

FetchEffect giveModel(AppState& state, const std::string& name, std::uint32_t number) {
    const std::string fields = "mark=";
    const Effects effects =
        update(state, Command(GiveFile{number, name, openChoices(fields), fields}));
    const FetchEffect* fetch = findEffect<FetchEffect>(effects);
    REQUIRE(fetch != nullptr);
    return *fetch;
}

Problem anotherModel() {
    Problem problem{
        Code::cannotRead, "other", "The link means another model.", "Open that one.", {}};
    problem.offer = Offer::otherModel;
    return problem;
}

/// The result of the link's text.
DocumentSummary madeOfText() {
    DocumentSummary document = encoderDocument();
    document.current.recipe = {"prompt", "the keys"};
    return document;
}

}  // namespace

TEST_CASE("a link to a model from a disk waits for it, whatever its folder is called",
          "[app][opening]") {
    AppState state = awaitingModel();
    const FetchEffect fetch = giveModel(state, "renamed", 7);
    CHECK(fetch.source.options.mark == "0123456789abcdef:my-bert");
    CHECK(fetch.recipe.text == "the keys");
    update(state, Event(OpeningMarked{fetch.ticket, "0123456789abcdef:renamed"}));
    update(state, Event(Opened{fetch.ticket, madeOfText()}));
    CHECK(state.view.layer == 1);
    CHECK(state.view.method == Method::raw);
    CHECK(state.source.text == "renamed");
    CHECK(writeShare(state).find("mark=0123456789abcdef:renamed") != std::string::npos);
}

TEST_CASE("another model is refused, and the link's question waits on", "[app][opening]") {
    AppState state = awaitingModel();
    const FetchEffect first = giveModel(state, "other", 7);
    update(state, Event(OpeningFailed{first.ticket, anotherModel()}));
    REQUIRE_FALSE(state.messages.empty());
    const Message& message = state.messages.back();
    REQUIRE(message.actions.size() == 1);
    CHECK(message.actions[0].source.options.mark.empty());
    // The right one comes.
    const FetchEffect second = giveModel(state, "my-bert", 8);
    CHECK(second.source.options.mark == "0123456789abcdef:my-bert");
    CHECK(second.recipe.text == "the keys");
    update(state, Event(Opened{second.ticket, madeOfText()}));
    CHECK(state.view.layer == 1);
}

TEST_CASE("whoever wants the other model opens it by the message", "[app][opening]") {
    AppState state = awaitingModel();
    const FetchEffect first = giveModel(state, "other", 7);
    update(state, Event(OpeningFailed{first.ticket, anotherModel()}));
    const Effects effects = update(state, Command(ApplyMessageAction{state.messages.back().id, 0}));
    const FetchEffect* fetch = findEffect<FetchEffect>(effects);
    REQUIRE(fetch != nullptr);
    CHECK(fetch->source.given == 7);
    CHECK(fetch->source.options.mark.empty());
}

TEST_CASE("a file that is no model does not take the place of an awaited one", "[app][opening]") {
    AppState state = awaitingModel();
    const Effects effects = update(state, Command(GiveFile{7, "keys.json", {}, ""}));
    const FetchEffect* fetch = findEffect<FetchEffect>(effects);
    REQUIRE(fetch != nullptr);
    CHECK(fetch->source.options.mark.empty());
    CHECK(fetch->recipe.text.empty());
}

TEST_CASE("a model that is refused for its keys may be run without them", "[app][opening]") {
    AppState state = restingState();
    const FetchEffect first = giveModel(state, "mine", 7);
    Problem problem{Code::badArgument, "config.json", "Unknown keys.", "Run it without them.", {}};
    problem.offer = Offer::ignoreKeys;
    update(state, Event(OpeningFailed{first.ticket, problem}));
    REQUIRE(state.messages.back().actions.size() == 1);
    const Effects effects = update(state, Command(ApplyMessageAction{state.messages.back().id, 0}));
    const FetchEffect* fetch = findEffect<FetchEffect>(effects);
    REQUIRE(fetch != nullptr);
    CHECK(fetch->source.options.ignoreKeys);
    CHECK(openChoicesText(fetch->source.options) == "read=ignore-keys");
    update(state, Event(Opened{fetch->ticket, encoderDocument()}));
    CHECK(writeShare(state).find("read=ignore-keys") != std::string::npos);
}

TEST_CASE("of several files of weights a button reads the chosen one, and its link names it",
          "[app][opening]") {
    AppState state = restingState();
    const FetchEffect first = giveModel(state, "two", 7);
    Problem several{Code::cannotRead, "a.gguf (1 KB), b.gguf (2 KB)", "Several.", "Open one.", {}};
    several.offer = Offer::weights;
    several.choices = {{"a.gguf", "a.gguf (1 KB)", {}}, {"b.gguf", "b.gguf (2 KB)", {}}};
    update(state, Event(OpeningFailed{first.ticket, several}));
    REQUIRE_FALSE(state.messages.empty());
    const Message message = state.messages.back();
    REQUIRE(message.actions.size() == 2);
    CHECK(message.actions[1].label == "Open b.gguf (2 KB)");
    const Effects effects = update(state, Command(ApplyMessageAction{message.id, 1}));
    const FetchEffect* fetch = findEffect<FetchEffect>(effects);
    REQUIRE(fetch != nullptr);
    CHECK(fetch->source.options.weightsFile == "b.gguf");
    update(state, Event(OpeningMarked{fetch->ticket, "0123456789abcdef:two"}));
    update(state, Event(Opened{fetch->ticket, madeOfText()}));
    const std::string link = writeShare(state);
    CHECK(link.find("weights-file=b.gguf") != std::string::npos);
    CHECK(openChoices(link).weightsFile == "b.gguf");
    // As the command line names it, with the folder in front. There is no other file.
    OpenOptions options;
    CHECK(readOpenChoice(options, "weights-file", "sub/model.fp16.safetensors"));
    CHECK(openChoicesText(options) == "weights-file=sub/model.fp16.safetensors");
}

}  // namespace hw::test
