// SPDX-License-Identifier: MIT
// The effect of a click in a panel. Covers the resulting Commands, and the page after them.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "view/every_panel.h"

namespace hw::test {
namespace {

std::string fieldsFor(Panel panel) {
    // Graph traces no flow, so it uses rollout like every other view.
    return "panel=" + std::string(nameOf(panel)) + "&method=rollout";
}

std::vector<Panel> panelsFor(const ShownPage& page) {
    return panelsOf(page.state.document->current);
}

}  // namespace

TEST_CASE("the question mark of every panel asks about that panel", "[view][every]") {
    ShownPage text(fileOf(12), "layer=2&token=0");
    for (const Panel panel : panelsFor(text)) {
        if (panel == Panel::overview) continue;  // it consists of others, each with its own
        text.set(fieldsFor(panel));
        DrawnPage drawn(text, {1280, 800}, {});
        const std::vector<LayoutEntry> parts = seenOf(drawn.parts());
        const auto sign = std::ranges::find_if(parts, [](const LayoutEntry& part) {
            return part.kind == LayoutEntry::Kind::target && part.name == "about";
        });
        INFO(nameOf(panel));
        REQUIRE(sign != parts.end());
        const Commands asked = drawn.click(middleOf(*sign));
        const auto said = std::ranges::find_if(asked, [](const Command& command) {
            return std::holds_alternative<ShowDialog>(command);
        });
        REQUIRE(said != asked.end());
        CHECK(std::get<ShowDialog>(*said).name == "about-" + std::string(nameOf(panel)));
    }
}

TEST_CASE("a click on the name of a panel goes to that panel", "[view][every]") {
    ShownPage page(fileOf(12), "layer=2&token=0&panel=bars&method=rollout");
    for (const Panel panel : panelsFor(page)) {
        INFO(nameOf(panel));
        DrawnPage drawn(page, {1280, 800}, {});
        std::vector<LayoutEntry> parts = seenOf(drawn.parts());
        const auto placeOf = [&](std::string_view name) {
            return std::ranges::find_if(parts, [&](const LayoutEntry& part) {
                return part.kind == LayoutEntry::Kind::target && part.name == name;
            });
        };
        const std::string_view name = choiceNames<Panel>()[std::to_underlying(panel)].shown();
        if (placeOf(name) == parts.end()) {
            REQUIRE(placeOf("more views") != parts.end());
            drawn.click(middleOf(*placeOf("more views")));
            parts = seenOf(drawn.parts());
        }
        const auto target = placeOf(name);
        REQUIRE(target != parts.end());
        AppState after = page.state;
        for (const Command& command : drawn.click(middleOf(*target))) update(after, command);
        CHECK(after.view.panel == panel);
    }
}

TEST_CASE("the menu of further views is the same whichever of them is shown", "[view][every]") {
    std::set<std::vector<std::string>> menus;
    for (const char* panel : {"bars", "overview", "graph", "compare"}) {
        ShownPage page(fileOf(12), std::string("layer=2&token=0&method=rollout&panel=") + panel);
        DrawnPage drawn(page, {1280, 800}, {});
        std::vector<LayoutEntry> parts = seenOf(drawn.parts());
        const auto more = std::ranges::find(parts, "more views", &LayoutEntry::name);
        REQUIRE(more != parts.end());
        const float below = middleOf(*more).y + 20;
        drawn.click(middleOf(*more));
        std::vector<std::string> menu;
        for (const LayoutEntry& part : seenOf(drawn.parts())) {
            const auto names = choiceNames<Panel>();
            const bool isPanel = std::ranges::any_of(
                names, [&](const auto& one) { return one.shown() == part.name; });
            if (part.kind == LayoutEntry::Kind::target && isPanel && middleOf(part).y > below)
                menu.push_back(part.name);
        }
        CHECK(menu.size() > 4);
        menus.insert(menu);
    }
    CHECK(menus.size() == 1);
}

TEST_CASE("views’ names take one line, however narrow", "[view][narrow]") {
    ShownPage page(fileOf(12), "layer=2&token=0&method=rollout&panel=graph");
    for (const float width : {320.0F, 390.0F, 768.0F, 1280.0F}) {
        INFO(width);
        DrawnPage drawn(page, {width, 844}, {});
        std::set<float> lines;
        for (const LayoutEntry& part : seenOf(drawn.parts())) {
            if (part.kind != LayoutEntry::Kind::target) continue;
            if (part.name == "Bars" || part.name == "Graph" || part.name == "Matrix" ||
                part.name == "more views")
                lines.insert(middleOf(part).y);
        }
        CHECK(lines.size() == 1);
    }
}

TEST_CASE("whatever is clicked in a panel can be carried out, and the page is still there",
          "[view][every]") {
    ShownPage page(fileOf(12), "layer=2&token=0");
    int told = 0;
    for (const Panel panel : panelsFor(page)) {
        page.set(fieldsFor(panel));
        const AppState before = page.state;
        std::vector<LayoutEntry> targets;
        {
            DrawnPage drawn(page, {1280, 800}, {});
            for (const LayoutEntry& part : seenOf(drawn.parts())) {
                const bool isNew = std::ranges::none_of(
                    targets, [&](const LayoutEntry& other) { return other.name == part.name; });
                if (part.kind == LayoutEntry::Kind::target && isNew) targets.push_back(part);
            }
        }
        CHECK(targets.size() > 10);
        for (const LayoutEntry& target : targets) {
            INFO(target.name << " in " << nameOf(panel));
            page.state = before;
            DrawnPage drawn(page, {1280, 800}, {});
            drawn.parts();
            const Commands commands = drawn.click(middleOf(target));
            told += commands.empty() ? 0 : 1;
            for (const Command& command : commands) update(page.state, command);
            // Figures may have to be computed first. The parts around them are there at once.
            const std::vector<LayoutEntry> after = drawn.parts();
            CHECK(std::ranges::count(after, LayoutEntry::Kind::text, &LayoutEntry::kind) > 20);
        }
        page.state = before;
    }
    CHECK(told > 100);
}

}  // namespace hw::test
