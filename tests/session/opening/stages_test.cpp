// SPDX-License-Identifier: MIT
// The stages of an opening follow each other as session/opening/stages.h specifies, however each ends.
#include "session/opening/stages.h"

#include <catch2/catch_test_macros.hpp>

#include "page/shown_page.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

using enum OpeningStage;

/// A page that checks every step. A document being opened has a ticket, unless the page is only looking for it.
struct Staged : Running {
    OpeningStage stage() {
        const AppState& state = session.state();
        const bool hasTicket = state.loading.ticket != 0;
        CHECK(hasTicket == (state.openings.stage != none && state.openings.stage != lookingFor));
        CHECK(state.isOpening() == (state.openings.stage != none));
        return state.openings.stage;
    }
    void fail(const Problem& problem = {Code::cannotRead, "", "Not there.", "", {}}) {
        session.run(Event{OpeningFailed{session.state().loading.ticket, problem}});
    }
    void follow(const std::string& fields) { session.run(ApplyFields{fields, false}); }
    /// A second file compared with the first, whose engine has died.
    void loseBoth() {
        openText(threeLayers, "first.json");
        settle();
        openText(threeLayers, "second.json");
        settle();
        follow("panel=compare&layer=2&compare=rollout/rollout,file:earlier");
        settle();
        endEngine();
    }
};

}  // namespace

TEST_CASE("which stage follows which", "[opening]") {
    const auto after = [](OpeningStage stage) {
        return std::pair{stageAfter(stage, StageEnd::done), stageAfter(stage, StageEnd::failed)};
    };
    CHECK(after(lookingFor) == std::pair{data, none});
    CHECK(after(secondFile) == std::pair{data, data});
    CHECK(after(data) == std::pair{none, none});
    CHECK(after(earlierAgain) == std::pair{documentAgain, documentAgain});
    CHECK(after(documentAgain) == std::pair{none, none});
    CHECK(after(none) == std::pair{none, none});
}

TEST_CASE("data are opened, or are not", "[opening]") {
    Staged page;
    CHECK(page.stage() == none);
    page.give();
    CHECK(page.stage() == data);
    page.feed(threeLayers);
    CHECK(page.stage() == none);
    page.give("other.json");
    page.fail();
    CHECK(page.stage() == none);
    page.give("other.json");
    page.session.run(CancelOpening{});
    CHECK(page.stage() == none);
}

TEST_CASE("a local file is looked for, then opened or waited for", "[opening]") {
    Staged page;
    page.session.run(BeginPage{"v=1&local=keys.json&layer=2", "agreement"});
    CHECK(page.stage() == lookingFor);
    CHECK(page.host.sought == std::vector<std::string>{"keys.json"});
    SECTION("another's answer changes nothing") {
        page.session.run(Event{StoredFile{"other.json", 0}});
        CHECK(page.stage() == lookingFor);
    }
    SECTION("it is kept") {
        page.session.run(Event{StoredFile{"keys.json", 7}});
        CHECK(page.stage() == data);
        page.feed(threeLayers);
        CHECK(page.stage() == none);
        CHECK(page.session.state().view.layer == 1);
    }
    SECTION("it is not") {
        page.session.run(Event{StoredFile{"keys.json", 0}});
        CHECK(page.stage() == none);
        CHECK(page.session.state().messages.size() == 1);
    }
    SECTION("the engine dies meanwhile") {
        page.endEngine();
        CHECK(page.stage() == none);
    }
    SECTION("another file comes first") {
        page.give("other.json");
        CHECK(page.stage() == data);
        page.session.run(Event{StoredFile{"keys.json", 9}});  // it is no longer needed
        CHECK(page.stage() == data);
        CHECK(page.host.released == std::vector<std::uint32_t>{9});
    }
}

TEST_CASE("a link's second file comes before its data, whatever becomes of it", "[opening]") {
    Staged page;
    page.follow("v=1&url=https://a.example/one.json&second=https://a.example/two.json");
    REQUIRE(page.stage() == secondFile);
    CHECK(page.host.fetches.back().source.text == "https://a.example/two.json");
    SECTION("it comes") {
        page.feed(threeLayers);
        CHECK(page.stage() == data);
        page.feed(threeLayers);
        CHECK(page.stage() == none);
        CHECK(page.session.state().earlier.has_value());
    }
    SECTION("it does not") {
        page.fail();
        CHECK(page.stage() == data);
        page.feed(threeLayers);
        CHECK(page.stage() == none);
        CHECK_FALSE(page.session.state().earlier.has_value());
    }
    SECTION("the user has had enough") {
        page.session.run(CancelOpening{});
        CHECK(page.stage() == none);
    }
    CHECK(page.session.state().openings.secondTicket == 0);
}

TEST_CASE("what an engine took with it is opened again, the file before first", "[opening]") {
    Staged page;
    page.loseBoth();
    REQUIRE(page.stage() == earlierAgain);
    CHECK_FALSE(page.session.state().isGivenUp());
    SECTION("both come") {
        page.feed(threeLayers);
        CHECK(page.stage() == documentAgain);
        page.feed(threeLayers);
        CHECK(page.stage() == none);
        CHECK_FALSE(page.session.state().isLost);
    }
    SECTION("the file before does not") {
        page.fail();
        CHECK(page.stage() == documentAgain);
        CHECK_FALSE(page.session.state().isGivenUp());
    }
    SECTION("the document does not") {
        page.feed(threeLayers);
        page.fail();
        CHECK(page.stage() == none);
        CHECK(page.session.state().isGivenUp());
    }
    SECTION("the file before has become the list of a data set since") {
        page.fail({Code::dataSet, "", "A list.", "", {}});
        CHECK(page.stage() == documentAgain);
    }
    SECTION("the document has") {
        page.feed(threeLayers);
        page.fail({Code::dataSet, "", "A list.", "", {}});
        CHECK(page.stage() == none);
        CHECK(page.session.state().isGivenUp());
        CHECK(page.session.state().view.dataSet.empty());
    }
    SECTION("another file is opened instead") {
        page.give("third.json");
        CHECK(page.stage() == data);
        CHECK(page.session.state().isGivenUp());
    }
    SECTION("the next engine dies, too") {
        page.endEngine();
        CHECK(page.stage() == none);
        CHECK(page.session.state().isGivenUp());
    }
}

}  // namespace hw::test
