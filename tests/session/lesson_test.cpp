// SPDX-License-Identifier: MIT
// Lessons and projectors in the page's state, and the messages to the host.
#include <catch2/catch_test_macros.hpp>

#include "holds.h"
#include "page/shown_page.h"
#include "panels/page_mirror.h"
#include "session/actions/actions.h"
#include "session/api_state.h"
#include "session/running_page.h"

using namespace hw;
using namespace hw::test;

namespace {
using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("a link to a step alone asks for the step's own view, one that says more does not",
          "[app][lessons]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.run(ApplyFields{"lesson=flow-by-hand&step=3"});
    CHECK(page.host.lessons == Told{"flow-by-hand 2 asked"});
    page.session.run(ApplyFields{"lesson=flow-by-hand&step=4&layer=2"});
    CHECK(page.host.lessons.back() == "flow-by-hand 3");
    CHECK(page.session.state().view.layer == 1);
    CHECK(holds(page.host.address, "lesson=flow-by-hand&step=4"));
    const std::size_t told = page.host.lessons.size();
    page.session.run(SetLayer{0});  // no action of the student changes a step
    CHECK(page.host.lessons.size() == told);
    CHECK(holds(page.host.address, "lesson=flow-by-hand&step=4"));
    page.session.run(ApplyFields{"step=4"});  // the same step again, which requests its view
    CHECK(page.host.lessons.back() == "flow-by-hand 3 asked");
    page.session.run(ApplyFields{"lesson="});
    CHECK(page.host.lessons.back() == " 0 asked");
    CHECK_FALSE(holds(page.host.address, "lesson"));
}

TEST_CASE("the address of a step without a view does not ask for itself again",
          "[app][lessons][hostile]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    // As web/lessons/form/steps.js writes them. Without the default they would be requested forever.
    for (const char* view : {"", "&unknown=1", "&v=1", "&present=on"}) {
        const std::string step = "v=1&sort=position" + std::string(view) + "&lesson=mine&step=1";
        page.session.run(ApplyFields{"lesson="});
        page.session.run(ApplyFields{step, true});
        CHECK(page.host.lessons.back() == "mine 0");
    }
}

TEST_CASE("a step is a number from 1 and belongs to a lesson", "[app][lessons]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    for (const char* fields : {"step=2", "lesson=a&step=0", "lesson=a&step=x"}) {
        page.session.run(ApplyFields{fields});
        CHECK(holds(page.session.state().messages.back().problem.finding, "step="));
    }
    CHECK(page.session.state().view.lessonStep == 0);
    page.session.run(ApplyFields{"lesson=" + std::string(60'000, 'x')});
    CHECK(page.session.state().view.lesson == "a");  // too long a text
}

TEST_CASE("the state tells the lesson once the host has read it", "[app][lessons]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    CHECK(holds(apiStateJson(page.session.state()), "\"lesson\":null"));
    page.session.run(ApplyFields{"lesson=https%3A%2F%2Fx.example%2Fl.json&step=2"});
    CHECK(holds(apiStateJson(page.session.state()), "\"lesson\":null"));
    page.session.run(Event{LessonRead{"mine", 5}});
    CHECK(
        holds(apiStateJson(page.session.state()), R"("lesson":{"id":"mine","step":1,"steps":5})"));
    page.session.run(ApplyFields{"lesson=another"});
    CHECK(holds(apiStateJson(page.session.state()), "\"lesson\":null"));
}

TEST_CASE("who opens a file during a lesson goes on with it, and history leads out of it",
          "[app][lessons]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.run(ApplyFields{"lesson=residual&step=2&present=on"});
    page.openText(threeLayers, "own.json");
    page.settle();
    CHECK(page.session.state().view.lesson == "residual");
    CHECK(page.session.state().view.lessonStep == 1);
    CHECK(page.session.state().view.present);
    page.session.run(ApplyFields{"v=1&local=own.json&layer=1", true});
    CHECK(page.session.state().view.lesson.empty());
    CHECK(page.host.lessons.back() == " 0");
    CHECK(page.host.presented == std::vector<bool>{true, false});
}

TEST_CASE("steps are actions where there is a lesson, and projecting is one always",
          "[app][lessons]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    CHECK(commandsForAction(page.session.state(), "lesson-next").empty());
    page.session.run(ApplyFields{"lesson=residual"});
    CHECK_FALSE(commandsForAction(page.session.state(), "lesson-next").empty());
    for (const Command& command : commandsForKey(page.session.state(), "q"))
        page.session.run(command);
    CHECK(page.session.state().view.present);
    CHECK(page.host.presented == std::vector<bool>{true});
    CHECK(holds(page.host.address, "present=on"));
}

TEST_CASE("a step hides numbers from screen and mirror until its question is answered",
          "[app][lessons]") {
    ShownPage page(threeLayers, "method=rollout&layer=2&panel=matrix&lesson=mine&step=2");
    const auto isShown = [&] { return page.model().bars.ready; };
    const auto mirror = [&] { return mirrorJson(page.model(), page.state); };
    const std::string number = R"("text":"0.455")";
    CHECK(isShown());
    CHECK(holds(mirror(), number));
    const auto read = [&](std::vector<Cover> covers) {
        update(page.state, Event(LessonRead{"mine", 3, std::move(covers)}));
    };
    read({Cover::none, Cover::all, Cover::none});
    CHECK_FALSE(isShown());
    CHECK_FALSE(holds(mirror(), number));
    CHECK(holds(mirror(), "Hidden until you answer the lesson’s question."));
    CHECK(page.model().raw.standing.kind == Standing::Kind::notAsked);
    // The hidden values have been computed, and are not requested again.
    CHECK(questionsToAsk(page.state, page.results).empty());
    update(page.state, Event(LessonAnswered{0}));  // another step's
    CHECK_FALSE(isShown());
    update(page.state, Event(LessonAnswered{1}));
    CHECK(isShown());
    CHECK(holds(mirror(), number));
    // Raw attention may stay if only results computed from it are hidden.
    read({Cover::none, Cover::results});
    CHECK_FALSE(isShown());
    CHECK(page.model().raw.standing.kind == Standing::Kind::there);
    CHECK_FALSE(page.model().result.standing.kind == Standing::Kind::there);
    page.set("method=raw");
    CHECK(isShown());
    page.set("method=rollout&step=3");
    CHECK(isShown());
    page.set("step=2");
    CHECK_FALSE(isShown());
    page.set("lesson=");
    CHECK(isShown());
    for (const int step : {-1, 7}) update(page.state, Event(LessonAnswered{step}));
}
