// SPDX-License-Identifier: MIT
#include "session/actions/actions.h"

#include <catch2/catch_test_macros.hpp>

#include <set>

#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

void press(AppState& state, std::string_view key) {
    for (const Command& command : commandsForKey(state, key)) update(state, command);
}

}  // namespace

TEST_CASE("no key and no id stands for two actions", "[app][actions]") {
    std::set<std::string> ids;
    std::set<std::string> keys;
    for (const Action& action : actions()) {
        CAPTURE(action.id);
        CHECK(ids.insert(std::string(action.id)).second);
        CHECK_FALSE(action.name.empty());
        CHECK((action.run != nullptr) == action.fields.empty());
        std::string_view rest = action.keys;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            CHECK(keys.insert(std::string(rest.substr(0, end))).second);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    // Keys that a browser needs must stay its own.
    for (const char* key : {"Tab", "Enter", "Backspace", "PageUp", "PageDown", "F5"}) {
        CHECK_FALSE(keys.contains(key));
    }
}

TEST_CASE("keys move, choose and arrange", "[app][actions]") {
    AppState state = restingState();
    press(state, "ArrowLeft");
    CHECK(state.view.layer == 4);
    press(state, "Home");
    CHECK(state.view.layer == 0);
    press(state, "End");
    CHECK(state.view.layer == 5);
    press(state, "ArrowDown");
    CHECK(state.view.outputs == std::vector<int>{1});
    press(state, "w");
    CHECK(state.view.method == Method::raw);
    press(state, "f");
    CHECK(state.view.method == Method::flow);
    press(state, "]");
    CHECK(state.view.settings.residual == 0.55);
    press(state, "3");
    CHECK(state.view.panel == Panel::matrix);
    press(state, "v");
    CHECK(state.view.panes.columns.size() == 2);
    press(state, "}");
    CHECK(state.view.panes.dividers == std::vector<double>{0.55});
    press(state, "o");
    CHECK(state.view.panel == Panel::bars);
    press(state, "x");
    CHECK(state.view.panes.columns.empty());
    CHECK(state.view.panel == Panel::matrix);
    CHECK(commandsForKey(state, "Escape").empty());
    state.view.panel = Panel::explain;
    press(state, "Escape");
    CHECK(state.view.panel == Panel::overview);
    press(state, " ");
    CHECK(state.playback.playing);
}

TEST_CASE("a key without anything to do stays the browser’s", "[app][actions]") {
    AppState state = restingState();
    for (const char* key : {"Q", "8", "9", "x", "o", "z", "{", "Enter"}) {
        CAPTURE(key);
        CHECK(commandsForKey(state, key).empty());
    }
    const AppState empty;
    CHECK(commandsForKey(empty, "ArrowLeft").empty());
    CHECK_FALSE(commandsForKey(empty, "?").empty());
    CHECK_FALSE(commandsForKey(empty, "/").empty());
}

TEST_CASE("the list of actions says what can be done now", "[app][actions]") {
    AppState state = restingState();
    const std::string text = actionsJson(state);
    const auto holds = [&](std::string_view part) { return text.find(part) != std::string::npos; };
    CHECK(holds(
        R"({"id":"layer-next","group":"Layers","name":"Next layer","keys":["→"],"fields":"","also":"","available":true})"));
    CHECK(
        holds(R"("name":"Image","keys":["8"],"fields":"panel=image","also":"","available":false)"));
    CHECK(holds(R"("keys":["/","Ctrl K"])"));
    CHECK(commandsForAction(state, "nonsense").empty());
    for (const Command& command : commandsForAction(state, "view-heads")) update(state, command);
    CHECK(state.view.panel == Panel::heads);
    for (const Command& command : commandsForAction(state, "shape-four")) update(state, command);
    CHECK(state.view.panes.columns.size() == 2);
}

TEST_CASE("undo takes the last changes of the view back, redo makes them again", "[app][actions]") {
    AppState state = restingState();
    CHECK(commandsForKey(state, "Ctrl+z").empty());
    press(state, "s");
    const SortBy sorted = state.view.sort;
    press(state, "w");
    REQUIRE(state.view.method == Method::raw);
    press(state, "ArrowLeft");  // the layer is a position, not a change of the view
    const int layer = state.view.layer;
    press(state, "Ctrl+z");
    CHECK(state.view.method == Method::rollout);
    CHECK(state.view.sort == sorted);
    CHECK(state.view.layer == layer);
    press(state, "Ctrl+z");
    CHECK(state.view.sort == SortBy::automatic);
    CHECK(commandsForKey(state, "Ctrl+z").empty());
    press(state, "Ctrl+Z");
    CHECK(state.view.sort == sorted);
    press(state, "Ctrl+y");
    CHECK(state.view.method == Method::raw);
    CHECK(commandsForKey(state, "Ctrl+Z").empty());
    // Another change discards the redo steps.
    press(state, "Ctrl+z");
    press(state, "g");
    CHECK(commandsForKey(state, "Ctrl+Z").empty());
    CHECK(state.undo.back.size() == 2);
}

TEST_CASE("a slider that is dragged is one step of undo, and the browser's Back another",
          "[app][actions]") {
    AppState state = restingState();
    const Settings before = state.view.settings;
    for (const double residual : {0.45, 0.4, 0.35}) {
        Settings next = before;
        next.residual = residual;
        update(state, Command(Set{&ViewState::settings, next, residual == 0.35}));
    }
    CHECK(state.undo.back.size() == 1);
    const Effects effects = update(state, Command(Undo{-1}));
    CHECK(state.view.settings == before);
    const auto* address = findEffect<AddressEffect>(effects);
    REQUIRE(address);
    CHECK(address->push);
    update(state, Command(Undo{1}));
    CHECK(state.view.settings.residual == 0.35);
    update(state, Command(ApplyFields{"v=1&sample=agreement-keys", true}));
    CHECK(state.view.settings == before);
    update(state, Command(Undo{-1}));
    CHECK(state.view.settings.residual == 0.35);
    // Another file has its own.
    open(state, encoderDocument(), local);
    CHECK(state.undo.back.empty());
    CHECK(update(state, Command(Undo{-1})).empty());
}

TEST_CASE("actions are found by other words, which are a column of their table", "[app][actions]") {
    const std::string json = actionsJson(restingState());
    for (const char* words : {"PDF, SVG, PNG", "hide special tokens", "spreadsheet"})
        CHECK(json.find(words) != std::string::npos);
    CHECK(json.find(R"("keys":["Ctrl Shift Z","Ctrl Y"])") != std::string::npos);
}
