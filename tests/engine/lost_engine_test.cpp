// SPDX-License-Identifier: MIT
// Open documents open again in a new engine with their current view, and no request waits for the lost engine.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <memory>
#include <string>
#include <vector>

#include "page/address/address.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/page_model.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

/// Three examples of two tokens and three layers.
std::string threeExamples() {
    const std::string layer = "[[[0.5,0.5],[0.25,0.75]]]";
    const std::string one =
        R"({"tokens":["a","b"],"attentions":[)" + layer + "," + layer + "," + layer + "]}";
    return R"({"examples":[)" + one + "," + one + "," + one + "]}";
}

struct LostPage : Running {
    /// Opens a link of a sample.
    void openSample(const std::string& fields) {
        session.run(Command(OpenSource{sample, fields}));
        openAgain();
    }
    void openAgain() {
        feed(threeExamples());
        settle();
    }
    std::vector<Standing> columns() {
        std::vector<Standing> all;
        for (const CompareColumn& column :
             pageModel(session.state(), session.results()).of<CompareModel>().columns)
            all.push_back(column.standing);
        return all;
    }
};

constexpr const char* link = "v=1&sample=agreement-keys&method=rollout&layer=2&panel=matrix";

}  // namespace

TEST_CASE("What is changed while a lost engine opens the file again is kept", "[lost]") {
    LostPage page;
    page.openSample(link);
    page.endEngine();
    page.session.run(Command(SetPanel{Panel::heads}));
    page.session.run(Command(SetLayer{2}));
    page.openAgain();
    CHECK(page.session.state().view.panel == Panel::heads);
    CHECK(page.session.state().view.layer == 2);
    CHECK(page.session.state().view.method == Method::rollout);
    CHECK_FALSE(page.session.state().playback.playing);
    CHECK(pageModel(page.session.state(), page.session.results()).bars.ready);
}

TEST_CASE("An example chosen before or while an engine is lost is shown when it is there",
          "[lost]") {
    const bool before = GENERATE(false, true);
    LostPage page;
    page.openSample(link);
    if (before) page.session.run(Command(ApplyFields{"example=2"}));
    page.endEngine();
    if (!before) page.session.run(Command(ApplyFields{"example=2"}));
    CHECK(page.host.sent.empty());  // a new engine has no such file
    page.openAgain();
    CHECK(page.session.state().document->example == 2);
    CHECK(page.session.state().view.panel == Panel::matrix);
    CHECK(page.session.state().view.layer == 1);
    CHECK(page.session.state().pendingExample.isNone());
}

TEST_CASE("Other data that are opened meanwhile do not get the view of the lost ones", "[lost]") {
    LostPage page;
    page.openSample(link);
    page.endEngine();
    page.session.run(Command(OpenSource{{DataSource::Kind::sample, "other", {}}, ""}));
    page.feed(threeExamples());
    page.settle();
    CHECK(page.session.state().view.panel == Panel::bars);
}

TEST_CASE("A column on an example that the engine has not says so", "[lost][compare]") {
    LostPage page;
    page.openSample(link);
    page.session.run(
        Command(ApplyFields{"panel=compare&compare=raw/rollout,example:1/rollout,example:2"}));
    page.settle();
    page.settle();  // the kinds of the examples come first, then their numbers
    for (const Standing& one : page.columns()) CHECK(one.kind == Standing::Kind::there);
    // A file that the engine has closed, as it does with large ones.
    LostPage other;
    other.openSample(link);
    other.engine = std::make_unique<Engine>(std::size_t{64} << 20);
    other.session.run(Command(ApplyFields{"panel=compare&compare=raw/rollout,example:1"}));
    other.settle();
    REQUIRE(other.columns().size() == 2);
    CHECK(other.columns()[1].isRefused());
    CHECK(other.columns()[1].text == "The file is no longer open. Open it again to compare.");
}

TEST_CASE("A file that cannot be opened again leaves no column waiting", "[lost][compare]") {
    LostPage page;
    page.openSample(link);
    page.endEngine();
    Problem why;
    why.finding = "It is gone.";
    page.session.run(Event(OpeningFailed{page.session.state().loading.ticket, why}));
    page.session.run(Command(ApplyFields{"panel=compare&compare=raw/rollout,example:1"}));
    page.settle();
    REQUIRE(page.columns().size() == 2);
    const std::string gone = "The computation crashed (it ran out of memory).";
    CHECK(page.columns()[1].text == gone + " Open the data again, or reload the page.");
    page.session.run(Command(ApplyFields{"example=1"}));
    CHECK(page.session.state().pendingExample.isNone());
    REQUIRE_FALSE(page.session.state().messages.empty());
    CHECK(page.session.state().messages.back().problem.finding == gone);
}

}  // namespace hw::test
