// SPDX-License-Identifier: MIT
// The line of an open model in the page's state. The typed text is run, shown, refused, given up and undone, with a
// real engine and a maker that makes the requested examples.
#include <catch2/catch_test_macros.hpp>

#include "session/api_state.h"
#include "session/typing_page.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("what is typed is run at once, and is in the list when it is settled",
          "[session][line]") {
    Typing page;
    page.session.run(RunText{"ab", false});
    REQUIRE(page.host.shown.size() == 1);
    CHECK(page.host.shown[0].second == Recipe{"prompt", "ab"});
    CHECK_FALSE(page.host.shownSettled);
    CHECK(page.line().text == "ab");
    CHECK(page.session.isWaiting());
    CHECK(lineJson(page.state()) ==
          R"({"text":"ab","problem":"","isShown":false,"isListed":false})");
    page.answer();
    CHECK(page.shown() == "ab");
    CHECK_FALSE(page.session.isWaiting());
    CHECK(page.line().texts.empty());
    page.type("ab");
    page.type("abc");
    page.type("ab");
    CHECK(page.line().texts == std::vector<std::string>{"ab", "abc"});
    CHECK(lineJson(page.state()) == R"({"text":"ab","problem":"","isShown":true,"isListed":true})");
}

TEST_CASE("a run that came too late is not shown", "[session][line]") {
    Typing page;
    page.type("a");
    page.session.run(RunText{"ab", false});
    page.session.run(RunText{"abc", false});
    page.send(page.spelled({"prompt", "ab"}));
    CHECK(page.shown() == "a");
    page.send(page.spelled({"prompt", "abc"}));
    CHECK(page.shown() == "abc");
    // Text typed after a reply has begun continues the reply.
    page.session.run(RunText{"abcd", false});
    page.session.run(BeginText{"x"});
    page.send(page.spelled({"prompt", "abcd"}));
    CHECK(page.shown() == "abc");
    CHECK(page.line().text == "x");
    CHECK_FALSE(page.session.isWaiting());
}

TEST_CASE("a text that cannot be run stays in the line, with the reason, and what is shown stays",
          "[session][line]") {
    Typing page;
    page.type("ab");
    page.session.run(RunText{"abc"});
    page.session.makeFailed(page.state().document->id, {"prompt", "abc"},
                            {Code::cannotRead, "", "It is too long.", "Shorten it.", {}});
    page.deliver();
    CHECK(page.line().text == "abc");
    CHECK(page.line().problem == "It is too long. Shorten it.");
    CHECK(page.shown() == "ab");
    CHECK(page.state().messages.empty());
    CHECK_FALSE(page.session.isWaiting());
    page.session.run(ApplyFields{"layer=2"});
    CHECK(page.line().text == "abc");
    page.type("abd");
    CHECK(page.line().problem.empty());
}

TEST_CASE("the line follows what is asked for by name, which gives up what is being run",
          "[session][line]") {
    Typing page;
    page.type("ab");
    page.type("abc");
    page.session.run(RunText{"abcd", false});
    page.session.run(ApplyFields{"prompt=ab"});
    CHECK(page.line().text == "abc");  // until it is shown
    page.settleMade();
    CHECK(page.shown() == "ab");
    CHECK(page.line().text == "ab");
    page.send(page.spelled({"prompt", "abcd"}));
    CHECK(page.shown() == "ab");
}

TEST_CASE("fields of a run change the view that is there", "[session][line]") {
    Typing page;
    page.type("ab");
    page.session.run(ApplyFields{"method=raw&layer=2"});
    page.type("ab!", true, -1, "panel=matrix");
    CHECK(page.state().view.panel == Panel::matrix);
    CHECK(page.state().view.method == Method::raw);
    CHECK(page.state().view.layer == 1);
}

TEST_CASE("a run goes back to an earlier step of undo, whatever was changed in the view since",
          "[session][line]") {
    Typing page;
    page.type("ab");
    page.type("ab+");
    page.type("ab++");
    page.session.run(ApplyFields{"method=raw"});
    REQUIRE(page.state().undo.back.size() == 4);  // the file's own, ab, ab+, and ab++ by rollout
    CHECK(runsJson(page.state()).ends_with(R"("before":["","ab","ab+","ab++"]})"));
    page.type("ab+", true, 2);
    CHECK(page.shown() == "ab+");
    CHECK(page.state().view.method == Method::raw);
    CHECK(page.state().undo.back.size() == 2);
    page.session.run(Command(Undo{1}));
    page.settleMade();
    CHECK(page.shown() == "ab++");
    page.session.run(Command(Undo{-1}));
    page.settleMade();
    CHECK(page.shown() == "ab+");
}

TEST_CASE("after the engine has died the text that was being run is run, and the list is there",
          "[session][line]") {
    Typing page;
    page.type("ab");
    page.session.run(RunText{"abc", true, -1, "panel=matrix"});
    page.endEngine();
    const std::size_t asked = page.host.shown.size();
    page.session.run(RunText{"abcd"});
    CHECK(page.host.shown.size() == asked);  // it comes with the document
    page.feed(fileText(reference("toy_agreement_keys.json")));
    page.settleMade();
    page.settleMade();
    CHECK(page.shown() == "abcd");
    CHECK(page.line().text == "abcd");
    CHECK(page.line().texts == std::vector<std::string>{"abcd", "ab"});
}
