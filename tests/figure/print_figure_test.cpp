// SPDX-License-Identifier: MIT
// Figures laid out for paper. At the width of a column nothing leaves the sheet, no text overlaps another, and none is
// smaller than 7 points.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "figure/print.h"
#include "figure/strict_xml.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr float column = 83;
constexpr float twoColumns = 170;

}  // namespace

TEST_CASE("no figure for paper has texts on each other or beyond the sheet, from 3 tokens to 128",
          "[figure][paper]") {
    const auto [tokens, layers, heads] = GENERATE(std::array{3, 2, 2}, std::array{12, 4, 4},
                                                  std::array{12, 2, 64}, std::array{128, 2, 2});
    Drawn drawn("");
    drawn.openText(fileOf(tokens, layers, heads),
                   "layer=2&compare=raw/rollout,discard:0.1/rollout");
    const std::vector<std::string> names = figure::figureNames(drawn.state);
    CHECK(names.size() >= 9);
    for (const std::string& name : names) {
        for (const float width : {column, 120.0F, twoColumns}) {
            for (const float points : {7.0F, 8.0F}) {
                CAPTURE(tokens, heads, name, width, points);
                const Print print = printOf(drawn, name, {.print = {width, points}});
                CHECK(faultOf(print) == "");
                CHECK(StrictXml::faultOf(print.svg) == "");
            }
        }
    }
}

TEST_CASE("figures of the samples find room on paper, in every palette and on both papers",
          "[figure][paper]") {
    struct Wanted {
        const char* name;
        const char* file;
        const char* fields;
    };
    const auto wanted =
        GENERATE(Wanted{"image", "vit_digit_4.json", "layer=4"},
                 Wanted{"compare", "toy_agreement_keys.json",
                        "layer=6&compare=raw/rollout/flow&compare-as=matrices&difference=0,1"},
                 Wanted{"compare", "toy_agreement_keys.json",
                        "layer=6&compare=raw/rollout/flow&difference=0,1"},
                 Wanted{"faithfulness", "toy_agreement_keys.json", "layer=6"},
                 Wanted{"graph", "toy_agreement_keys.json", "layer=6&graph=lines"},
                 Wanted{"flow", "toy_agreement_keys.json", "layer=6&sink=2"});
    Drawn drawn(wanted.fields, wanted.file);
    for (const float width : {column, twoColumns}) {
        for (const figure::Palette palette :
             {figure::Palette::own, figure::Palette::safe, figure::Palette::grey}) {
            for (const figure::Paper ground : {figure::Paper::white, figure::Paper::dark}) {
                CAPTURE(wanted.name, width, int(palette), int(ground));
                const Print print = printOf(
                    drawn, wanted.name, {.paper = ground, .print = {width}, .palette = palette});
                CHECK(faultOf(print) == "");
                CHECK(StrictXml::faultOf(print.svg) == "");
            }
        }
    }
}

TEST_CASE("a figure for paper has the width that was asked for, and texts of 7 to 8 points",
          "[figure][paper]") {
    Drawn drawn("layer=6");
    for (const std::string& name : figure::figureNames(drawn.state)) {
        for (const float width : {column, twoColumns, 300.0F}) {
            CAPTURE(name, width);
            const Print print = printOf(drawn, name, {.print = {width, 7.5F}});
            CHECK(holds(print.svg, "width=\"" + figure::shortNumber(width) + "mm\""));
            CHECK(std::abs(print.drawing.width - width / 25.4F * 96) < 0.1F);
            for (const paper::Item& item : print.drawing.items) {
                const auto* text = std::get_if<paper::Text>(&item);
                if (text == nullptr) continue;
                const float points = text->size * print.drawing.view.a * 0.75F;
                CHECK(points > 6.99F);
                CHECK(points < 8.01F);
            }
        }
    }
}

TEST_CASE("title and caption of a figure are left out each by itself", "[figure][paper]") {
    Drawn drawn("layer=6");
    const auto print = [&](bool title, bool caption) {
        return printOf(drawn, "bars",
                       {.hasTitle = title, .hasCaption = caption, .print = {column}});
    };
    const auto says = [](const Print& one, const std::string& words) {
        return std::ranges::any_of(one.drawing.items, [&](const paper::Item& item) {
            const auto* text = std::get_if<paper::Text>(&item);
            return text != nullptr && holds(text->content, words);
        });
    };
    const std::string title = "Where [CLS] could get";
    const std::string caption = "Abnar & Zuidema 2020";
    for (const bool hasTitle : {false, true}) {
        for (const bool hasCaption : {false, true}) {
            const Print one = print(hasTitle, hasCaption);
            CHECK(says(one, title) == hasTitle);
            CHECK(says(one, caption) == hasCaption);
            CHECK(holds(one.drawing.description, caption));  // for those who hear it
        }
    }
    CHECK(print(false, false).drawing.height < print(true, false).drawing.height);
    CHECK(print(true, false).drawing.height < print(true, true).drawing.height);
}

TEST_CASE("a grey figure has no colour in it, and its ramps keep their order", "[figure][paper]") {
    for (const auto& [name, file] : {std::pair{"matrix", "toy_agreement_keys.json"},
                                     std::pair{"graph", "toy_agreement_keys.json"},
                                     std::pair{"compare", "toy_agreement_keys.json"},
                                     std::pair{"image", "vit_digit_4.json"}}) {
        Drawn drawn("layer=4", file);
        const Print print =
            printOf(drawn, name, {.print = {column}, .palette = figure::Palette::grey});
        CAPTURE(name);
        const auto isGrey = [](const paper::Colour& c) { return c.r == c.g && c.g == c.b; };
        for (const paper::Item& item : print.drawing.items) {
            if (const auto* shape = std::get_if<paper::Shape>(&item)) {
                CHECK(isGrey(shape->fill.colour));
                CHECK(isGrey(shape->stroke.colour));
            } else if (const auto* text = std::get_if<paper::Text>(&item)) {
                CHECK(isGrey(text->colour));
            } else if (const auto* picture = std::get_if<paper::Picture>(&item)) {
                CHECK(picture->isGrey);
            }
        }
        for (const paper::Gradient& gradient : print.drawing.gradients) {
            CHECK(gradient.stops.size() > 16);
            for (std::size_t i = 0; i + 1 < gradient.stops.size(); ++i) {
                CHECK(isGrey(gradient.stops[i].colour));
                CHECK(gradient.stops[i + 1].colour.r <= gradient.stops[i].colour.r);
            }
        }
    }
}

TEST_CASE("a picture and its patches are of one size on paper, and a legend is one gradient",
          "[figure][paper]") {
    Drawn drawn("layer=4", "vit_digit_4.json");
    for (const float width : {column, twoColumns}) {
        const Print print = printOf(drawn, "image", {.print = {width}});
        std::vector<const paper::Picture*> pictures;
        for (const paper::Item& item : print.drawing.items) {
            if (const auto* picture = std::get_if<paper::Picture>(&item))
                pictures.push_back(picture);
        }
        REQUIRE(pictures.size() == 2);
        CHECK(pictures[0]->w == pictures[1]->w);
        CHECK(pictures[0]->h == pictures[1]->h);
        CHECK(print.drawing.gradients.size() == 1);
    }
}

TEST_CASE("many bars on paper break into columns that a page has room for", "[figure][paper]") {
    Drawn drawn("");
    drawn.openText(fileOf(128, 2, 2), "layer=2&sort=position");
    const Print narrow =
        printOf(drawn, "bars", {.hasTitle = false, .hasCaption = false, .print = {column}});
    const Print wide =
        printOf(drawn, "bars", {.hasTitle = false, .hasCaption = false, .print = {twoColumns}});
    CHECK(narrow.drawing.height < 250 / 25.4F * 96);
    CHECK(wide.drawing.height < 250 / 25.4F * 96);
}

TEST_CASE("every figure with its caption fits a page, in one column and in two",
          "[figure][paper]") {
    const auto [tokens, layers, heads] = GENERATE(std::array{3, 6, 2}, std::array{12, 12, 64},
                                                  std::array{64, 6, 2}, std::array{160, 3, 2});
    Drawn drawn("");
    drawn.openText(fileOf(tokens, layers, heads), "layer=3&compare=raw/rollout/flow");
    for (const std::string& name : figure::figureNames(drawn.state)) {
        for (const float width : {column, twoColumns}) {
            const Print print = printOf(drawn, name, {.print = {width}});
            CAPTURE(tokens, heads, name, width);
            CHECK(print.drawing.height < 240 / 25.4F * 96);
        }
    }
}

TEST_CASE("a sample's figures fit half a page in one column, and with their captions a page",
          "[figure][paper]") {
    const auto [fields, name, most] = GENERATE(
        table<std::string, std::string, float>({{"layer=6&method=flow", "flow", 90.0F},
                                                {"layer=6&method=rollout", "graph", 90.0F},
                                                {"layer=6&token=0&sink=4", "explain", 120.0F},
                                                {"layer=6", "compare", 100.0F},
                                                {"layer=6", "faithfulness", 160.0F}}));
    Drawn drawn(fields);
    const Print bare = printOf(drawn, name, {.hasCaption = false, .print = {column}});
    CAPTURE(name);
    CHECK(faultOf(bare) == "");
    CHECK(bare.drawing.height < most / 25.4F * 96);
    for (const float width : {column, twoColumns})
        CHECK(printOf(drawn, name, {.print = {width}}).drawing.height < 240 / 25.4F * 96);
}

TEST_CASE("two matrices stand side by side in one column, of one height", "[figure][paper]") {
    const int tokens = GENERATE(3, 12, 160);
    Drawn drawn("");
    drawn.openText(fileOf(tokens, 2, 2), "layer=2");
    const Print print = printOf(drawn, "matrix", {.print = {column}});
    CHECK(faultOf(print) == "");
    CHECK(print.drawing.height < 110 / 25.4F * 96);
    CHECK(print.drawing.gradients.size() == 2);
}

TEST_CASE("a comparison of a long input has the longest bars, and says of how many",
          "[figure][paper]") {
    Drawn drawn("");
    drawn.openText(fileOf(64, 2, 2), "layer=2&compare=raw/rollout&token=9");
    const Print print = printOf(drawn, "compare", {.print = {column}});
    CHECK(holds(print.svg, "The 30 of 64 tokens with the longest bars in any column."));
    Drawn brief("");
    brief.openText(fileOf(12, 2, 2), "layer=2&compare=raw/rollout&token=9");
    CHECK_FALSE(holds(printOf(brief, "compare", {.print = {column}}).svg, "longest bars"));
}
