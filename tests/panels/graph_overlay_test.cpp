// SPDX-License-Identifier: MIT
// The graphs of two files overlaid. Sums are exact fractions computed in Python.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "page/address/address.h"
#include "page/shown_page.h"
#include "panels/flow/file_presence.h"
#include "panels/graph/model.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

/// The tokens of threeLayers with other weights.
constexpr const char* tuned = R"({"tokens":["a","b","c"],"attentions":[)"
                              R"([[[0.2,0.2,0.6],[0.1,0.6,0.3],[0.5,0.5,0]]],)"
                              R"([[[0.8,0.1,0.1],[0.7,0.2,0.1],[0,0.5,0.5]]],)"
                              R"([[[0.1,0.1,0.8],[0,1,0],[0.25,0.25,0.5]]]]})";

/// threeLayers is open, and `before` was.
GraphModel both(ShownPage& page, const std::string& before, const std::string& fields) {
    page.openText(before, "");
    page.openText(threeLayers, "panel=graph&layer=3&both-files=on&" + fields);
    return page.model().of<GraphModel>();
}

struct Known {
    double both[2];
    double own[2];
    double hidden[2];
};

void check(const GraphModel& model, std::initializer_list<Known> layers) {
    REQUIRE(model.shared.size() == layers.size());
    auto known = layers.begin();
    for (const SharedPaths& paths : model.shared) {
        for (const int file : {0, 1}) {
            INFO("layer " << paths.layer + 1 << ", file " << file);
            CHECK(near(paths.both[file], known->both[file]));
            CHECK(near(paths.own[file], known->own[file]));
            CHECK(near(paths.hidden[file], known->hidden[file]));
        }
        ++known;
    }
}

int count(const GraphModel& model, FilePresence files) {
    int edges = 0;
    for (const FlowRibbon& ribbon : model.graph.ribbons) edges += ribbon.files == files ? 1 : 0;
    for (const GraphLine& line : model.lines) edges += line.files == files ? 1 : 0;
    return edges;
}

}  // namespace

TEST_CASE("rollout of two files: what both have, what one has alone, and how much each carry",
          "[app][graph]") {
    ShownPage page;
    const GraphModel model = both(page, tuned, "method=rollout&token=0&edges=0.1");
    REQUIRE(model.standing.text.empty());
    CHECK(count(model, FilePresence::both) == 7);
    CHECK(count(model, FilePresence::present) == 3);
    CHECK(count(model, FilePresence::earlier) == 2);
    check(model, {{{5.0 / 6, 19.0 / 20}, {1.0 / 6, 0}, {0, 1.0 / 20}},
                  {{59.0 / 120, 159.0 / 200}, {11.0 / 30, 1.0 / 10}, {17.0 / 120, 21.0 / 200}},
                  {{623.0 / 800, 1197.0 / 2000}, {0, 123.0 / 800}, {177.0 / 800, 991.0 / 4000}}});
    CHECK(model.caption.find("7 in both files, 3 only in this one, 2 only in the previous") !=
          std::string::npos);
    CHECK(model.caption.find(
              "70.1 % in this file and 78.1 % in the previous one. Edges in only one file carry "
              "17.7 % in this file and 8.4 % in the previous one.") != std::string::npos);
    for (const FlowRibbon& ribbon : model.graph.ribbons) {
        CHECK(std::isnan(ribbon.before) == (ribbon.files == FilePresence::present));
        CHECK(std::isnan(ribbon.here) == (ribbon.files == FilePresence::earlier));
        const double own = ribbon.files == FilePresence::earlier ? ribbon.before : ribbon.here;
        const double mean = (ribbon.here + ribbon.before) / 2;
        CHECK(near(ribbon.amount, ribbon.files == FilePresence::both ? mean : own));
    }
}

TEST_CASE("raw attention of two files is followed in each", "[app][graph]") {
    ShownPage page;
    const GraphModel model = both(page, tuned, "method=raw&token=2&edges=0.3");
    CHECK(count(model, FilePresence::both) == 5);
    CHECK(count(model, FilePresence::present) == 1);
    CHECK(count(model, FilePresence::earlier) == 2);
    check(model, {{{0.5, 0.5}, {0, 0}, {0.5, 0.5}},
                  {{1, 1}, {0, 0}, {0, 0}},
                  {{0.9, 0.9}, {0.6, 1}, {0.5, 0.1}}});
}

TEST_CASE("without a size both files are drawn from the larger of their two", "[app][graph]") {
    ShownPage page;
    const GraphModel model = both(page, tuned, "method=rollout&token=0");
    for (const FlowRibbon& ribbon : model.graph.ribbons) {
        if (ribbon.files != FilePresence::earlier) CHECK(ribbon.here >= model.smallest);
        if (ribbon.files != FilePresence::present) CHECK(ribbon.before >= model.smallest);
    }
    // All edges above 0 in either file.
    CHECK(count(model, FilePresence::both) > 7);
}

TEST_CASE("lines of two files are their values", "[app][graph]") {
    ShownPage page;
    const GraphModel model = both(page, tuned, "graph=lines&method=raw&layer=1&edges=0.25");
    // Here ab 0.3, aa 0.5, bb 0.6, bc 0.3, cc 0.6. Before it, ac 0.6, bb 0.6, bc 0.3, ca and cb 0.5.
    CHECK(count(model, FilePresence::both) == 2);
    CHECK(count(model, FilePresence::present) == 3);
    CHECK(count(model, FilePresence::earlier) == 3);
    CHECK(model.heads == 0);
    check(model, {{{0.9, 0.9}, {1.4, 1.6}, {0.7, 0.5}}});
    for (const GraphLine& line : model.lines) {
        if (line.query != 0 || line.key != 2) continue;
        CHECK(line.files == FilePresence::earlier);
        CHECK(near(static_cast<double>(line.here), 0.2));
        CHECK(near(static_cast<double>(line.before), 0.6));
    }
}

TEST_CASE("two graphs that do not belong together say why", "[app][graph]") {
    ShownPage page;
    std::string other = tuned;
    other.replace(other.find("\"b\""), 3, "\"x\"");
    CHECK(both(page, other, "").standing.text ==
          "The files have different tokens (“b” here, “x” there), so their edges don’t match.");
    CHECK(both(page, R"({"tokens":["a","b"],"attentions":[[[[0.5,0.5],[0.25,0.75]]]]})", "")
              .standing.text.find("3 and 2") != std::string::npos);
    CHECK(both(page, R"({"tokens":["a","b","c"],"attentions":[[[[1,0,0],[0,1,0],[0,0,1]]]]})", "")
              .standing.text == "The previous file’s 1 layer does not fit this path.");
    page.set("both-files=off");
    CHECK(page.model().of<GraphModel>().standing.text.empty());
}

TEST_CASE("both files stand in the link, and alone there is nothing to lay over", "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph");
    update(page.state, Command(ApplyFields{"both-files=on"}));
    CHECK_FALSE(page.state.view.bothFiles);
    CHECK(page.state.messages.size() == 1);
    const GraphModel model = both(page, tuned, "");
    CHECK(model.hasEarlier);
    const std::string address = writeShare(page.state);
    CHECK(address.find("second=sample:agreement-keys") != std::string::npos);
    CHECK(address.find("both-files=on") != std::string::npos);
    const std::string mirror = mirrorJson(pageModel(page.state, page.results), page.state);
    CHECK(mirror.find("Values of the edges") != std::string::npos);
    CHECK(mirror.find("only the previous file") != std::string::npos);
    // The next opened file is not overlaid automatically.
    page.openText(threeLayers, "panel=graph");
    CHECK_FALSE(page.state.view.bothFiles);
}
