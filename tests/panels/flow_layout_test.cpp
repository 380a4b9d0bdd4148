// SPDX-License-Identifier: MIT
#include "panels/flow/layout.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>

#include "engine/engine_harness.h"
#include "page/sample_documents.h"
#include "panels/flow/model.h"

using namespace hw;
using namespace hw::test;

namespace {

/// The width of one character. A level's name is six or seven of them.
float fiveEach(std::string_view text) { return 5.0F * static_cast<float>(text.size()); }

struct Graph {
    EngineHarness page;
    AppState state;
    ResultStore results;
    FlowModel model;

    Graph(const std::string& file, const std::string& fields) {
        page.open(file, 1);
        open(state, page.last<wire::Opened>()->document, local, fields);
        results.put(page.ask(profileQuery(state, Method::flow)));
        results.put(page.ask(flowEdgesQuery(state, flowSink(state, results))));
        model = flowModel(state, results);
        REQUIRE(model.flow != nullptr);
    }
};

}  // namespace

TEST_CASE("three tokens stand forty pixels apart, layers at equal distances", "[app]") {
    const Graph graph(syntheticFile(2, 3), "v=1&method=flow&token=0&sink=2&layer=2");
    const FlowPlane plane = flowPlane(graph.model, 100, 50, 600, 500);
    CHECK(plane.height == 120);
    CHECK(plane.y(0) == 70);
    CHECK(plane.y(2) == 150);
    CHECK(plane.x(0) == 100);
    CHECK(plane.x(1) == 400);
    CHECK(plane.x(2) == 700);
    // The busiest node takes two rows less a tenth, but no more than 48 pixels, because the source has everything.
    CHECK(std::abs(static_cast<double>(plane.unit) * graph.model.flow->value - 48) < 1e-3);
    CHECK(flowNode(graph.model, plane, 2, 0).end);
    CHECK(flowNode(graph.model, plane, 0, 2).end);
    CHECK_FALSE(flowNode(graph.model, plane, 1, 0).end);
    CHECK(std::abs(flowNode(graph.model, plane, 2, 0).half - 24) < 1e-3F);
}

TEST_CASE("ribbons at a node lie side by side inside its stroke", "[app]") {
    for (const char* sink : {"3", "all"}) {
        const Graph graph(syntheticFile(4, 9),
                          std::string("v=1&method=flow&token=1&layer=4&sink=") + sink);
        const FlowModel& model = graph.model;
        const FlowPlane plane = flowPlane(model, 0, 0, 500, 400);
        std::map<std::pair<int, int>, std::vector<std::pair<float, float>>> arriving;
        for (const FlowRibbon& ribbon : model.ribbons) {
            const FlowBand band = flowBand(model, plane, ribbon);
            CHECK(band.from.x == plane.x(ribbon.layer));
            CHECK(band.to.x == plane.x(ribbon.layer + 1));
            CHECK(std::abs(band.width - static_cast<float>(ribbon.amount) * plane.unit) < 1e-4F);
            CHECK(band.at(0).y == band.from.y);
            CHECK(std::abs(band.at(1).x - band.to.x) < 1e-3F);
            arriving[{ribbon.layer + 1, ribbon.queryRow}].emplace_back(band.to.y - band.width / 2,
                                                                       band.to.y + band.width / 2);
        }
        REQUIRE(arriving.size() > 4);
        for (const auto& [place, bands] : arriving) {
            const FlowNode node = flowNode(model, plane, place.first, place.second);
            for (std::size_t i = 0; i < bands.size(); ++i) {
                if (i > 0) CHECK(std::abs(bands[i].first - bands[i - 1].second) < 0.01F);
                CHECK(bands[i].first > node.at.y - node.half - 0.01F);
                CHECK(bands[i].second < node.at.y + node.half + 0.01F);
            }
        }
    }
}

TEST_CASE("an arrow in a wide ribbon points to its query, inside the ribbon", "[app]") {
    const FlowBand band{{0, 0}, {100, 60}, 12};
    const auto arrow = flowArrow(band);
    REQUIRE(arrow);
    CHECK(arrow->tip.x > arrow->left.x);
    CHECK(arrow->tip.x > arrow->right.x);
    CHECK(arrow->tip.x < band.to.x);
    CHECK(std::hypot(arrow->left.x - arrow->right.x, arrow->left.y - arrow->right.y) < band.width);
    CHECK_FALSE(flowArrow({{0, 0}, {100, 60}, 3}));
}

TEST_CASE("the mark of the cut crosses its ribbon at a right angle and sticks out", "[app]") {
    const FlowBand band{{0, 0}, {100, 60}, 12};
    const FlowMark mark = cutMark(band);
    const float dx = mark.to.x - mark.from.x;
    const float dy = mark.to.y - mark.from.y;
    CHECK(std::abs(std::hypot(dx, dy) - 20) < 1e-3F);
    CHECK(std::abs((mark.from.x + mark.to.x) / 2 - 50) < 1e-3F);
    CHECK(std::abs((mark.from.y + mark.to.y) / 2 - 30) < 1e-3F);
    // At the middle the curve is steeper than the straight line.
    const FlowPoint before = band.at(0.499F);
    const FlowPoint after = band.at(0.501F);
    const float along = (after.x - before.x) * dx + (after.y - before.y) * dy;
    CHECK(std::abs(along) < 0.01F * std::hypot(after.x - before.x, after.y - before.y) * 20);
}

TEST_CASE("names that stand at rows never touch, and the chosen ones always stand", "[app]") {
    for (const float height : {60.0F, 200.0F, 1600.0F}) {
        const Graph graph(syntheticFile(2, 64), "v=1&method=flow&token=30&sink=31&layer=2");
        const FlowPlane plane = flowPlane(graph.model, 0, 0, 500, height);
        REQUIRE(plane.rows == 40);
        FlowNames names(graph.model, plane, 11);
        float left = -100;
        float right = -100;
        int count = 0;
        for (int row = 0; row < plane.rows; ++row) {
            if (!names.has(row)) continue;
            ++count;
            const float y = plane.y(row);
            if (names.left(row)) {
                CHECK(y - left >= 11 - 1e-3F);
                left = y;
            }
            if (names.right(row)) {
                CHECK(y - right >= 11 - 1e-3F);
                right = y;
            }
        }
        CHECK(names.has(names.source));
        CHECK(names.left(names.sink));
        CHECK(names.right(names.source));
        CHECK(count == (height > 1000 ? 40 : count));
        CHECK(count > 3);
    }
}

TEST_CASE("levels are named where they find room, the input always", "[app]") {
    const Graph graph(syntheticFile(12, 4), "v=1&method=flow&token=0&sink=1&layer=12");
    const auto wide = levelNames(flowPlane(graph.model, 0, 0, 1200, 100), fiveEach);
    CHECK(wide.size() == 13);
    CHECK(wide.front().text == "input");
    CHECK(wide.back().text == "layer 12");
    const auto narrow = levelNames(flowPlane(graph.model, 0, 0, 200, 100), fiveEach);
    CHECK(narrow.front().text == "input");
    REQUIRE(narrow.size() > 1);
    for (std::size_t i = 1; i < narrow.size(); ++i) {
        const float room = (fiveEach(narrow[i].text) + fiveEach(narrow[i - 1].text)) / 2;
        CHECK(narrow[i].x - narrow[i - 1].x >= room);
    }
}

TEST_CASE("the named levels of a deep network stand evenly, however wide their numbers are",
          "[app]") {
    const Graph graph(syntheticFile(30, 4), "v=1&method=flow&token=0&sink=1&layer=30");
    for (const float width : {300.0F, 520.0F, 900.0F}) {
        const auto names = levelNames(flowPlane(graph.model, 0, 0, width, 100), fiveEach);
        REQUIRE(names.size() > 3);
        CHECK(names.front().text == "input");
        CHECK(names.back().text == "layer 30");
        const float apart = names[names.size() - 1].x - names[names.size() - 2].x;
        for (std::size_t i = 2; i < names.size(); ++i)
            CHECK(std::abs(names[i].x - names[i - 1].x - apart) < 0.01F);
        CHECK(names[1].x - names[0].x >= fiveEach("layer 30"));
    }
}
