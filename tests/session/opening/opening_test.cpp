// SPDX-License-Identifier: MIT
// The current opening, its replacement, available documents, and the display when nothing can be loaded.
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/sample_documents.h"
#include "page/shown_page.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

Problem unreadable() {
    return {Code::cannotRead,
            "",
            "The server answered 404 in place of the data.",
            "Check the URL.",
            {}};
}

const DataSource address{DataSource::Kind::url, "https://example.org/a.json", {}};

std::vector<std::string> findingsOf(const AppState& state) {
    std::vector<std::string> findings;
    for (const Message& message : state.messages) findings.push_back(message.problem.finding);
    return findings;
}

}  // namespace

TEST_CASE("an opening that another takes the place of ends in words and leaves no trace",
          "[opening]") {
    Running page;
    const std::uint32_t first = page.give("first.json");
    const std::uint32_t second = page.give("second.json");
    CHECK(second > first);
    REQUIRE(page.host.cancelled.size() == 1);
    CHECK(page.host.cancelled[0].first == first);
    CHECK(page.host.cancelled[0].second ==
          "Opening was cancelled because another file was opened.");
    // The engine's late answers about the first one are ignored.
    page.feed(threeLayers, first, "first.json");
    CHECK_FALSE(page.session.state().document);
    CHECK(page.host.openedTickets.empty());
    page.feed("{}", first, "first.json");
    CHECK(page.host.failures.empty());
    CHECK(page.session.state().messages.empty());
    page.feed(threeLayers);
    CHECK(page.host.openedTickets == std::vector<std::uint32_t>{second});
    CHECK(page.session.state().source.text == "second.json");
}

TEST_CASE("what was cancelled leaves what was open, and says so to whoever waits", "[opening]") {
    Running page;
    page.openText(threeLayers);
    const std::string before = page.host.address;
    const std::uint32_t ticket = page.session.open(OpenSource{address, "layer=1"});
    CHECK(ticket != 0);
    page.session.run(Command{CancelOpening{}});
    REQUIRE(page.host.cancelled.size() == 1);
    CHECK(page.host.cancelled[0].first == ticket);
    CHECK(page.host.cancelled[0].second == "https://example.org/a.json: Opening was cancelled.");
    page.feed(threeLayers, ticket, "late.json");
    CHECK(page.session.state().document->name == "keys.json");
    CHECK(page.host.address == before);
    CHECK(page.session.state().messages.empty());
    CHECK_FALSE(page.session.state().isOpening());
    page.session.run(Command{CancelOpening{}});  // nothing is left to cancel
    CHECK(page.host.cancelled.size() == 1);
}

TEST_CASE("exports and openings are counted together", "[opening]") {
    Running page;
    const std::uint32_t opening = page.give();
    const std::uint32_t exported = page.session.takeTicket();
    CHECK(exported > opening);
    CHECK(page.give() > exported);
    // A command that opens nothing has no ticket.
    page.feed(threeLayers);
    CHECK(page.session.open(ApplyFields{"layer=2"}) == 0);
}

TEST_CASE("the first address opens its data, and without any the sample", "[opening]") {
    AppState state;
    Effects effects = update(state, Command(BeginPage{"", "first-sample"}));
    REQUIRE(findEffect<FetchEffect>(effects));
    CHECK(findEffect<FetchEffect>(effects)->source.text == "first-sample");

    AppState view;
    update(view, Command(BeginPage{"method=raw&layer=2&x=1", "first-sample"}));
    effects = update(view, Event(Opened{view.loading.ticket, encoderDocument()}));
    CHECK_FALSE(pushes(effects));
    CHECK(view.view.method == Method::raw);
    CHECK(view.view.layer == 1);
    CHECK(view.messages.size() == 1);  // x=1

    AppState named;
    effects = update(named, Command(BeginPage{"v=1&sample=100%&layer=2", "first-sample"}));
    CHECK(findEffect<FetchEffect>(effects)->source.text == "100%");

    // A key without data is no data.
    AppState nothing;
    effects = update(nothing, Command(BeginPage{"v=1&sample=&local=", "first-sample"}));
    CHECK(findEffect<FetchEffect>(effects)->source.text == "first-sample");
}

TEST_CASE("where the first data cannot be had the sample is shown, once, and the reason beside it",
          "[opening]") {
    AppState state;
    update(state, Command(BeginPage{"url=https%3A//example.org/a.json", "first-sample"}));
    const std::uint32_t wanted = state.loading.ticket;
    Effects effects = update(state, Event(OpeningFailed{wanted, unreadable()}));
    REQUIRE(findEffect<FailedEffect>(effects));
    CHECK(findEffect<FailedEffect>(effects)->ticket == wanted);
    REQUIRE(findEffect<FetchEffect>(effects));
    CHECK(findEffect<FetchEffect>(effects)->source.text == "first-sample");
    CHECK(state.messages.size() == 1);
    SECTION("it opens") {
        update(state, Event(Opened{state.loading.ticket, encoderDocument()}));
        CHECK(findingsOf(state) == std::vector<std::string>{unreadable().finding});
        CHECK(state.messages[0].kind == Message::Kind::error);
        CHECK(state.document);
        // A later failure does not bring it back.
        effects = update(state, Event(OpeningFailed{give(state, "x.json"), unreadable()}));
        CHECK(findEffect<FetchEffect>(effects) == nullptr);
    }
    SECTION("it cannot be had either") {
        Problem offline = unreadable();
        offline.finding = "The network is down.";
        effects = update(state, Event(OpeningFailed{state.loading.ticket, offline}));
        CHECK(findEffect<FetchEffect>(effects) == nullptr);
        CHECK(findingsOf(state) ==
              std::vector<std::string>{"The network is down.", unreadable().finding});
        CHECK_FALSE(state.isOpening());
    }
    SECTION("somebody opens other data meanwhile") {
        give(state, "mine.json");
        CHECK(findingsOf(state) == std::vector<std::string>{unreadable().finding});
        update(state, Event(Opened{state.loading.ticket, encoderDocument()}));
        CHECK(state.source.text == "mine.json");
        CHECK(state.messages.empty());
    }
}

TEST_CASE("a file that is kept opens after a reload as it was looked at and read", "[opening]") {
    AppState state;
    Effects effects = update(
        state, Command(BeginPage{"v=1&local=keys.json&read=averaged&method=raw&layer=4", "x"}));
    REQUIRE(findEffect<LookForEffect>(effects));
    CHECK(state.isOpening());
    CHECK(state.loading.ticket == 0);
    SECTION("kept") {
        effects = update(state, Event(StoredFile{"keys.json", 5}));
        const auto* fetch = findEffect<FetchEffect>(effects);
        REQUIRE(fetch);
        CHECK(fetch->source.given == 5);
        CHECK(fetch->source.options.averageHeads);
        CHECK(state.messages.empty());
        effects = update(state, Event(Opened{fetch->ticket, encoderDocument()}));
        REQUIRE(findEffect<HoldEffect>(effects));
        CHECK(findEffect<HoldEffect>(effects)->given == 5);
        CHECK(state.view.method == Method::raw);
        CHECK(state.view.layer == 3);
    }
    SECTION("not kept: the page waits for it, and no sample takes its place") {
        effects = update(state, Event(StoredFile{"keys.json", 0}));
        CHECK(effects.empty());
        CHECK_FALSE(state.isOpening());
        REQUIRE(state.messages.size() == 1);
        CHECK(state.messages[0].kind == Message::Kind::note);
        CHECK(writeShare(state) == "v=1");
        effects = update(state, Event(OpeningFailed{give(state, "bad.json"), unreadable()}));
        CHECK(findEffect<FetchEffect>(effects) == nullptr);
        // When it is finally dropped, it is read as the link requires.
        update(state, Command(ApplyFields{"local=keys.json&read=averaged&layer=2", true}));
        update(state, Event(StoredFile{"keys.json", 0}));
        update(state, Event(Opened{give(state, "keys.json"), encoderDocument()}));
        CHECK(state.source.options.averageHeads);
        CHECK(state.view.layer == 1);
    }
    SECTION("another file is given before the answer comes") {
        const std::uint32_t ticket = give(state, "other.json");
        effects = update(state, Event(StoredFile{"keys.json", 5}));
        REQUIRE(findEffect<ReleaseEffect>(effects));
        CHECK(findEffect<ReleaseEffect>(effects)->given == 5);
        update(state, Event(Opened{ticket, encoderDocument()}));
        CHECK(state.source.text == "other.json");
        CHECK(state.view.method == Method::rollout);
    }
}

TEST_CASE("back and forward lead to files that are still at hand", "[opening]") {
    AppState state;
    open(state, encoderDocument(), local, "layer=2");
    const std::uint32_t keys = state.source.given;
    const std::string first = writeShare(state);
    Effects effects = open(state, encoderDocument(), sample);
    REQUIRE(findEffect<HoldEffect>(effects));
    CHECK(findEffect<HoldEffect>(effects)->given == 0);
    const std::string second = writeShare(state);

    effects = update(state, Command(ApplyFields{first, true}));
    REQUIRE(findEffect<FetchEffect>(effects));
    CHECK(findEffect<FetchEffect>(effects)->source.given == keys);
    CHECK(state.messages.empty());
    CHECK_FALSE(pushes(update(state, Event(Opened{state.loading.ticket, encoderDocument()}))));
    CHECK(writeShare(state) == first);
    update(state, Command(ApplyFields{second, true}));
    CHECK_FALSE(pushes(update(state, Event(Opened{state.loading.ticket, encoderDocument()}))));
    CHECK(writeShare(state) == second);

    // Four files stay. Files that are open or were open before are not among the dropped ones.
    std::vector<std::uint32_t> released;
    for (const char* name : {"a", "b", "c", "d"}) {
        update(state, Command(CancelOpening{}));
        const auto given =
            update(state, Command(GiveFile{keys + 1000 + (name[0] - 'a'), name, {}}));
        for (const Effect& effect : given) {
            if (const auto* one = std::get_if<ReleaseEffect>(&effect))
                released.push_back(one->given);
        }
    }
    CHECK(released == std::vector<std::uint32_t>{keys + 1000});
    update(state, Command(CancelOpening{}));
    effects = update(state, Command(ApplyFields{first, true}));
    CHECK(findEffect<FetchEffect>(effects)->source.given == keys);
    effects = update(state, Command(ApplyFields{"v=1&local=a", true}));
    CHECK(findEffect<FetchEffect>(effects) == nullptr);
    CHECK(findEffect<LookForEffect>(effects));
}

TEST_CASE("a file that was refused does not take the name of the one that is open", "[opening]") {
    AppState state;
    open(state, encoderDocument(), local);
    const std::uint32_t good = state.source.given;
    Problem large = unreadable();
    large.offer = Offer::lessMemory;
    const std::uint32_t ticket = give(state, "keys.json");
    const std::uint32_t bad = state.loading.source.given;
    update(state, Event(OpeningFailed{ticket, large}));
    Effects effects = update(state, Command(ApplyFields{"read=half", false}));
    REQUIRE(findEffect<FetchEffect>(effects));
    CHECK(findEffect<FetchEffect>(effects)->source.given == good);
    update(state, Command(CancelOpening{}));
    // An offer in its message applies to it, not to the other.
    REQUIRE_FALSE(state.messages.empty());
    effects = update(state, Command(ApplyMessageAction{state.messages.back().id, 0}));
    REQUIRE(findEffect<FetchEffect>(effects));
    CHECK(findEffect<FetchEffect>(effects)->source.given == bad);
    CHECK(findEffect<FetchEffect>(effects)->source.options.averageHeads);
    update(state, Command(CancelOpening{}));
    // Nor later, when other data are open.
    open(state, encoderDocument(), sample);
    open(state, encoderDocument(), address);
    effects = update(state, Command(ApplyFields{"v=1&local=keys.json", true}));
    CHECK(findEffect<FetchEffect>(effects)->source.given == good);
}

TEST_CASE("what is offered for a file that is gone says so", "[opening]") {
    AppState state;
    open(state, encoderDocument(), sample);
    Problem large = unreadable();
    large.offer = Offer::lessMemory;
    update(state, Event(OpeningFailed{give(state, "large.json"), large}));
    const int message = state.messages.back().id;
    for (const char* name : {"a", "b", "c", "d"}) give(state, name);
    update(state, Command(CancelOpening{}));
    const Effects effects = update(state, Command(ApplyMessageAction{message, 0}));
    CHECK(findEffect<FetchEffect>(effects) == nullptr);
    CHECK(findingsOf(state) == std::vector<std::string>{"This file is no longer available."});
}

}  // namespace hw::test
