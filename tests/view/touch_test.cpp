// SPDX-License-Identifier: MIT
// Touch targets are high enough for a finger, in every panel and window, at every scroll position.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <map>

#include "view/every_panel.h"

namespace hw::test {
namespace {

/// Marks of a figure are as large as the data make them. Tokens, menus and the text version do the same.
constexpr std::array marks{"row",         "head",         "node",  "sink", "cell",
                           "token",       "weight",       "below", "line", "correlation",
                           "ranked left", "ranked right", "large", "layer"};
constexpr float least = 40;  ///< the smallest size for a finger, in CSS pixels

/// The greatest height at which each target was seen, because scrolling cuts some of them, and its place.
using Heights = std::map<std::string, std::pair<float, std::string>>;

void measure(DrawnPage& drawn, const std::string& where, Heights& heights) {
    for (const LayoutEntry& part : seenOf(drawn.parts())) {
        if (part.kind != LayoutEntry::Kind::target) continue;
        if (std::ranges::find(marks, part.name) != marks.end()) continue;
        auto& most = heights[part.name];
        const float height = part.max.y - part.min.y;
        if (height > most.first) most = {height, where};
    }
}

void checkHeights(const Heights& heights) {
    for (const auto& [name, height] : heights) {
        INFO(name << " in " << height.second);
        CHECK(height.first >= least);
    }
}

}  // namespace

TEST_CASE("whatever takes a finger is 40 pixels high, in any panel", "[view][touch]") {
    static constexpr ImVec2 hand[] = {{320, 568}, {390, 844}, {844, 390}, {768, 1024}, {1024, 640}};
    const std::vector<Shown> all = everyShown();
    const auto at = GENERATE_REF(range(std::size_t{0}, all.size()));
    const Shown& shown = all[at];
    static constexpr std::array handled{"12 tokens", "a picture", "encoder and decoder",
                                        "gradient rollout", "four columns"};
    if (std::ranges::find(handled, shown.name) == handled.end()) return;
    for (const ImVec2 window : hand) {
        Heights heights;
        inEveryPanel(shown, {&window, 1}, {.touch = true},
                     [&](DrawnPage& drawn, Panel panel, ImVec2) {
                         for (int step = 0; step < 30; ++step) {
                             measure(drawn, std::string(nameOf(panel)), heights);
                             drawn.scroll({window.x * 0.5F, 200}, 80);
                         }
                     });
        INFO(shown.name << ", " << window.x << " x " << window.y);
        CHECK(heights.size() > (shown.only.empty() ? 15 : 8));
        checkHeights(heights);
    }
}

TEST_CASE("the menu of a low window stands in it", "[view][touch]") {
    const std::string keys = sampleFile("agreement-keys");
    for (const ImVec2 window : {ImVec2{844, 390}, ImVec2{640, 400}, ImVec2{320, 480}}) {
        INFO(window.x << " x " << window.y);
        ShownPage page(keys, "layer=6&panel=matrix");
        DrawnPage drawn(page, window, {.touch = true});
        const std::vector<LayoutEntry> before = seenOf(drawn.parts());
        const auto target = std::ranges::find(before, "menu", &LayoutEntry::name);
        REQUIRE(target != before.end());
        drawn.click(middleOf(*target));
        const std::vector<LayoutEntry> parts = drawn.parts();
        const auto sheet = std::ranges::find(parts, LayoutEntry::Kind::cover, &LayoutEntry::kind);
        REQUIRE(sheet != parts.end());
        CHECK(sheet->min.y >= 0);
        CHECK(sheet->max.y <= window.y);
    }
}

}  // namespace hw::test
