// SPDX-License-Identifier: MIT
// In a small window a wheel reaches everything that does not fit, and nothing overlaps on the way.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <set>

#include "view/every_panel.h"

namespace hw::test {
namespace {

bool sameParts(const std::vector<LayoutEntry>& a, const std::vector<LayoutEntry>& b) {
    return std::ranges::equal(a, b, [](const LayoutEntry& one, const LayoutEntry& other) {
        return one.name == other.name && one.min.y == other.min.y && one.max.y == other.max.y;
    });
}

/// Turns the wheel until nothing changes. Returns the texts that it met.
std::set<std::string> textsOnTheWay(DrawnPage& drawn, ImVec2 window) {
    std::set<std::string> met;
    std::vector<LayoutEntry> before;
    int same = 0;
    for (int step = 0; step < 80 && same < 3; ++step) {
        const std::vector<LayoutEntry> parts = drawn.parts();
        INFO(step << " steps down");
        CHECK(collisionsOf(parts) == std::vector<std::string>{});
        for (const LayoutEntry& part : parts)
            if (part.kind == LayoutEntry::Kind::text) met.insert(part.name);
        same = sameParts(parts, before) ? same + 1 : 0;
        before = parts;
        // A list at its end keeps the wheel for a moment before the page around it scrolls.
        if (same == 1) drawn.wait(0.5F);
        drawn.scroll({window.x / 2, 200}, 180);
    }
    CHECK(same == 3);  // it has an end
    return met;
}

}  // namespace

TEST_CASE("a wheel reaches what does not fit, in every view", "[view][scrolling]") {
    static constexpr ImVec2 small[] = {{844, 390}, {320, 480}};
    const std::vector<Shown> all = everyShown();
    const auto at = GENERATE_REF(range(std::size_t{0}, all.size()));
    const Shown& shown = all[at];
    if (shown.name == "512 tokens") return;
    ShownPage file(shown.file, shown.fields);
    const std::string title = file.state.document->current.title;
    inEveryPanel(shown, small, {}, [&](DrawnPage& drawn, Panel, ImVec2 window) {
        const std::set<std::string> met = textsOnTheWay(drawn, window);
        CHECK(met.size() > 12);
        if (shown.whole) CHECK(met.contains(title));  // at the end of the page
    });
}

TEST_CASE("a wheel turned right after a change of view scrolls that view", "[view][scrolling]") {
    ShownPage page(fileOf(120), "layer=2&token=0&panel=bars");
    DrawnPage drawn(page, {1280, 640}, {});
    drawn.parts();
    drawn.scroll({600, 500}, 200);
    page.set("panel=compare");
    const std::vector<LayoutEntry> before = drawn.parts();
    drawn.scroll({600, 500}, 200);
    CHECK_FALSE(sameParts(before, drawn.parts()));
}

TEST_CASE("a page rests while the output that it would scroll to is out of sight",
          "[view][scrolling]") {
    // As low as a phone held sideways or a projected page leaves it with a model's line. The tokens are below the view.
    ShownPage page(fileOf(120), "layer=2&token=119&method=rollout&panel=bars");
    for (const ImVec2 window : {ImVec2{844, 260}, ImVec2{1129.4F, 569.6F}}) {
        INFO(window.x << " x " << window.y);
        DrawnPage drawn(page, window, {.touch = window.x < 900});
        drawn.parts();  // checks that it does
    }
}

}  // namespace hw::test
