// SPDX-License-Identifier: MIT
// Every panel of the table, with few, some and many tokens, in five windows, light and dark: nothing lies on anything
// else, nothing is cut, fingers have room, and clicks say what they mean.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>

#include "page/state/panel_choice.h"
#include "panels/registry.h"
#include "view/drawn_page.h"

namespace hw::test {
namespace {

constexpr ImVec2 windows[] = {{320, 568}, {844, 390}, {1024, 640}, {1280, 800}, {1920, 1080}};

/// Those of text; the one of pictures has a file of its own.
std::vector<Panel> panelsFor(const ShownPage& page) {
    return panelsOf(page.state.document->current);
}

std::string fieldsFor(Panel panel) {
    // Graph traces no flow, and rollout is in every other.
    return "panel=" + std::string(nameOf(panel)) + "&method=rollout";
}

/// Calls `look` for every panel of a page in every window, light and dark.
template <class Look>
void everywhere(ShownPage& page, bool touch, Look look) {
    for (const Panel panel : panelsFor(page)) {
        page.set(fieldsFor(panel));
        page.fetch();
        for (const ImVec2 window : windows) {
            for (const bool dark : {false, true}) {
                INFO(nameOf(panel)
                     << " at " << window.x << " x " << window.y << (dark ? " dark" : " light"));
                DrawnPage drawn(page, window, {.dark = dark, .touch = touch});
                look(drawn, panel, window);
            }
        }
    }
}

ImVec2 middleOf(const LaidOut& part) {
    return {(part.min.x + part.max.x) / 2, (part.min.y + part.max.y) / 2};
}

/// Figures at the top of a phone's page are scrolled to.
bool showsFigure(ImVec2 window) { return window.x >= 500 || window.y < 560; }

void checkLaidOut(DrawnPage& drawn, ImVec2 window) {
    const std::vector<LaidOut>& parts = drawn.parts();
    CHECK(collisionsOf(parts) == std::vector<std::string>{});
    int figures = 0;
    std::vector<std::string> cut;
    for (const LaidOut& part : seenOf(parts)) {
        if (part.kind == LaidOut::Kind::figure) ++figures;
        if (part.kind != LaidOut::Kind::text) continue;
        if (part.hidden > 1 || part.min.x < -1 || part.max.x > window.x + 1)
            cut.push_back(part.name);
    }
    CHECK(cut == std::vector<std::string>{});
    if (showsFigure(window)) CHECK(figures > 0);
}

}  // namespace

TEST_CASE("nothing lies on anything else and nothing is cut, in any panel", "[view][every]") {
    const int tokens = GENERATE(3, 12, 512);
    CAPTURE(tokens);
    ShownPage page(fileOf(tokens), "layer=2&token=0");
    everywhere(page, false,
               [](DrawnPage& drawn, Panel, ImVec2 window) { checkLaidOut(drawn, window); });
}

TEST_CASE("the same of a file with a picture", "[view][every]") {
    ShownPage page(pictureFile(), "layer=2&token=0");
    const std::vector<Panel> panels = panelsFor(page);
    CHECK(std::ranges::count(panels, Panel::image) == 1);
    everywhere(page, false,
               [](DrawnPage& drawn, Panel, ImVec2 window) { checkLaidOut(drawn, window); });
}

TEST_CASE("between them the files here have every panel of the table", "[view][every]") {
    ShownPage text(fileOf(3), "layer=2&token=0");
    ShownPage picture(pictureFile(), "layer=2&token=0");
    for (const Panel panel : every<Panel>()) {
        INFO(nameOf(panel));
        CHECK((hasPanel(text.state.document->current, panel) ||
               hasPanel(picture.state.document->current, panel)));
    }
}

TEST_CASE("whatever takes a finger is 40 pixels high, in any panel", "[view][every]") {
    // Marks of a figure are as large as the data make them; tokens, menus and the text version do the same.
    static constexpr std::array marks{"row",  "head",        "node",        "sink",
                                      "cell", "token",       "weight",      "below",
                                      "line", "correlation", "ranked left", "ranked right"};
    constexpr float rim = 4;  // the edge of its view may cut as much
    const int tokens = GENERATE(3, 12);
    const ImVec2 window = GENERATE(ImVec2{320, 568}, ImVec2{844, 390}, ImVec2{1024, 640});
    CAPTURE(tokens, window.x, window.y);
    ShownPage page(fileOf(tokens), "layer=2&token=0");
    std::map<std::string, std::pair<float, std::string>> heights;
    for (const Panel panel : panelsFor(page)) {
        page.set(fieldsFor(panel));
        DrawnPage drawn(page, window, {.touch = true});
        for (int step = 0; step < 12; ++step) {
            for (const LaidOut& part : seenOf(drawn.parts())) {
                const bool isMark = std::ranges::find(marks, part.name) != marks.end();
                if (part.kind != LaidOut::Kind::target || isMark) continue;
                auto& most = heights[part.name];
                const float height = part.max.y - part.min.y;
                if (height > most.first) most = {height, std::string(nameOf(panel))};
            }
            drawn.scroll({window.x * 0.5F, window.y * 0.5F}, -2);
        }
    }
    CHECK(heights.size() > 15);
    for (const auto& [name, height] : heights) {
        INFO(name << " in " << height.second);
        CHECK(height.first >= 40 - rim - 0.5F);
    }
}

TEST_CASE("the question mark of every panel asks about that panel", "[view][every]") {
    ShownPage text(fileOf(12), "layer=2&token=0");
    for (const Panel panel : panelsFor(text)) {
        if (panel == Panel::overview) continue;  // it consists of others, each with its own
        text.set(fieldsFor(panel));
        DrawnPage drawn(text, {1280, 800}, {});
        const std::vector<LaidOut> parts = seenOf(drawn.parts());
        const auto sign = std::ranges::find_if(parts, [](const LaidOut& part) {
            return part.kind == LaidOut::Kind::target && part.name == "about";
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
        const std::vector<LaidOut> parts = seenOf(drawn.parts());
        const auto target = std::ranges::find_if(parts, [&](const LaidOut& part) {
            // Beside the settings, which have a Flow of their own.
            return part.kind == LaidOut::Kind::target && part.min.x > 280 &&
                   part.name == wordsOf<Panel>()[std::to_underlying(panel)].shown();
        });
        REQUIRE(target != parts.end());
        AppState after = page.state;
        for (const Command& command : drawn.click(middleOf(*target))) update(after, command);
        CHECK(after.view.panel == panel);
    }
}

TEST_CASE("whatever is clicked in a panel can be carried out, and the page is still there",
          "[view][every]") {
    ShownPage page(fileOf(12), "layer=2&token=0");
    int told = 0;
    for (const Panel panel : panelsFor(page)) {
        page.set(fieldsFor(panel));
        const AppState before = page.state;
        std::vector<LaidOut> targets;
        {
            DrawnPage drawn(page, {1280, 800}, {});
            for (const LaidOut& part : seenOf(drawn.parts())) {
                const bool isNew = std::ranges::none_of(
                    targets, [&](const LaidOut& other) { return other.name == part.name; });
                if (part.kind == LaidOut::Kind::target && isNew) targets.push_back(part);
            }
        }
        CHECK(targets.size() > 10);
        for (const LaidOut& target : targets) {
            INFO(target.name << " in " << nameOf(panel));
            page.state = before;
            DrawnPage drawn(page, {1280, 800}, {});
            drawn.parts();
            const Commands commands = drawn.click(middleOf(target));
            told += commands.empty() ? 0 : 1;
            for (const Command& command : commands) update(page.state, command);
            // Figures may have to be computed first; what stands around them is there at once.
            const std::vector<LaidOut> after = drawn.parts();
            CHECK(std::ranges::count(after, LaidOut::Kind::text, &LaidOut::kind) > 20);
        }
        page.state = before;
    }
    CHECK(told > 100);
}

}  // namespace hw::test
