// SPDX-License-Identifier: MIT
// Unusual files, with endless tokens, many heads, two lines of tokens, nothing to compare. Nothing is cut so that its
// meaning changes, and nothing overlaps.
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <sstream>

#include "view/every_panel.h"

namespace hw::test {
namespace {

using Parts = std::vector<LayoutEntry>;

Parts partsOf(const Parts& parts, LayoutEntry::Kind kind, std::string_view name) {
    Parts found;
    for (const LayoutEntry& part : parts)
        if (part.kind == kind && part.name == name) found.push_back(part);
    return found;
}

/// One row of different weights that sum to 1.
std::string spreadRow(int cols, int seed) {
    int sum = 0;
    const auto weight = [&](int k) { return 1 + (seed + k * 3) % 11; };
    for (int k = 0; k < cols; ++k) sum += weight(k);
    std::ostringstream out;
    for (int k = 0; k < cols; ++k)
        out << (k > 0 ? "," : "[") << static_cast<double>(weight(k)) / sum;
    out << ']';
    return out.str();
}

/// [layers][heads][rows][cols]
std::string spreadLayers(int layers, int heads, int rows, int cols) {
    std::string all = "[";
    for (int layer = 0; layer < layers; ++layer) {
        all += layer > 0 ? ",[" : "[";
        for (int head = 0; head < heads; ++head) {
            all += head > 0 ? ",[" : "[";
            for (int q = 0; q < rows; ++q)
                all += (q > 0 ? "," : "") + spreadRow(cols, q * 7 + layer * 5 + head);
            all += ']';
        }
        all += ']';
    }
    return all + ']';
}

std::string manyHeads(int layers, int heads, int tokens) {
    std::string names;
    for (int t = 0; t < tokens; ++t) names += (t > 0 ? ",\"t" : "\"t") + std::to_string(t) + '"';
    return R"({"tokens":[)" + names + R"(],"attentions":)" +
           spreadLayers(layers, heads, tokens, tokens) + "}";
}

bool apart(const LayoutEntry& a, const LayoutEntry& b) {
    constexpr float rim = 4;
    return b.min.x >= a.max.x - rim || b.max.x <= a.min.x + rim || b.min.y >= a.max.y - rim ||
           b.max.y <= a.min.y + rim;
}

bool isNumber(const std::string& text) {
    return !text.empty() && text[0] >= '0' && text[0] <= '9' &&
           text.find_first_not_of("0123456789.e-") == std::string::npos;
}

bool isWord(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return c == '[' || c == ']' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    });
}

bool isColumn(const std::string& text) {
    return text.starts_with("Raw") || text.starts_with("Rollout") || text.starts_with("Flow") ||
           text.starts_with("Difference");
}

const char* const endless =
    R"({"tokens":["Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",)"
    R"("x","https://example.org/a/very/long/path/that/never/ends?query=yes&and=more","a",)"
    R"("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","b","The","end"],)"
    R"("attentions":)";

}  // namespace

TEST_CASE("tokens without an end lie on nothing, and end where the page ends", "[view][odd]") {
    static constexpr ImVec2 windows[] = {{1280, 800}, {700, 800}, {390, 844}};
    const std::string file = endless + spreadLayers(4, 1, 8, 8) + "}";
    for (const char* output : {"layer=4&token=0", "layer=4&token=1"}) {
        inEveryPanel(
            {"endless tokens", file, output}, windows, {},
            [&](DrawnPage& drawn, Panel, ImVec2 window) {
                const Parts& parts = drawn.parts();
                CHECK(collisionsOf(parts) == std::vector<std::string>{});
                CHECK(cutOf(parts, window) == std::vector<std::string>{});
                // The view's content is explained, however long its title is.
                const Parts signs = partsOf(parts, LayoutEntry::Kind::target, "about");
                REQUIRE(!signs.empty());
                for (const char* name : {"one", "all", "bars", "matrices", "add a column"}) {
                    INFO(name);
                    for (const LayoutEntry& other : partsOf(parts, LayoutEntry::Kind::target, name))
                        CHECK(apart(signs[0], other));
                }
            });
    }
}

TEST_CASE("each of 64 heads is in its place, inside its panel", "[view][odd]") {
    for (const ImVec2 window : {ImVec2{1280, 800}, ImVec2{1024, 640}, ImVec2{390, 844}}) {
        INFO(window.x << " x " << window.y);
        ShownPage page(manyHeads(3, 64, 6), "layer=1&panel=heads");
        DrawnPage drawn(page, window, {});
        std::set<int> numbers;
        for (int step = 0; step < 12; ++step) {
            const Parts parts = drawn.parts();
            const Parts heads = partsOf(parts, LayoutEntry::Kind::target, "head");
            REQUIRE(!heads.empty());
            for (const LayoutEntry& head : heads)
                CHECK((head.min.x >= 0 && head.max.x <= window.x));
            for (const LayoutEntry& part : parts) {
                if (part.kind == LayoutEntry::Kind::text && part.name.size() <= 2 &&
                    isNumber(part.name))
                    numbers.insert(std::stoi(part.name));
            }
            if (numbers.contains(64)) break;
            drawn.scroll(middleOf(heads[0]), 160);
        }
        for (int head = 1; head <= 64; ++head) {
            INFO("head " << head);
            CHECK(numbers.contains(head));
        }
    }
}

TEST_CASE("in a low window the large head has its picture", "[view][odd]") {
    ShownPage page(manyHeads(12, 12, 12), "layer=12&panel=heads");
    DrawnPage drawn(page, {1024, 640}, {});
    const Parts large = partsOf(drawn.parts(), LayoutEntry::Kind::target, "large");
    REQUIRE(large.size() == 1);
    CHECK(large[0].max.x - large[0].min.x >= 60);
    CHECK(large[0].max.y - large[0].min.y >= 60);
}

TEST_CASE("where a view has no picture across encoder and decoder, buttons lead to those that have",
          "[view][odd]") {
    const std::string dates = sampleFile("date-slash");
    const auto clicked = [&](const char* name) {
        ShownPage page(dates, "method=flow&panel=flow");
        {
            DrawnPage drawn(page, {1280, 800}, {});
            // The last of its name. Those of settings and tabs come before it.
            const Parts ways = partsOf(drawn.parts(), LayoutEntry::Kind::target, name);
            REQUIRE(!ways.empty());
            for (const Command& command : drawn.click(middleOf(ways.back())))
                update(page.state, command);
        }
        page.fetch();
        return page.state.view;
    };
    CHECK(clicked("Matrix").panel == Panel::matrix);
    const ViewState decoder = clicked("decoder");
    CHECK(decoder.panel == Panel::flow);
    CHECK(decoder.method == Method::flow);
    CHECK(decoder.side == Side::decoder);
}

TEST_CASE("both lines of tokens say which they are, and both are counted", "[view][odd]") {
    for (const ImVec2 window : {ImVec2{1280, 800}, ImVec2{390, 844}}) {
        INFO(window.x << " x " << window.y);
        ShownPage page(sampleFile("date-slash"), "method=rollout&panel=bars");
        DrawnPage drawn(page, window, {});
        const Parts parts = drawn.parts();
        const bool wide = window.x > 900;
        for (const char* name : {"encoder", "decoder"}) {
            INFO(name);
            const auto label = std::ranges::find_if(parts, [&](const LayoutEntry& part) {
                return part.kind == LayoutEntry::Kind::text && part.name == name &&
                       part.min.y < 400;
            });
            REQUIRE(label != parts.end());
            for (const LayoutEntry& part : parts) {
                if (part.kind == LayoutEntry::Kind::target &&
                    (part.name == "chip" || part.name == "output"))
                    CHECK(part.min.x >= label->max.x);
            }
        }
        if (!wide) continue;
        CHECK(std::ranges::any_of(parts, [](const LayoutEntry& part) {
            return part.name.contains("3 + 3 layers, 4 heads, 10 + ");
        }));
    }
}

TEST_CASE("a file with one method compares nothing, and says so", "[view][odd]") {
    const std::string cross =
        R"({"encoder_text":["Das","Haus","."],"decoder_text":["The","house"],"cross_attention":)" +
        spreadLayers(2, 1, 2, 3) + "}";
    ShownPage page(cross, "panel=compare");
    DrawnPage drawn(page, {1280, 800}, {});
    bool says = false;
    for (const LayoutEntry& part : drawn.parts()) {
        if (part.kind != LayoutEntry::Kind::text) continue;
        says |= part.name.starts_with("The file has nothing else to compare");
        CHECK_FALSE(part.name.contains("Rank correlation"));
        CHECK_FALSE(part.name.contains("Spearman"));
    }
    CHECK(says);
}

TEST_CASE("the columns of Compare have their numbers on a phone", "[view][odd]") {
    for (const ImVec2 window : {ImVec2{390, 844}, ImVec2{320, 480}, ImVec2{320, 568}}) {
        for (const std::size_t columns : {std::size_t{3}, std::size_t{4}}) {
            INFO(window.x << " x " << window.y << ", " << columns << " columns");
            std::string fields = "layer=4&panel=compare";
            if (columns == 4) fields += "&compare=raw/rollout/flow/rollout,residual:0.25";
            ShownPage page(sampleFile("agreement-keys"), fields);
            DrawnPage drawn(page, window, {});
            Parts inside;
            std::ptrdiff_t names = 0;
            const auto look = [&] {
                const Parts parts = drawn.parts();
                CHECK(collisionsOf(parts) == std::vector<std::string>{});
                inside.clear();
                const Parts bars = partsOf(parts, LayoutEntry::Kind::figure, "bars");
                if (bars.empty()) return;
                for (const LayoutEntry& part : parts) {
                    if (part.kind == LayoutEntry::Kind::text && part.min.y >= bars[0].min.y &&
                        part.min.y < bars[0].max.y)
                        inside.push_back(part);
                }
                names = std::ranges::count_if(inside, [](const LayoutEntry& part) {
                    return isWord(part.name) && !isColumn(part.name);
                });
            };
            look();
            for (int wheel = 0; wheel < 8 && names < 3; ++wheel) {
                drawn.scroll({window.x / 2, window.y / 3}, 120);
                look();
            }
            const bool stacked = std::ranges::any_of(
                inside, [](const LayoutEntry& part) { return isColumn(part.name); });
            CHECK(names >= (stacked ? 2 : 3));
            const auto numbers = std::ranges::count_if(
                inside, [](const LayoutEntry& part) { return isNumber(part.name); });
            CHECK(numbers >= static_cast<std::ptrdiff_t>(columns) * (names - 1));
        }
    }
}

TEST_CASE("a legend keeps what it measures, and a caption loses its second token whole",
          "[view][odd]") {
    const std::string keys = sampleFile("agreement-keys");
    const auto unit = [&](ImVec2 window) {
        ShownPage page(keys, "layer=4&method=flow&panel=evolution");
        DrawnPage drawn(page, window, {});
        const Parts found =
            partsOf(drawn.parts(), LayoutEntry::Kind::text, "attention flow, relative");
        return found.empty() ? -1 : found[0].max.x - found[0].min.x;
    };
    CHECK(unit({320, 480}) > 0);
    CHECK(std::abs(unit({320, 480}) - unit({1280, 800})) < 1);

    ShownPage page(keys, "layer=1");
    DrawnPage drawn(page, {1280, 800}, {});
    int captions = 0;
    for (const LayoutEntry& part : drawn.parts()) {
        if (part.kind != LayoutEntry::Kind::text || !part.name.starts_with("[CLS] from ")) continue;
        if (part.name.find_first_of("0123456789") == std::string::npos) continue;
        ++captions;
        CHECK(isNumber(part.name.substr(part.name.size() - 1)));
    }
    CHECK(captions >= 2);
}

}  // namespace hw::test
