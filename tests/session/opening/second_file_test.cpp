// SPDX-License-Identifier: MIT
// A link that names two files. The second is opened first, and is the one that columns and the graph compare with.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "page/address/address.h"
#include "page/rules/compared_views.h"
#include "page/shown_page.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

constexpr const char* link =
    "v=1&url=https://a.example/tuned.json&second=https://a.example/base.json&layer=2"
    "&panel=compare&compare=rollout/rollout,file:earlier";

const AppState& stateOf(Running& page) { return page.session.state(); }

Problem gone() { return {Code::cannotRead, "", "There is no such file.", "", {}}; }

}  // namespace

TEST_CASE("a link's second file is opened before the first, which compares with it", "[opening]") {
    Running page;
    page.session.run(Command{BeginPage{link, "first-sample"}});
    REQUIRE(page.host.fetches.size() == 1);
    CHECK(page.host.fetches[0].source.text == "https://a.example/base.json");
    page.feed(threeLayers);
    CHECK_FALSE(stateOf(page).document);
    REQUIRE(page.host.fetches.size() == 2);
    CHECK(page.host.fetches[1].source.text == "https://a.example/tuned.json");
    page.feed(threeLayers);
    page.settle();
    REQUIRE(stateOf(page).earlier);
    CHECK(stateOf(page).document->id != stateOf(page).earlier->id);
    CHECK(stateOf(page).source.text == "https://a.example/tuned.json");
    CHECK(stateOf(page).view.compared.size() == 2);
    CHECK(stateOf(page).messages.empty());
    // A caller that waits for the link waits for both.
    const auto& told = page.host.openedTickets;
    CHECK(std::ranges::find(told, page.host.fetches[0].ticket) != told.end());
    CHECK(std::ranges::find(told, page.host.fetches[1].ticket) != told.end());
    CHECK(page.host.address.find("second=https://a.example/base.json") != std::string::npos);
    // The same URL again opens nothing.
    page.session.run(Command{ApplyFields{page.host.address, true}});
    CHECK(page.host.fetches.size() == 2);
    page.session.run(Command{ApplyFields{"compare=usual", false}});
    CHECK(page.host.address.find("second") == std::string::npos);
}

TEST_CASE("where the second file cannot be opened the first is, and a note says so", "[opening]") {
    Running page;
    page.openText(threeLayers, "other.json");
    page.session.run(Command{ApplyFields{link, false}});
    page.session.run(Event{OpeningFailed{stateOf(page).loading.ticket, gone()}});
    page.feed(threeLayers);
    page.settle();
    REQUIRE(stateOf(page).document);
    CHECK(stateOf(page).source.text == "https://a.example/tuned.json");
    CHECK_FALSE(stateOf(page).earlier);  // the open file was not the intended one
    CHECK(stateOf(page).view.compared.empty());
    REQUIRE(stateOf(page).messages.size() == 2);
    for (const Message& message : stateOf(page).messages)
        CHECK(message.kind == Message::Kind::note);
    CHECK(stateOf(page).messages.back().problem.finding ==
          "The link’s second file could not be opened: There is no such file.");
    CHECK(page.host.failures.empty());
}

TEST_CASE("a second file whose first does not come is the file before", "[opening]") {
    Running page;
    page.openText(threeLayers, "open.json");
    const std::uint32_t open = stateOf(page).document->id;
    page.session.run(Command{ApplyFields{link, false}});
    const std::uint32_t waited = stateOf(page).loading.ticket;
    page.feed(threeLayers);
    SECTION("it fails") {
        page.session.run(Event{OpeningFailed{stateOf(page).loading.ticket, gone()}});
        CHECK(page.host.failures.size() == 2);
        CHECK(page.host.failures[1].first == waited);
    }
    SECTION("it is cancelled") {
        page.session.run(Command{CancelOpening{}});
        CHECK(page.host.cancelled.size() == 2);
    }
    CHECK(stateOf(page).document->id == open);
    REQUIRE(stateOf(page).earlier);
    const std::uint32_t second = stateOf(page).earlier->id;
    CHECK(second != open);
    // The engine keeps the newest document and the one before it.
    page.openText(threeLayers, "next.json");
    page.session.run(
        Command{ApplyFields{"panel=compare&layer=2&compare=rollout/rollout,file:earlier", false}});
    page.settle();
    REQUIRE(stateOf(page).earlier);
    CHECK(stateOf(page).earlier->id == second);
    for (const ComparedView& column : stateOf(page).view.compared)
        CHECK(whyRefused(stateOf(page), column) == nullptr);
    page.openText(threeLayers, "last.json");
    CHECK(stateOf(page).earlier->name == "next.json");
}

TEST_CASE("who waits for a link of two files whose first is a data set's list is told of it",
          "[opening]") {
    Running page;
    page.openText(threeLayers, "open.json");
    page.session.run(Command{ApplyFields{link, false}});
    const std::uint32_t waited = stateOf(page).loading.ticket;
    const bool fails = GENERATE(false, true);
    if (fails)
        page.session.run(Event{OpeningFailed{waited, gone()}});
    else
        page.feed(threeLayers);
    page.feed("{\"format\":\"headwaters-dataset/1\",\"settings\":{}}\n{\"file\":\"a.json\"}\n");
    const auto& told = page.host.listTickets;
    CHECK(std::ranges::find(told, waited) != told.end());
    // A file that could not be opened is reported now, not after something else.
    CHECK(stateOf(page).messages.size() == (fails ? 1 : 0));
    CHECK_FALSE(stateOf(page).openings.later);
}

TEST_CASE("what is open becomes the second file without being fetched", "[opening]") {
    Running page;
    page.session.run(Command{ApplyFields{"url=https://a.example/base.json", false}});
    page.feed(threeLayers);
    page.session.run(Command{ApplyFields{link, false}});
    REQUIRE(page.host.fetches.size() == 2);
    CHECK(page.host.fetches[1].source.text == "https://a.example/tuned.json");
    page.feed(threeLayers);
    CHECK(stateOf(page).view.compared.size() == 2);
}

TEST_CASE("second files are addresses of http, samples and gists, and nothing else", "[share]") {
    const auto second = [](const std::string& value) {
        return parseShare("sample=x&second=" + value).second;
    };
    CHECK(second("http://a.example/b.json").kind == DataSource::Kind::url);
    CHECK(second("data/b.json").kind == DataSource::Kind::url);
    CHECK(second("sample:agreement-keys").kind == DataSource::Kind::sample);
    CHECK(second("gist:0123456789abcdef0123").text == "0123456789abcdef0123");
    for (const char* bad :
         {"data:application/json,{}", "blob:https://a.example/1", "file:///etc/x", "javascript:1",
          "local:a.json", "%20data:,x", "da%09ta:,x", "sample:", ""}) {
        INFO(bad);
        const Share share = parseShare(std::string("sample=x&second=") + bad);
        CHECK(share.second.kind == DataSource::Kind::none);
        CHECK(share.dropped.size() == 1);
    }
    const Share read = parseShare("sample=x&second=b.json&second-read=averaged,half");
    CHECK(read.second.options.averageHeads);
    CHECK(read.second.options.halfWeights);
    CHECK_FALSE(read.source.options.averageHeads);
    CHECK(fieldsText(read).empty());
}

TEST_CASE("a second file that is on somebody's machine stays out of links", "[share]") {
    Running page;
    page.openText(threeLayers, "before.json");
    page.session.run(Command{ApplyFields{"url=https://a.example/tuned.json", false}});
    page.feed(threeLayers);
    page.session.run(
        Command{ApplyFields{"panel=compare&layer=2&compare=rollout/rollout,file:earlier", false}});
    page.settle();
    CHECK(usesEarlier(stateOf(page)));
    CHECK(linkedSecond(stateOf(page)).empty());
    CHECK(page.host.address.find("second") == std::string::npos);
    // Links that hold their data drop fields that they cannot show.
    CHECK(writeLink(stateOf(page), "x", true).find("compare=") == std::string::npos);
}

}  // namespace hw::test
