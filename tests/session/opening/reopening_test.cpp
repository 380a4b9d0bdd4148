// SPDX-License-Identifier: MIT
// The engine ends while it opens, afterwards, twice, and with an earlier file that is compared with.
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/answers/questions.h"
#include "page/sample_documents.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/page_model.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

std::vector<std::string> said(const Running& page) {
    std::vector<std::string> all;
    for (const Message& message : page.session.state().messages)
        all.push_back(message.file + ": " + message.problem.finding);
    return all;
}

const std::string computing = "The computation crashed (it ran out of memory). It was restarted.";
const std::string opening =
    "Opening this crashed the computation (it ran out of memory). It was restarted.";

/// Two files, the second compared with the first.
struct Comparing : Running {
    Comparing() {
        openText(threeLayers, "first.json");
        settle();
        openText(threeLayers, "second.json");
        settle();
        session.run(Command(
            ApplyFields{"panel=compare&layer=2&compare=rollout/rollout,file:earlier", false}));
        settle();
    }
};

bool everythingThere(Running& page) {
    const PageModel model = pageModel(page.session.state(), page.session.results());
    const auto& compare = model.of<CompareModel>();
    bool all = compare.columns.size() == 2;
    for (const CompareColumn& column : compare.columns)
        all = all && column.standing.kind == Standing::Kind::there;
    return all;
}

}  // namespace

TEST_CASE("what was open is opened again with what was chosen for it, and said then",
          "[reopening]") {
    Running page;
    OpenOptions averaged;
    averaged.averageHeads = true;
    page.give("keys.json", averaged);
    page.feed(threeLayers);
    page.settle();
    page.session.run(Command(ApplyFields{"method=raw&layer=2&token=1", false}));
    const std::string before = page.host.address;
    page.endEngine();
    REQUIRE(page.host.fetches.size() == 2);
    CHECK(page.host.fetches[1].source.given == page.host.fetches[0].source.given);
    CHECK(page.host.fetches[1].source.options == averaged);
    CHECK(page.session.state().isOpening());
    CHECK(said(page).empty());
    page.feed(threeLayers);
    page.settle();
    CHECK(said(page) == std::vector<std::string>{"keys.json: " + computing});
    CHECK(page.session.state().messages[0].kind == Message::Kind::error);
    CHECK(page.session.state().messages[0].actions.size() == 1);  // heads are averaged already
    CHECK(page.host.address == before);
    CHECK_FALSE(page.session.state().isLost);
    CHECK(page.host.held.size() == 1);  // the same file, so nothing new to store
}

TEST_CASE("an engine that ends while it opens a file opens what was open before", "[reopening]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    const std::uint32_t other = page.give("other.json");
    page.endEngine();
    REQUIRE(page.host.cancelled.size() == 1);
    CHECK(page.host.cancelled[0].first == other);
    CHECK(page.host.cancelled[0].second.starts_with("other.json: " + opening));
    CHECK(page.host.failures.empty());
    REQUIRE(page.host.fetches.size() == 3);
    CHECK(page.host.fetches[2].source.text == "keys.json");
    page.feed(threeLayers);
    page.settle();
    CHECK(page.session.state().document->name == "keys.json");
    CHECK(said(page) == std::vector<std::string>{"other.json: " + opening});
    CHECK(page.session.state().messages[0].actions.size() == 2);
}

TEST_CASE("with nothing open an engine that ends is said, and nothing is tried again",
          "[reopening]") {
    Running page;
    page.session.run(Command(BeginPage{"", "first-sample"}));
    page.endEngine();
    CHECK(page.host.fetches.size() == 1);
    CHECK(said(page) == std::vector<std::string>{"first-sample: " + opening});
    CHECK_FALSE(page.session.state().isOpening());
    // An engine that ends without pending requests causes no message.
    page.session.run(Command(DismissMessage{0}));
    page.endEngine();
    CHECK(said(page).empty());
}

TEST_CASE("data at whose opening the second engine ends are not tried again", "[reopening]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.endEngine();
    page.endEngine();
    CHECK(page.host.fetches.size() == 2);
    CHECK(said(page) == std::vector<std::string>{"keys.json: " + computing});
    CHECK(page.session.state().isGivenUp());
    page.session.run(Command(SetMethod{Method::flow}));
    page.settle();
    const Answer* answer = page.session.results().find(
        profileQuery(page.session.state(), page.session.state().view.method));
    REQUIRE(answer != nullptr);
    CHECK(answer->problem->remedy == "Open the data again, or reload the page.");
    // A third end, with nothing to lose, shows nothing new.
    page.endEngine();
    CHECK(said(page).size() == 1);
    // When the user drops the file again, its view is as before.
    page.openText(threeLayers);
    page.settle();
    CHECK_FALSE(page.session.state().isLost);
    CHECK(page.session.state().view.method == Method::flow);
    CHECK(said(page).empty());
}

TEST_CASE("an engine that ends again after its data were open is replaced again", "[reopening]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    for (int time = 0; time < 3; ++time) {
        page.endEngine();
        page.feed(threeLayers);
        page.settle();
        CHECK_FALSE(page.session.state().isLost);
        CHECK(said(page).size() == 1);
    }
}

TEST_CASE("opening again can be cancelled, can fail, and gives way to somebody's wish",
          "[reopening]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.run(Command(SetMethod{Method::raw}));
    page.endEngine();
    SECTION("cancelled") {
        page.session.run(Command(CancelOpening{}));
        CHECK(page.session.state().isGivenUp());
        CHECK(said(page) == std::vector<std::string>{"keys.json: " + computing});
    }
    SECTION("failed") {
        page.session.run(Event(OpeningFailed{page.session.state().loading.ticket,
                                             {Code::cannotRead, "", "It was moved.", "", {}}}));
        CHECK(page.session.state().isGivenUp());
        CHECK(said(page) == std::vector<std::string>{"keys.json: " + computing});
    }
    SECTION("another file") {
        page.give("other.json");
        CHECK(page.session.state().isGivenUp());
        page.session.ask();
        CHECK(page.host.sent.empty());
        page.feed(threeLayers);
        page.settle();
        CHECK(page.session.state().document->name == "other.json");
        CHECK_FALSE(page.session.state().isLost);
        CHECK_FALSE(page.session.state().earlier);  // it went with its engine
        CHECK(said(page).empty());
    }
}

TEST_CASE("the file before is opened again first where columns compare with it", "[reopening]") {
    Comparing page;
    REQUIRE(everythingThere(page));
    const std::string before = page.host.address;
    page.endEngine();
    REQUIRE(page.host.fetches.size() == 3);
    CHECK(page.host.fetches[2].source.text == "first.json");
    // The page's view is as before, and changes made meanwhile are kept.
    CHECK(page.session.state().document->name == "second.json");
    page.session.run(Command(SetLayer{0}));
    SECTION("both come back") {
        page.feed(threeLayers);
        CHECK(page.host.openedTickets.size() == 2);  // as before, because nothing waits for it
        CHECK(page.session.state().document->name == "second.json");
        REQUIRE(page.host.fetches.size() == 4);
        CHECK(page.host.fetches[3].source.text == "second.json");
        page.session.run(Command(Set{&ViewState::sort, SortBy::score}));
        page.feed(threeLayers);
        page.settle();
        CHECK(page.session.state().earlier->name == "first.json");
        CHECK(everythingThere(page));
        CHECK(page.session.state().view.layer == 0);
        CHECK(page.session.state().view.sort == SortBy::score);
        CHECK(page.host.address != before);
        CHECK(said(page) == std::vector<std::string>{"second.json: " + computing});
        // And once more.
        page.endEngine();
        CHECK(page.host.fetches.back().source.text == "first.json");
    }
    SECTION("the one before cannot be had") {
        page.session.run(Event(OpeningFailed{page.session.state().loading.ticket,
                                             {Code::cannotRead, "", "It was moved.", "", {}}}));
        CHECK(page.host.fetches.back().source.text == "second.json");
        page.feed(threeLayers);
        page.settle();
        CHECK_FALSE(page.session.state().earlier);
        CHECK(page.session.state().view.layer == 0);
        CHECK(said(page).size() == 2);  // the parts skipped in the view, and the reason
    }
    SECTION("the engine ends once more") {
        page.endEngine();
        CHECK(page.session.state().isGivenUp());
        CHECK(page.session.state().document->name == "second.json");
        CHECK_FALSE(said(page).empty());
    }
}

TEST_CASE("a question at which two engines ended is not asked of data that came back by themselves",
          "[reopening]") {
    Running page;
    page.openText(threeLayers);
    page.session.ask();
    page.endEngine();
    page.feed(threeLayers);
    page.session.ask();
    page.endEngine();
    page.feed(threeLayers);
    page.settle();
    const Answer* answer = page.session.results().find(
        profileQuery(page.session.state(), page.session.state().view.method));
    REQUIRE(answer != nullptr);
    REQUIRE(answer->problem);
    CHECK(answer->problem->finding.find("twice") != std::string::npos);
}

}  // namespace hw::test
