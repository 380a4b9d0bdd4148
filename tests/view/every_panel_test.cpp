// SPDX-License-Identifier: MIT
// Every panel of every kind of file, in every window, light and dark. Nothing overlaps, nothing is cut, and the figure
// has enough space.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "page/rules/panes.h"
#include "view/every_panel.h"

namespace hw::test {
namespace {

/// Figures at the top of a phone's page are scrolled to.
bool showsFigure(ImVec2 window) { return window.x >= 500 || window.y < 560; }

/// What holds all figures.
ImVec2 figureSize(const std::vector<LayoutEntry>& parts) {
    ImVec2 min{1e6F, 1e6F};
    ImVec2 max{-1e6F, -1e6F};
    for (const LayoutEntry& part : parts) {
        if (part.kind != LayoutEntry::Kind::figure) continue;
        min = {std::min(min.x, part.min.x), std::min(min.y, part.min.y)};
        max = {std::max(max.x, part.max.x), std::max(max.y, part.max.y)};
    }
    return {max.x - min.x, max.y - min.y};
}

void checkLaidOut(DrawnPage& drawn, ImVec2 window, bool whole) {
    const std::vector<LayoutEntry>& parts = drawn.parts();
    CHECK(collisionsOf(parts) == std::vector<std::string>{});
    CHECK(cutOf(parts, window) == std::vector<std::string>{});
    if (!whole || !showsFigure(window)) return;
    const ImVec2 figure = figureSize(seenOf(parts));
    // The smallest phone shows a part of long content, and scrolls to the rest.
    const float most = window.x < 500 ? 70 : 90;
    CHECK(figure.x >= most);
    CHECK(figure.y >= most);
}

}  // namespace

TEST_CASE("nothing lies on anything else and nothing is cut, in any panel", "[view][every]") {
    const std::vector<Shown> all = everyShown();
    const auto at = GENERATE_REF(range(std::size_t{0}, all.size()));
    const Shown& shown = all[at];
    const bool isLarge = shown.name == "512 tokens";
    for (const bool dark : {false, true}) {
        // Colours move nothing, so in the dark five windows are enough.
        const std::span<const ImVec2> windows = isLarge || dark ? fiveWindows : everyWindow;
        inEveryPanel(shown, windows, {.dark = dark}, [&](DrawnPage& drawn, Panel, ImVec2 window) {
            checkLaidOut(drawn, window, shown.whole);
        });
    }
}

TEST_CASE("between them the files here have every panel of the table", "[view][every]") {
    for (const Panel panel : every<Panel>()) {
        if (isOfModel(panel)) continue;  // no file has a model (see tests/panels/asked_test.cpp)
        INFO(nameOf(panel));
        bool found = false;
        for (const Shown& shown : everyShown()) {
            if (found) break;
            const ShownPage page(shown.file, shown.fields);
            found = hasPanel(page.state.document->current, panel);
        }
        CHECK(found);
    }
}

TEST_CASE("any two views beside and below each other have their places", "[view][every]") {
    const std::string keys = sampleFile("agreement-keys");
    std::vector<Panel> single;
    {
        const ShownPage page(keys, "layer=6");
        for (const Panel panel : panelsOf(page.state.document->current))
            if (panel != Panel::overview) single.push_back(panel);
    }
    std::vector<std::string> all{"flow,bars/heads,compare"};
    for (std::size_t i = 0; i < single.size(); ++i) {
        const std::string one(nameOf(single[i]));
        const std::string other(nameOf(single[(i + 1) % single.size()]));
        all.push_back(one + '/' + other);
        all.push_back(one + ',' + other);
    }
    for (const std::string& panes : all) {
        ShownPage page(keys, "layer=6&panes=" + panes);
        INFO(panes);
        CHECK(panesText(page.state.view.panes) == panes);
        CHECK(page.state.messages.empty());
        DrawnPage drawn(page, {1280, 800}, {});
        const std::vector<LayoutEntry>& parts = drawn.parts();
        CHECK(collisionsOf(parts) == std::vector<std::string>{});
        CHECK(cutOf(parts, {1280, 800}) == std::vector<std::string>{});
    }
}

}  // namespace hw::test
