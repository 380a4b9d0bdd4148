// SPDX-License-Identifier: MIT
// The steps of an open model's training: a drag, a download, keys, playback, comparisons.
#include <catch2/catch_test_macros.hpp>

#include "page/models/timeline_model.h"
#include "page/rules/compared_views.h"
#include "page/rules/recipe_step.h"
#include "session/actions/actions.h"
#include "session/typing_page.h"

using namespace hw;
using namespace hw::test;

namespace {

/// A model with three steps. The weights of the second one must be downloaded.
struct Training : Typing {
    Training() {
        session.run(Event{StepsKnown{{{200, 0}, {0, 0}, {100, 3e6}}, 200}});
        type("ab");
    }
    void press(std::string_view key) {
        for (const Command& command : commandsForKey(state(), key)) session.run(command);
        answer();
    }
    auto training() const { return timelineModel(state()).training; }
};

const std::string at0 = R"({"text":"ab","step":0})";
const std::string at100 = R"({"text":"ab","step":100})";
const std::string at200 = R"({"text":"ab","step":200})";

}  // namespace

TEST_CASE("the step is part of a recipe's text", "[session][steps]") {
    CHECK(stepIn("ab") == -1);
    CHECK(stepIn(at100) == 100);
    CHECK(stepIn(R"(a,"step":5})") == -1);
    CHECK(stepIn(R"({"text":"a,\"step\":5}"})") == -1);
    CHECK(stepIn(R"({"text":"a","step":7,"more":true})") == 7);
    CHECK(stepIn(R"({"text":"a","step":99999999999})") == -1);
    CHECK(withStep("ab", 100) == at100);
    CHECK(withStep(at100, 0) == at0);
    CHECK(withStep(R"({"text":"a","beams":2})", 3) == R"({"text":"a","beams":2,"step":3})");
    // As JSON.stringify writes them.
    CHECK(withStep("\"é\\\n\x01\x7f", 3) == "{\"text\":\"\\\"é\\\\\\n\\u0001\x7f\",\"step\":3}");
}

TEST_CASE("a model with steps has a second track, and others have none", "[session][steps]") {
    Typing plain;
    plain.type("ab");
    CHECK(timelineModel(plain.state()).training.steps.empty());
    plain.session.run(SetStep{100});
    CHECK(plain.line().text == "ab");

    Training page;
    REQUIRE(page.training().steps.size() == 3);
    CHECK(page.training().steps[1].step == 100);
    CHECK(page.training().at == 2);  // the recipe names none
    CHECK(page.training().text == "training step 200 of 200");
    page.session.run(SetStep{50});
    CHECK(page.line().text == "ab");
}

TEST_CASE("a drag runs steps that are here, and only its end downloads and is kept",
          "[session][steps]") {
    Training page;
    const std::size_t runs = page.host.shown.size();
    page.session.run(SetStep{100, false});
    CHECK(page.host.shown.size() == runs);
    CHECK(page.training().at == 1);
    CHECK(page.training().text == "training step 100 of 200 (3.0 MB to download)");
    page.session.run(SetStep{0, false});
    CHECK_FALSE(page.host.shownSettled);
    page.session.run(SetStep{0, false});
    CHECK(page.host.shown.size() == runs + 1);
    page.answer();
    CHECK(page.shown() == at0);
    CHECK(page.line().texts == std::vector<std::string>{"ab"});
    page.session.run(SetStep{0});
    CHECK(page.host.shownSettled);
    page.answer();
    CHECK(page.line().texts == std::vector<std::string>{at0, "ab"});
    page.session.run(SetStep{0});
    CHECK(page.host.shown.size() == runs + 2);

    page.session.run(SetStep{100});
    page.session.run(Event{StepsKnown{{{200, 0}, {0, 0}, {100, 0}}, 200}});
    page.answer();
    CHECK(page.shown() == at100);
    CHECK(page.training().text == "training step 100 of 200");
    // The whole drag is one step of undo.
    page.session.run(Undo{-1});
    page.answer();
    CHECK(page.shown() == at0);
    page.session.run(Undo{-1});
    page.answer();
    CHECK(page.shown() == "ab");
}

TEST_CASE("a drag ends in the list of texts, though its last run arrives late",
          "[session][steps]") {
    Training page;
    page.session.run(SetStep{0, false});
    page.session.run(SetStep{0, true});
    for (const bool isSettled : {false, true}) {
        MadeExample one = page.spelled(page.host.shown.back().second);
        one.isSettled = isSettled;
        page.send(one);
    }
    CHECK(page.shown() == at0);
    CHECK(page.line().texts.front() == at0);
    page.made = page.host.shown.size();
    page.session.run(Undo{-1});
    page.answer();
    CHECK(page.shown() == "ab");
}

TEST_CASE("keys move through the steps and play them", "[session][steps]") {
    Training page;
    page.session.run(Event{StepsKnown{{{200, 0}, {0, 0}, {100, 0}}, 200}});
    page.press("K");
    CHECK(page.shown() == "ab");
    page.press("J");
    CHECK(page.shown() == at100);
    page.press("N");  // from the present step on
    CHECK(page.training().playing);
    page.session.run(ToggleLoop{});
    page.session.run(Event{Tick{1}});
    CHECK(page.line().text == at200);
    page.session.run(Event{Tick{5}});  // waits for the run
    CHECK(page.line().text == at200);
    page.answer();
    CHECK(page.shown() == at200);
    CHECK(page.line().texts.front() == at100);
    page.session.run(Event{Tick{5}});
    page.answer();
    CHECK_FALSE(page.training().playing);
    CHECK(page.line().texts.front() == at200);
    // At the end it begins again. A refusal stops it.
    page.session.run(PlaySteps{});
    CHECK(page.line().text == at0);
    page.session.makeFailed(page.state().document->id, {"prompt", at0},
                            Problem{Code::cannotRead, "step 0", "No.", "", std::nullopt});
    page.deliver();
    page.work();
    CHECK_FALSE(page.training().playing);
    CHECK(page.line().problem == "No.");
}

TEST_CASE("one click compares the first step with the present one", "[session][steps]") {
    Training page;
    const auto first = [&] {
        for (const Comparison& one : comparisons(page.state()))
            if (one.name.text() == "first step") return one.columns;
        return std::vector<ComparedView>{};
    };
    REQUIRE(first().size() == 2);
    CHECK(first()[0].recipe.text == at0);
    CHECK(first()[1].recipe.text == at200);
    page.session.run(Event{StepsKnown{}});
    CHECK(first().empty());
}
