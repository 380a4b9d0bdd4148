// SPDX-License-Identifier: MIT
// The page's program without its window (session/session.h).
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "page/answers/questions.h"
#include "page/shown_page.h"
#include "panels/flow/model.h"
#include "session/api_state.h"
#include "session/running_page.h"

using namespace hw;
using namespace hw::test;

namespace {

const Answer* profileOf(Session& session) {
    return session.results().find(profileQuery(session.state(), session.state().view.method));
}

}  // namespace

TEST_CASE("a file that is opened is asked about, answered and named in the address") {
    Running page;
    const std::uint32_t ticket = page.openText(threeLayers);
    CHECK(page.host.openedTickets == std::vector<std::uint32_t>{ticket});
    REQUIRE(page.session.state().document);
    CHECK(page.host.address.starts_with("v=1&"));
    CHECK(page.session.isWithoutPicture() == false);  // nothing has been asked yet
    page.session.ask();
    CHECK(page.session.isWaiting());
    CHECK(page.session.isWithoutPicture());
    page.settle();
    CHECK_FALSE(page.session.isWaiting());
    const Answer* answer = profileOf(page.session);
    REQUIRE(answer != nullptr);
    CHECK(answer->rows == 3);
    page.session.ask();
    CHECK(page.host.sent.empty());  // nothing is asked twice
}

TEST_CASE("an example that was asked for is waited for until it is there, or can never be") {
    const std::string other = R"({"tokens":["a","b"],"attentions":[[[[1,0],[0.5,0.5]]]]})";
    const std::string three =
        R"({"format":"headwaters/1","examples":[)" + other + ',' + other + ',' + other + "]}";
    for (const char* fields : {"example=2", "panel=compare&compare=raw/raw,example:1"}) {
        Running page;
        page.openText(three);
        page.settle();
        CHECK_FALSE(page.session.isWaiting());
        page.session.run(Command{ApplyFields{fields}});
        page.session.ask();
        CHECK(page.session.isWaiting());
        page.settle();
        CHECK_FALSE(page.session.isWaiting());
    }
    Running lost;
    lost.openText(three);
    lost.settle();
    lost.session.run(Command{ApplyFields{"example=2"}});
    lost.endEngine(true);
    lost.session.ask();
    CHECK_FALSE(lost.session.isWaiting());
}

TEST_CASE("a file that is no attention leaves what is open, and the host is told") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    const std::uint32_t ticket = page.openText("{\"tokens\": 3}", "other.json");
    REQUIRE(page.host.failures.size() == 1);
    CHECK(page.host.failures[0].first == ticket);
    CHECK_FALSE(page.host.failures[0].second.empty());
    CHECK(page.session.state().document->current.tokens.size() == 3);
    CHECK(profileOf(page.session) != nullptr);
    CHECK(page.session.state().messages.size() == 1);
}

TEST_CASE("what an engine had open is shown on, and asked again of the next one") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.endEngine();
    CHECK(profileOf(page.session) != nullptr);
    page.session.run(Command{SetMethod{Method::flow}});
    page.session.ask();
    CHECK(page.host.sent.empty());  // nobody there has the data
    page.session.exportNumbers(7, profileQuery(page.session.state(), Method::rollout), "csv");
    REQUIRE(page.host.refusedExports.size() == 1);
    CHECK(page.host.refusedExports[0].second.find("reopened") != std::string::npos);

    page.feed(threeLayers);
    page.settle();
    const Answer* answer = profileOf(page.session);
    REQUIRE(answer != nullptr);
    CHECK_FALSE(answer->problem);
    CHECK(answer->rows == 3);
}

TEST_CASE("a question at which two engines ended is not asked a third time") {
    Running page;
    page.openText(threeLayers);
    page.session.ask();  // under way when the engine ends
    page.endEngine();
    page.feed(threeLayers);
    page.session.ask();
    page.endEngine();
    page.feed(threeLayers);
    page.settle();
    const Answer* first = profileOf(page.session);
    REQUIRE(first != nullptr);
    REQUIRE(first->problem);
    CHECK(first->problem->finding.find("twice") != std::string::npos);
    // Everything else is answered, and so is the same question about other data.
    CHECK_FALSE(page.session.isWaiting());
    page.openText(threeLayers);
    page.settle();
    CHECK_FALSE(profileOf(page.session)->problem);
}

TEST_CASE("without an engine for good every question is refused with the reason") {
    Running page;
    page.openText(threeLayers);
    page.endEngine(true);
    CHECK(page.host.fetches.size() == 1);  // the first opening, so nothing is opened again
    page.session.ask();
    CHECK(page.host.sent.empty());
    CHECK_FALSE(page.session.isWaiting());
    const Answer* answer = profileOf(page.session);
    REQUIRE(answer != nullptr);
    CHECK(answer->problem->finding == "The computation crashed (it ran out of memory).");
    CHECK(page.session.prepare({profileQuery(page.session.state(), Method::raw)}) !=
          Session::Readiness::waiting);
}

TEST_CASE("what a figure needs beside the views is prepared once") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    const std::vector<Query> wanted{matrixQuery(page.session.state(), Method::rollout, 1)};
    page.session.results().clear();
    CHECK(page.session.prepare(wanted) == Session::Readiness::waiting);
    CHECK(page.session.prepare(wanted) == Session::Readiness::waiting);
    page.deliver();
    page.work();
    CHECK(page.session.prepare(wanted) == Session::Readiness::ready);
    // An answer that is dropped again would be requested forever.
    page.session.results().clear();
    CHECK(page.session.prepare(wanted) == Session::Readiness::impossible);
}

TEST_CASE("numbers are exported under their ticket") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.exportNumbers(5, matrixQuery(page.session.state(), Method::rollout, 2), "csv");
    page.deliver();
    page.work();
    REQUIRE(page.host.exports.size() == 1);
    CHECK(page.host.exports[0].first == 5);
    CHECK(page.host.exports[0].second.starts_with("text/csv"));
}

TEST_CASE("work is stopped only where some is under way") {
    Running page;
    page.openText(threeLayers);
    page.session.run(Command{SetPanel{Panel::matrix}});
    page.session.run(Command{SetMethod{Method::flow}});
    page.settle();
    page.session.run(Command{StopWork{true}});
    CHECK(page.session.state().stopped.empty());
}

TEST_CASE("effects reach the host") {
    Running page;
    page.session.run(Command{OpenSource{{DataSource::Kind::sample, "digit-4", {}}, ""}});
    REQUIRE(page.host.fetches.size() == 1);
    CHECK(page.host.fetches[0].source.text == "digit-4");
    CHECK(page.host.fetches[0].name == "digit-4");
    page.session.run(Command{CancelOpening{}});
    REQUIRE(page.host.cancelled.size() == 1);
    CHECK(page.host.cancelled[0].first == page.host.fetches[0].ticket);
    CHECK(page.host.said.back() == "Opening cancelled");
    page.session.run(Command{ShowDialog{"help"}});
    CHECK(page.host.dialogs == std::vector<std::string>{"help"});
    CHECK(page.host.frames > 0);
    const std::string nonsense = "no message";
    CHECK_FALSE(page.session.engineMessage(std::as_bytes(std::span(nonsense))));
}

TEST_CASE("the state for programs counts from 0 and names what is open") {
    Running page;
    CHECK(apiStateJson(page.session.state()).find("\"document\":null") != std::string::npos);
    page.openText(threeLayers);
    page.session.run(Command{SetLayer{1}});
    const std::string json = apiStateJson(page.session.state());
    CHECK(json.find("\"layer\":1") != std::string::npos);
    CHECK(json.find("\"kind\":\"local\",\"text\":\"keys.json\"") != std::string::npos);
    CHECK(json.find("\"tokens\":[\"a\",\"b\",\"c\"]") != std::string::npos);
    CHECK(json.find("\"gradients\":false,\"scores\":[]") != std::string::npos);
    CHECK(json.find("\"figures\":[\"bars\",\"matrix\"") != std::string::npos);
    CHECK(examplesJson(page.session.state()).starts_with("{\"titles\":["));
    page.openText(
        R"({"tokens":["x","y"],"attentions":[[[[1,0],[0.5,0.5]]]],"gradients":[[[[0,1],[1,0]]]],"importance":{"blank-out":[1,2]}})");
    CHECK(
        apiStateJson(page.session.state()).find("\"gradients\":true,\"scores\":[\"blank-out\"]") !=
        std::string::npos);
}

TEST_CASE("a link is of what stood on the page when it was asked for, or of nothing") {
    Running page;
    page.openText(threeLayers);
    const Session::ShownExample before = page.session.shown();
    page.session.makeLink(4, false, before);
    // Another file, before the answer.
    page.openText(R"({"tokens":["x","y"],"attentions":[[[[1,0],[0.5,0.5]]],[[[1,0],[0.5,0.5]]]]})");
    page.deliver();
    CHECK(page.session.shown() != before);
    CHECK(page.host.exports.empty());
    REQUIRE(page.host.refusedExports.size() == 1);
    CHECK(page.host.refusedExports[0].first == 4);
    // And before it was passed on, for example while its picture was decoded.
    page.session.makeLink(5, false, before);
    REQUIRE(page.host.refusedExports.size() == 2);
    page.session.makeLink(6, false, page.session.shown());
    page.deliver();
    CHECK(page.host.exports.size() == 1);
}

TEST_CASE("a link tells its sender how far rounding moves rank correlations with the scores") {
    for (const bool scores : {true, false}) {
        Running page;
        page.openText(scores ? fileText(reference("toy_agreement_keys.json")) : threeLayers);
        page.session.makeLink(4, false, page.session.shown());
        page.deliver();
        REQUIRE(page.host.exports.size() == 1);
        const std::string& text = page.host.exports[0].second;
        const std::size_t at = text.find("\"rankError\":");
        REQUIRE(at != std::string::npos);
        const double error = std::strtod(text.c_str() + at + 12, nullptr);
        CHECK(error < 0.5);
        CHECK((scores ? error > 0.01 : error == 0));
    }
}

TEST_CASE("a link that holds the data is made of what is shown, and leads to the same") {
    for (const bool heads : {false, true}) {
        Running page;
        page.openText(threeLayers);
        page.session.run(Command{SetLayer{1}});
        page.session.run(Command{SetOutput{2, false}});
        page.session.makeLink(4, heads, page.session.shown());
        page.deliver();
        REQUIRE(page.host.exports.size() == 1);
        const std::string& text = page.host.exports[0].second;
        const std::size_t at = text.find("\"fragment\":\"") + 12;
        const std::string fragment = text.substr(at, text.find('"', at) - at);
        CHECK(fragment.starts_with("v=1&"));
        CHECK(fragment.find("layer=2&token=2") != std::string::npos);
        CHECK(fragment.rfind("&data=") > fragment.rfind("&token="));
        CHECK(text.find("\"characters\":" + std::to_string(fragment.size())) != std::string::npos);

        Running stranger;
        stranger.session.run(Command{ApplyFields{fragment, true}});
        REQUIRE(stranger.host.fetches.size() == 1);
        const DataSource source = stranger.host.fetches[0].source;
        CHECK(source.kind == DataSource::Kind::data);
        stranger.feed("data=" + source.text);
        stranger.settle();
        const AppState& state = stranger.session.state();
        REQUIRE(state.document);
        CHECK(state.view.layer == 1);
        CHECK(state.view.outputs == std::vector<int>{2});
        CHECK(state.document->current.tokens == std::vector<std::string>{"a", "b", "c"});
        CHECK(stranger.host.address == fragment);
        page.settle();
        const std::vector<float> exact = profileOf(page.session)->values;
        const std::vector<float> rounded = profileOf(stranger.session)->values;
        REQUIRE(rounded.size() == exact.size());
        for (std::size_t i = 0; i < exact.size(); ++i) {
            CHECK(std::abs(rounded[i] - exact[i]) < 0.002F);
        }
    }
}
