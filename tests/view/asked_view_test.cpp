// SPDX-License-Identifier: MIT
// The places that the canvas keeps for views that are elements. Each shown view has one, within the window, away from
// the others.
#include <catch2/catch_test_macros.hpp>

#include "view/drawn_page.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("a view that asks the model has a place, by itself and beside others", "[view][asked]") {
    for (const ImVec2 window : {ImVec2{1280, 800}, ImVec2{390, 844}, ImVec2{844, 390}}) {
        INFO(window.x << " x " << window.y);
        ShownPage page(threeLayers, "");
        page.state.document->current.asks = {"lens", "experiment"};
        page.set("panel=lens");
        DrawnPage drawn(page, window, {});
        const std::vector<LayoutEntry> parts = drawn.parts();
        CHECK(collisionsOf(parts) == std::vector<std::string>{});
        REQUIRE(drawn.reserved().size() == 1);
        const Reserved place = drawn.reserved().front();
        CHECK(place.panel == Panel::lens);
        CHECK(place.area.x >= 0);
        CHECK(place.area.right() <= window.x);
        CHECK(place.area.h >= 200);
        CHECK(place.seen.right() <= window.x);
    }
    ShownPage page(threeLayers, "");
    page.state.document->current.asks = {"lens", "experiment"};
    page.set("panes=lens/heads,experiment");
    DrawnPage drawn(page, {1280, 800}, {});
    drawn.parts();
    REQUIRE(drawn.reserved().size() == 2);
    const Rect lens = drawn.reserved()[0].area;
    const Rect experiment = drawn.reserved()[1].area;
    CHECK(lens.right() < experiment.x);
    CHECK(experiment.y > lens.y + 100);
    page.set("panel=bars&panes=one");
    drawn.parts();
    CHECK(drawn.reserved().empty());
}
