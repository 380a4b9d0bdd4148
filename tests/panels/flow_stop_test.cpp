// SPDX-License-Identifier: MIT
// The flows of a long input show their progress and can be stopped, in the view of flow too.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

#include "page/answers/needed_questions.h"
#include "page/shown_page.h"
#include "panels/flow/model.h"

using namespace hw;
using namespace hw::test;

namespace {

/// Like the session, where a request is pending until it is answered.
void openAndAsk(ShownPage& page, const std::string& text, const std::string& fields) {
    page.engine.open(text);
    REQUIRE(page.engine.last<wire::Opened>());
    open(page.state, page.engine.last<wire::Opened>()->document, sample, "v=1&sample=x&" + fields);
    REQUIRE_FALSE(questionsToAsk(page.state, page.results).empty());
}

/// The current state, with nothing fetched first.
FlowModel flowOf(ShownPage& page) { return pageModel(page.state, page.results).of<FlowModel>(); }

}  // namespace

TEST_CASE("a long input's flow to all inputs shows its progress and is stopped", "[app][flow]") {
    for (const char* sink : {"sink=all", "sink=3"}) {
        ShownPage page;
        openAndAsk(page, longEvenText(), std::string("panel=flow&method=flow&token=2&") + sink);
        INFO(sink);
        const FlowModel under = flowOf(page);
        CHECK(under.progress == "0 %");
        CHECK_FALSE(under.stopped);
        REQUIRE_FALSE(longQuestions(page.state).empty());
        update(page.state, Command(StopWork{true}));
        const FlowModel stopped = flowOf(page);
        CHECK(stopped.stopped);
        CHECK(stopped.progress == "stopped at 0 %");
        // The graph itself is fast, and does not wait for the rest.
        const std::vector<Query> needed = neededQueries(page.state, page.results);
        CHECK(std::ranges::none_of(needed, [](const Query& query) {
            return query.what == Query::What::profile && query.method == Method::flow;
        }));
        CHECK(std::ranges::find(needed, Query::What::flowEdges, &Query::what) != needed.end());
        update(page.state, Command(StopWork{false}));
        page.fetch();
        const FlowModel done = flowOf(page);
        CHECK(done.flow != nullptr);
        CHECK(done.progress.empty());
    }
}

TEST_CASE("a short input's flow has no progress to show", "[app][flow]") {
    ShownPage page;
    openAndAsk(page, threeLayers, "panel=flow&method=flow&sink=all");
    CHECK(flowOf(page).progress.empty());
    CHECK(std::ranges::none_of(longQuestions(page.state), [](const Query& query) {
        return query.what == Query::What::profile;
    }));
}
