// SPDX-License-Identifier: MIT
#include "panels/figures.h"

#include "figure/drawn_figure.h"
#include "page/shown_page.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("the evolution's cells have the colours of the reference rollout", "[figure]") {
    Drawn drawn("layer=6");
    const std::string svg = drawn.svg("evolution");
    // [layer][token] of [CLS], by independent code in double precision.
    const std::vector<double> known =
        referenceNumbers(reference("toy_agreement_keys.expected.json"), "rollout_source_rows");
    const auto groups = cellsOf(svg);
    REQUIRE(groups.size() == 1);
    constexpr int tokens = 11;
    REQUIRE(known.size() == 6 * tokens);
    CHECK(groups[0].size() == known.size());
    const double largest = *std::max_element(known.begin(), known.end());
    for (int layer = 0; layer < 6; ++layer) {
        for (int key = 0; key < tokens; ++key) {
            INFO("layer " << layer << ", token " << key);
            // The last layer is on top.
            const double value = known[std::size_t(layer * tokens + key)];
            CHECK(alike(groups[0].at({5 - layer, key}), colourOf(value, largest)));
        }
    }
}

TEST_CASE("small multiples are one group a layer on one colour scale", "[figure]") {
    Drawn drawn("layer=3&method=raw");
    const std::string svg = drawn.svg("multiples");
    const auto groups = cellsOf(svg);
    REQUIRE(groups.size() == 6);
    float largest = 0;
    std::vector<Answer> layers;
    for (int layer = 0; layer < 6; ++layer) {
        layers.push_back(drawn.page.ask(matrixQuery(drawn.state, Method::raw, layer)));
        for (const float value : layers.back().values) largest = std::max(largest, value);
    }
    for (int layer = 0; layer < 6; ++layer) {
        const Answer& answer = layers[std::size_t(layer)];
        for (int q = 0; q < answer.rows; ++q) {
            for (int k = 0; k < answer.cols; ++k) {
                const float value = answer.values[std::size_t(q * answer.cols + k)];
                CHECK(groups[std::size_t(layer)].at({q, k}) == colourOf(value, largest));
            }
        }
    }
    CHECK(holds(svg, ">Layer 6</text>"));
    CHECK(holds(svg, ">cabinet</text>"));
}

TEST_CASE("a figure's caption states method, settings, layers, output and data", "[figure]") {
    Drawn drawn("layer=4&residual=0.25&token=0");
    const std::string svg = drawn.svg("bars");
    for (const char* part :
         {"Attention rollout (Abnar &amp; Zuidema 2020), layers 1–4, output [CLS]",
          "Heads: mean of 8; A = 0.25 I + 0.75 mean W", "(6 layers, 8 heads, 11 tokens)",
          "Drawn by Headwaters."}) {
        INFO(part);
        CHECK(holds(svg, part));
    }
    Drawn flow("layer=6&method=flow&flow=raw");
    CHECK(holds(flow.svg("evolution"), "the maximum flow itself, layers 1–6 each"));
}

TEST_CASE("bars are as long as their values, and say them", "[figure]") {
    Drawn drawn("layer=6");
    const std::string svg = drawn.svg("bars");
    const std::vector<double> known =
        referenceNumbers(reference("toy_agreement_keys.expected.json"), "rollout_source_rows");
    std::vector<double> lengths;
    for (const std::string& bar : between(svg, "<rect x=\"", "/>")) {
        const std::vector<std::string> width = between(bar, "width=\"", "\" height=\"11.52\"");
        if (bar.find("height=\"11.52\"") != std::string::npos)
            lengths.push_back(std::atof(width.front().c_str()));
    }
    REQUIRE(lengths.size() == 11);
    const auto last = known.end() - 11;
    const double largest = *std::max_element(last, known.end());
    const double longest = *std::max_element(lengths.begin(), lengths.end());
    for (std::size_t i = 0; i < 11; ++i) {
        CHECK(std::abs(lengths[i] / longest - last[std::ptrdiff_t(i)] / largest) < 1e-4);
    }
    CHECK(holds(svg, ">0.178</text>"));
}

TEST_CASE("tokens of markup and control characters leave the file well formed", "[figure]") {
    CHECK(figure::escaped("<s> & \"x\"\x01\n") == "&lt;s&gt; &amp; &quot;x&quot;");
    Drawn drawn("");
    drawn.openText(
        R"({"tokens":["<s>","a&b","\u0001\"q\""],"attentions":[[[[1,0,0],[0,1,0],[0,0,1]]]]})");
    for (const char* name : {"bars", "matrix", "evolution", "multiples", "compare"}) {
        const std::string svg = drawn.svg(name);
        CHECK(holds(svg, "&lt;s&gt;"));
        CHECK_FALSE(holds(svg, "<s>"));
        CHECK_FALSE(holds(svg, "\x01"));
    }
}

TEST_CASE("many cells become pictures, and a long token is cut", "[figure]") {
    Drawn drawn("");
    drawn.openText(syntheticFile(6, 64));
    const std::string svg = drawn.svg("multiples");
    CHECK(cellsOf(svg).empty());
    CHECK(between(svg, "href=\"data:image/png;base64,iVBORw0KGgo", "\"").size() == 6);
    CHECK(cellsOf(drawn.svg("evolution")).size() == 1);

    figure::Svg text(sixTenths);
    CHECK(text.cut("Donaudampfschiffahrt", 60, {.size = 10}) == "Donauda…");
    CHECK(text.cut("äöü", 200, {.size = 10}) == "äöü");
}

TEST_CASE("values that are not there yet are drawn as missing, not as zero", "[figure]") {
    CHECK(figure::cellColour({Ramp::blues, 1}, std::nanf("")) !=
          figure::cellColour({Ramp::blues, 1}, 0));
    // Layers before the start layer have no rollout.
    Drawn drawn("layer=6&start=3");
    const auto groups = cellsOf(drawn.svg("evolution"));
    const std::string missing =
        figure::hexColour(figure::cellColour({Ramp::blues, 1}, std::nanf("")));
    CHECK(groups[0].at({5, 0}) == missing);
    CHECK(groups[0].at({3, 0}) != missing);
    CHECK(cellsOf(drawn.svg("multiples")).size() == 4);
}

TEST_CASE("a figure of a long text has the digits that the page has", "[figure]") {
    ShownPage page(longEvenText(), "method=raw&layer=1&token=0&panel=bars&sort=position");
    const std::string svg = figure::figureSvg(page.state, page.results, "bars", sixTenths);
    std::vector<std::string> numbers;  // at the right edge, not those of the axis
    for (const std::string& text : between(svg, "<text x=\"704\"", "</text>"))
        numbers.push_back(text.substr(text.find(">0.") + 3));
    REQUIRE(numbers.size() == 200);
    CHECK(numbers.front() == "00490");
    CHECK(numbers.back() == "00510");
    CHECK(std::ranges::all_of(numbers, [](const std::string& one) { return one.size() == 5; }));
}
