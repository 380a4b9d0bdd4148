// SPDX-License-Identifier: MIT
// Messages name their file, are grouped by file, make way for newer ones, and can be dismissed all at once.
#include "session/update/message_list.h"

#include <catch2/catch_test_macros.hpp>

#include "page/sample_documents.h"

namespace hw::test {
namespace {

Problem problem(const char* finding, const char* place = "") {
    Problem one;
    one.place = place;
    one.finding = finding;
    one.remedy = "Do it again.";
    return one;
}

void refuse(AppState& state, const char* file, const char* finding) {
    update(state, Event(OpeningFailed{give(state, file), problem(finding)}));
}

std::vector<std::string> filesOf(const AppState& state) {
    std::vector<std::string> files;
    for (const Message& message : state.messages) files.push_back(message.file);
    return files;
}

}  // namespace

TEST_CASE("A message names its file, and one that is tried again says the latest only",
          "[messages]") {
    AppState state;
    refuse(state, "a.json", "Too short.");
    refuse(state, "a.json", "Too long.");
    REQUIRE(state.messages.size() == 1);
    CHECK(messageText(state.messages[0]) == "a.json: Too long. Do it again.");
    addMessage(state, Message::Kind::error, "a.json", problem("Not there.", "a.json"));
    CHECK(messageText(state.messages.back()) == "a.json: Not there. Do it again.");
    addMessage(state, Message::Kind::warning, "a.json", problem("Odd.", "attentions[0]"));
    CHECK(messageText(state.messages.back()) ==
          "a.json: attentions › 1 (counting from 1): Odd. Do it again.");
}

TEST_CASE("Messages of one file stand together, the newest file last", "[messages]") {
    AppState state;
    addMessage(state, Message::Kind::warning, "a", problem("1"));
    addMessage(state, Message::Kind::warning, "b", problem("2"));
    addMessage(state, Message::Kind::warning, "a", problem("3"));
    CHECK(filesOf(state) == std::vector<std::string>{"b", "a", "a"});
    CHECK(state.messages.back().problem.finding == "3");
}

TEST_CASE("What was found first in a file is seen first", "[messages]") {
    AppState state;
    Problem other = problem("One layer.");
    other.remedy = "Save all layers.";
    sayWarnings(state, {problem("Negative."), other});
    REQUIRE(state.messages.size() == 2);
    CHECK(state.messages.back().problem.finding == "Negative.");  // the newest is on top
}

TEST_CASE("The list has an end: old messages leave, and all can be dismissed", "[messages]") {
    AppState state;
    for (const char* file : {"a", "b", "c", "d", "e", "f", "g", "h"}) refuse(state, file, "No.");
    CHECK(filesOf(state) == std::vector<std::string>{"c", "d", "e", "f", "g", "h"});
    update(state, Command(DismissMessage{state.messages[0].id}));
    CHECK(state.messages.size() == 5);
    update(state, Command(DismissMessage{0}));
    CHECK(state.messages.empty());
}

TEST_CASE("A note about a file is no failure of its opening", "[messages]") {
    AppState state;
    open(state, encoderDocument(), local);
    const std::uint32_t ticket = give(state, "other.json");
    update(state, Event(FileNotStored{state.source.given, "the browser’s storage is full"}));
    CHECK(state.messages.at(0).kind == Message::Kind::note);
    CHECK(
        messageText(state.messages[0]).starts_with("keys.json: Reloading this tab will lose this"));
    CHECK(state.loading.ticket == ticket);
    // Nor is it shown for a file that is no longer open.
    update(state, Event(Opened{ticket, encoderDocument()}));
    update(state, Event(FileNotStored{state.source.given - 1, "the browser’s storage is full"}));
    CHECK(state.messages.empty());
}

}  // namespace hw::test
