// SPDX-License-Identifier: MIT
#include "page/actions/actions.h"

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
    // What a browser needs itself must stay its own.
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
        R"({"id":"layer-next","group":"Layers","name":"Next layer","keys":["→"],"fields":"","available":true})"));
    CHECK(holds(R"("name":"Image","keys":["8"],"fields":"panel=image","available":false)"));
    CHECK(holds(R"("keys":["/","Ctrl K"])"));
    CHECK(commandsForAction(state, "nonsense").empty());
    for (const Command& command : commandsForAction(state, "view-heads")) update(state, command);
    CHECK(state.view.panel == Panel::heads);
    for (const Command& command : commandsForAction(state, "shape-four")) update(state, command);
    CHECK(state.view.panes.columns.size() == 2);
}
