// SPDX-License-Identifier: MIT
// Content too wide for a phone is on further lines or is scrolled to. Covers titles, sentences, numbers of columns.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "view/every_panel.h"

namespace hw::test {
namespace {

std::string choiceNames(const std::vector<LayoutEntry>& parts) {
    std::string words;
    for (const LayoutEntry& part : parts) {
        if (part.kind != LayoutEntry::Kind::text) continue;
        if (!words.empty() && words.back() != ' ') words += ' ';
        words += part.name;
    }
    return words;
}

/// Whether a text is one of a figure's titles, truncated.
bool isCutTitle(const LayoutEntry& part) {
    if (part.kind != LayoutEntry::Kind::text || !part.name.ends_with("…")) return false;
    for (const char* start : {"Where ", "Maximum ", "How ", "Rollout ", "Raw ", "Heads ", "Flow "})
        if (part.name.starts_with(start)) return true;
    return false;
}

}  // namespace

TEST_CASE("on a narrow screen titles are whole", "[view][narrow]") {
    static constexpr ImVec2 narrow[] = {{320, 480}, {320, 568}, {390, 844}};
    const Shown keys{"a sentence", sampleFile("agreement-keys"), "layer=4"};
    inEveryPanel(keys, narrow, {}, [](DrawnPage& drawn, Panel, ImVec2) {
        for (const LayoutEntry& part : drawn.parts()) {
            INFO(part.name);
            CHECK_FALSE(isCutTitle(part));
        }
    });
}

TEST_CASE("on a narrow screen four columns with a difference have all their numbers",
          "[view][narrow]") {
    for (const ImVec2 window : {ImVec2{320, 480}, ImVec2{320, 568}, ImVec2{390, 844}}) {
        INFO(window.x << " x " << window.y);
        ShownPage page(sampleFile("agreement-keys"),
                       "layer=4&panel=compare&compare=raw/rollout/flow/rollout,residual:0.3"
                       "&difference=1,2");
        DrawnPage drawn(page, window, {});
        // Down to the first token's numbers, one for each column, and the difference with its sign.
        std::size_t numbers = 0;
        std::size_t differences = 0;
        std::set<std::string> met;
        for (int step = 0; step < 40; ++step) {
            const std::vector<LayoutEntry> parts = drawn.parts();
            CHECK(collisionsOf(parts) == std::vector<std::string>{});
            std::size_t plain = 0;
            std::size_t with = 0;
            for (const LayoutEntry& part : parts) {
                if (part.kind != LayoutEntry::Kind::text) continue;
                met.insert(part.name);
                const bool hasSign = part.name.starts_with("+0.") || part.name.starts_with("−0.");
                if (hasSign || (part.name.starts_with("0.") && part.name.size() > 4)) ++plain;
                if (hasSign) ++with;
            }
            numbers = std::max(numbers, plain);
            differences = std::max(differences, with);
            drawn.scroll({window.x / 2, 200}, 60);
        }
        CHECK(numbers >= 10);
        CHECK(differences >= 2);
        for (const char* name : {"Raw", "Rollout 2", "Flow", "Rollout 4"}) {
            INFO(name);
            CHECK(met.contains(name));
        }
        update(page.state, Command(Set{&ViewState::compareForm, CompareForm::matrices}));
        page.fetch();
        for (const LayoutEntry& part : drawn.parts())
            if (part.name == "cells") CHECK(part.max.x - part.min.x >= 60);
    }
}

TEST_CASE("a sender's title stands above the figure and takes no more than its line",
          "[view][narrow]") {
    std::string longest;
    for (int i = 0; i < 3; ++i)
        longest += "A title as long as somebody may make it, which no phone has the room for ";
    for (const ImVec2 window : {ImVec2{844, 390}, ImVec2{640, 400}, ImVec2{320, 480}}) {
        for (const std::string& title :
             {std::string(), std::string("The verb looks at its subject"), longest}) {
            ShownPage page(sampleFile("agreement-keys"), "layer=6&panel=bars");
            page.state.view.title = title;
            DrawnPage drawn(page, window, {});
            const std::vector<LayoutEntry> parts = drawn.parts();
            INFO(window.x << " x " << window.y << ", \"" << title << '"');
            CHECK(collisionsOf(parts) == std::vector<std::string>{});
            float top = 1e6F;
            float bottom = 0;
            for (const LayoutEntry& part : parts) {
                if (part.kind != LayoutEntry::Kind::figure) continue;
                top = std::min(top, part.min.y);
                bottom = std::max(bottom, part.max.y);
            }
            CHECK(bottom - top >= 90);
            const auto first = std::ranges::find_if(parts, [&](const LayoutEntry& part) {
                return part.kind == LayoutEntry::Kind::text && part.min.y < top && !title.empty() &&
                       part.name.starts_with(title.substr(0, 20));
            });
            CHECK((first != parts.end()) == !title.empty());
            if (first != parts.end()) CHECK(first->max.x <= window.x);
        }
    }
}

TEST_CASE("the line on position and long titles are whole, on as many lines as they take",
          "[view][narrow]") {
    const std::string matrix =
        "[[1,0,0,0],[0.5,0.5,0,0],[0.33333334,0.33333334,0.33333334,0],[0.25,0.25,0.25,0.25]]";
    const std::string layers = "[[" + matrix + "],[" + matrix + "]]";
    const std::string causal = R"({"tokens":["In","the","beginning","was"],"attentions":)" +
                               layers + R"(,"gradients":)" + layers + "}";
    for (const ImVec2 window : {ImVec2{320, 640}, ImVec2{390, 844}}) {
        for (const std::string panel : {"overview", "bars"}) {
            INFO(panel << ", " << window.x << " x " << window.y);
            ShownPage page(causal, "panel=" + panel + "&method=rollout");
            DrawnPage drawn(page, window, {});
            const std::vector<LayoutEntry> parts = drawn.parts();
            CHECK(choiceNames(parts).contains(
                "In a causal model, early tokens rank high by position alone."));
            CHECK(std::ranges::count(parts, "position", &LayoutEntry::name) > 0);
            page.set("method=gradient-rollout&token=2");
            const std::vector<LayoutEntry> weighed = drawn.parts();
            CHECK(choiceNames(weighed).contains(
                "Attribution of the answer at “beginning” to each token"));
            CHECK(collisionsOf(weighed) == std::vector<std::string>{});
        }
    }
}

TEST_CASE("on a phone held sideways a matrix has the height, and its words stand beside it",
          "[view][narrow]") {
    ShownPage page(sampleFile("agreement-keys"), "layer=6&panel=matrix");
    DrawnPage drawn(page, {844, 390}, {});
    const std::vector<LayoutEntry> parts = drawn.parts();
    CHECK(collisionsOf(parts) == std::vector<std::string>{});
    int matrices = 0;
    for (const LayoutEntry& cells : parts) {
        if (cells.name != "cells" || cells.kind != LayoutEntry::Kind::figure) continue;
        ++matrices;
        CHECK(cells.max.x - cells.min.x >= 170);
        CHECK(cells.max.y - cells.min.y >= 170);
        CHECK(std::ranges::any_of(parts, [&](const LayoutEntry& part) {
            return part.kind == LayoutEntry::Kind::text && part.min.x > cells.max.x - 1 &&
                   (part.name.starts_with("Raw") || part.name.starts_with("Rollout"));
        }));
    }
    CHECK(matrices == 2);
}

TEST_CASE("the overview of a picture shows it in a low window, too", "[view][narrow]") {
    ShownPage page(sampleFile("digit-4"), "panel=overview");
    // The height that a laptop's browser leaves above a model's own lines, and larger ones.
    for (const float height : {575.0F, 640.0F, 718.0F, 820.0F}) {
        INFO(height << " high");
        DrawnPage drawn(page, {1038, height}, {});
        const std::vector<LayoutEntry> parts = drawn.parts();
        CHECK(collisionsOf(parts) == std::vector<std::string>{});
        const auto picture = std::ranges::find(parts, "picture", &LayoutEntry::name);
        REQUIRE(picture != parts.end());
        CHECK(picture->max.y - picture->min.y >= 95);
        CHECK(choiceNames(parts).contains("Original"));
    }
}

TEST_CASE("what a phone leaves beside a model shows the figure, and of the timeline the layers",
          "[view][narrow]") {
    ShownPage page(sampleFile("agreement-keys"), "layer=4&panel=bars");
    page.state.playback.playing = true;
    for (const bool isLow : {true, false}) {
        DrawnPage drawn(page, {390, isLow ? 220.0F : 480.0F}, {.touch = true});
        std::set<std::string> targets;
        float layers = 0;
        for (const LayoutEntry& part : seenOf(drawn.parts())) {
            if (part.kind != LayoutEntry::Kind::target) continue;
            targets.insert(part.name);
            if (part.name == "layers") layers = part.min.y;
        }
        CHECK(targets.contains("play"));
        CHECK(targets.contains("speed") != isLow);
        // Below the header, which has 44 pixels.
        CHECK(layers - 44 > 100);
    }
}

}  // namespace hw::test
