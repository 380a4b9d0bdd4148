// SPDX-License-Identifier: MIT
// The views that ask a model. Covers when they appear, where their tabs are, how to leave them, and their part of a
// link.
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/shown_page.h"
#include "session/actions/actions.h"
#include "session/update.h"

using namespace hw;
using namespace hw::test;

namespace {

std::vector<Panel> firstOf(const ShownPage& page, std::size_t count) {
    std::vector<Panel> offered = panelsOf(page.state.document->current);
    offered.resize(std::min(offered.size(), count));
    return offered;
}

void press(ShownPage& page, std::string_view key) {
    for (const Command& command : commandsForKey(page.state, key)) update(page.state, command);
}

}  // namespace

TEST_CASE("without a model Bars is the first tab, and no view asks one", "[asked]") {
    ShownPage page(threeLayers, "panel=matrix");
    const std::vector<Panel> offered = panelsOf(page.state.document->current);
    CHECK(firstOf(page, 4) == std::vector{Panel::bars, Panel::heads, Panel::flow, Panel::matrix});
    CHECK(std::ranges::none_of(offered, isOfModel));
    CHECK_FALSE(isUnderMore(Panel::bars, offered));
    CHECK(isUnderMore(Panel::overview, offered));
    page.set("panel=lens");
    CHECK(page.state.view.panel == Panel::matrix);
    press(page, "L");
    CHECK(page.state.view.panel == Panel::matrix);
}

TEST_CASE("what the model answers comes first, and Bars is under More", "[asked]") {
    ShownPage page(threeLayers, "");
    page.state.document->current.asks = {"lens", "experiment", "blanked",
                                         "swap", "decide",     "circuit"};
    const std::vector<Panel> offered = panelsOf(page.state.document->current);
    CHECK(firstOf(page, 7) == std::vector{Panel::words, Panel::lens, Panel::heads, Panel::flow,
                                          Panel::matrix, Panel::swap, Panel::experiment});
    CHECK_FALSE(isUnderMore(Panel::experiment, offered));
    CHECK(isUnderMore(Panel::bars, offered));
    CHECK(isUnderMore(Panel::decides, offered));
    CHECK(isUnderMore(Panel::circuit, offered));
    page.state.document->current.asks = {"lens"};
    CHECK(firstOf(page, 2) == std::vector{Panel::lens, Panel::heads});
}

TEST_CASE("for a picture in a prompt Patches is the first tab", "[asked]") {
    ShownPage page(threeLayers, "");
    page.state.document->current.asks = {"lens", "blanked", "patches"};
    CHECK(firstOf(page, 3) == std::vector{Panel::patches, Panel::words, Panel::lens});
    page.set("panel=patches");
    CHECK(page.state.view.panel == Panel::patches);
}

TEST_CASE("Escape leads from a view of the model to the view before", "[asked]") {
    ShownPage page(threeLayers, "panel=matrix");
    page.state.document->current.asks = {"lens", "experiment"};
    press(page, "L");
    CHECK(page.state.view.panel == Panel::lens);
    press(page, "E");
    CHECK(page.state.view.panel == Panel::experiment);
    press(page, "Escape");
    CHECK(page.state.view.panel == Panel::matrix);
    CHECK(commandsForKey(page.state, "Escape").empty());
}

TEST_CASE("a link has the view and the choices of an experiment", "[asked]") {
    ShownPage page(threeLayers, "");
    page.state.document->current.asks = {"lens", "experiment"};
    page.set("panel=experiment&experiment=edge.flow.zero.99.2-6");
    const std::string link = writeShare(page.state);
    CHECK(link.find("panel=experiment") != std::string::npos);
    CHECK(link.find("experiment=edge.flow.zero.99.2-6") != std::string::npos);
    page.set("experiment=%3Cscript%3E");
    CHECK(page.state.view.experiment == "edge.flow.zero.99.2-6");
    page.set("panes=lens/heads");
    CHECK(writeShare(page.state).find("panes=lens/heads") != std::string::npos);
}
