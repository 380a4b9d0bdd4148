// SPDX-License-Identifier: MIT
// No view waits for an answer that never comes. Checks every sample, side, method and panel, after the engine has
// answered all requests.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>

#include "page/address/address.h"
#include "page/answers/standing.h"
#include "page/rules/available.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/evolution/multiples_model.h"
#include "panels/faithfulness/model.h"
#include "panels/flow/model.h"
#include "panels/heads/model.h"
#include "panels/image/model.h"
#include "panels/page_mirror.h"

namespace hw::test {
namespace {

constexpr Panel panels[] = {Panel::overview,  Panel::bars,  Panel::matrix,
                            Panel::evolution, Panel::flow,  Panel::heads,
                            Panel::compare,   Panel::image, Panel::faithfulness};
constexpr auto allMethodsThere = every<Method>();

/// Sends queries as the session does, until there are none.
void settle(ShownPage& page) {
    for (int round = 0; round < 50; ++round) {
        const std::vector<Query> questions = questionsToAsk(page.state, page.results);
        if (questions.empty()) return;
        page.engine.received.clear();
        page.engine.send(wire::Ask{questions, true});
        page.engine.workAll();
        for (auto& one : page.engine.all<wire::Answered>()) page.results.put(one.answer);
    }
    FAIL("The views never have all that they ask for");
}

std::vector<std::string> kindsOf(const PageModel& page) {
    std::vector<Standing> all{page.bars.standing,
                              page.raw.standing,
                              page.result.standing,
                              page.evolution.standing,
                              page.of<FlowModel>().standing,
                              page.of<HeadsModel>().standing,
                              page.of<MultiplesModel>().standing,
                              page.of<ImageModel>().standing,
                              page.of<FaithfulnessModel>().standing};
    for (const CompareColumn& column : page.of<CompareModel>().columns)
        all.push_back(column.standing);
    std::vector<std::string> waiting;
    for (const Standing& one : all) {
        if (one.kind == Standing::Kind::underWay) waiting.push_back(one.text);
    }
    return waiting;
}

void walk(const std::string& text) {
    ShownPage page;
    page.engine.open(text);
    const auto* opened = page.engine.last<wire::Opened>();
    REQUIRE(opened);
    open(page.state, opened->document, sample, "v=1&sample=x");
    for (const Side side : availableSides(page.state.document->current)) {
        for (const Method method : allMethodsThere) {
            for (const Panel panel : panels) {
                update(page.state, Command(ApplyFields{"side=" + std::string(nameOf(side))}));
                update(page.state, Command(SetMethod{method}));
                update(page.state, Command(SetPanel{panel}));
                page.state.playback.playing = false;
                settle(page);
                const PageModel model = pageModel(page.state, page.results);
                INFO(nameOf(side) << ' ' << nameOf(page.state.view.method) << ' ' << nameOf(panel));
                CHECK(kindsOf(model).empty());
                CHECK(mirrorJson(model, page.state).find("Computing") == std::string::npos);
                if (page.state.view.panel == Panel::flow)
                    CHECK((model.of<FlowModel>().flow != nullptr ||
                           model.of<FlowModel>().standing.isRefused()));
            }
        }
    }
}

}  // namespace

TEST_CASE("No panel of any sample says that it computes once nothing is computed", "[standing]") {
    const std::filesystem::path folder = std::string(HW_TEST_DATA) + "/../../web/samples";
    int walked = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json" || entry.path().stem() == "index") continue;
        INFO(entry.path().string());
        walk(fileText(entry.path().string()));
        ++walked;
    }
    CHECK(walked >= 15);
}

TEST_CASE("A question's standing says why there is no answer", "[standing]") {
    ShownPage page(threeLayers, "method=rollout");
    const Query asked = profileQuery(page.state, Method::rollout);
    CHECK(standingOf(page.state, page.results, asked).kind == Standing::Kind::there);
    Query other = matrixQuery(page.state, Method::flow, 2);
    CHECK(standingOf(page.state, page.results, other).kind == Standing::Kind::notAsked);
    page.results.markPending(other);
    CHECK(standingOf(page.state, page.results, other).kind == Standing::Kind::underWay);
    Problem why;
    why.finding = "Nobody knows.";
    page.results.refusePending(why);
    CHECK(standingOf(page.state, page.results, other).text == "Nobody knows.");
    CHECK_FALSE(page.results.isPending(other));
    const Query never = profileQuery(page.state, Method::relevance);
    CHECK(standingOf(page.state, page.results, never).isRefused());
}

TEST_CASE("An engine that is lost takes its other files along, and the view stays", "[standing]") {
    ShownPage page(threeLayers, "method=raw&layer=2&token=1");
    const std::string before = writeShare(page.state);
    update(page.state, Event(EngineLost{"out of memory"}));
    CHECK(writeShare(page.state) == before);
    CHECK_FALSE(page.state.earlier);
    const DocumentSummary same = *page.state.document;
    const Effects effects = update(page.state, Event(Opened{page.state.loading.ticket, same}));
    CHECK(writeShare(page.state) == before);
    CHECK_FALSE(page.state.playback.playing);
    CHECK_FALSE(page.state.earlier);  // it was the same file, in an engine that has ended
    for (const Effect& effect : effects) {
        if (const auto* address = std::get_if<AddressEffect>(&effect)) CHECK_FALSE(address->push);
    }
}

}  // namespace hw::test
