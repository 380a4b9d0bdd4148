// SPDX-License-Identifier: MIT
// Figures of compare, heads, image and faithfulness.
#include "figure/drawn_figure.h"
#include "page/models/number_phrases.h"
#include "panels/compare/model.h"
#include "panels/faithfulness/model.h"
#include "panels/heads/model.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("a matrix as a figure says what its colours are measured by", "[figure]") {
    Drawn drawn("layer=6&method=rollout&panel=matrix");
    const std::string svg = drawn.svg("matrix");
    CHECK(between(svg, ">in this layer<", "/text>").size() == 1);
    CHECK(between(svg, ">layers 1–6<", "/text>").size() == 1);
}

TEST_CASE("a column by itself is compared with nothing", "[figure]") {
    Drawn drawn("");
    drawn.openText(
        R"({"encoder_text":["a","b"],"decoder_text":["c"],"cross_attention":[[[[0.5,0.5]]],[[[1,0]]]]})",
        "panel=compare");
    const std::string svg = drawn.svg("compare");
    CHECK(holds(svg, "The file has nothing else to compare"));
    CHECK_FALSE(holds(svg, "Rank correlation"));
    CHECK_FALSE(holds(svg, "Spearman"));
}

TEST_CASE("columns compared are bars of the values, with their differences and rank correlations",
          "[figure]") {
    // As long as the layer's own scale requires.
    Drawn drawn("layer=6&scale=layer&compare=raw/rollout&difference=0,1");
    const std::string svg = drawn.svg("compare");
    const auto raw = drawn.page.ask(profileQuery(drawn.state, Method::raw));
    const auto rollout = drawn.page.ask(profileQuery(drawn.state, Method::rollout));
    // Three bars per token, for raw, rollout and their difference. All rows have the same height.
    std::vector<double> lengths;
    std::vector<double> starts;
    for (const std::string& bar : between(svg, "<rect x=\"", "/>")) {
        if (bar.find("height=\"10.8\"") == std::string::npos) continue;
        starts.push_back(std::atof(bar.c_str()));
        lengths.push_back(std::atof(between(bar, "width=\"", "\"").front().c_str()));
    }
    constexpr std::size_t tokens = 11;
    REQUIRE(lengths.size() == 3 * tokens);
    const auto a = rowOf(raw, 5);
    const auto b = rowOf(rollout, 5);
    double scale = 0;
    double largest = 0;
    for (std::size_t t = 0; t < tokens; ++t) {
        scale = std::max({scale, double(a[t]), double(b[t])});
        largest = std::max(largest, std::abs(double(a[t]) - double(b[t])));
    }
    const double full = *std::max_element(lengths.begin(), lengths.end());
    double widest = 0;
    for (std::size_t t = 0; t < tokens; ++t) widest = std::max(widest, lengths[3 * t + 2]);
    for (std::size_t t = 0; t < tokens; ++t) {
        CAPTURE(t);
        // At least half a pixel is drawn. Lengths are written to a hundredth.
        CHECK(std::abs(lengths[3 * t] - std::max(a[t] / scale * full, 0.5)) < 0.02);
        CHECK(std::abs(lengths[3 * t + 1] - std::max(b[t] / scale * full, 0.5)) < 0.02);
        const double difference = double(a[t]) - double(b[t]);
        CHECK(std::abs(lengths[3 * t + 2] -
                       std::max(std::abs(difference) / largest * widest, 0.5)) < 0.02);
    }
    CHECK(holds(svg, ">Raw − Rollout</text>"));
    const CompareModel model = compareModel(drawn.state, drawn.results);
    char correlation[16];
    std::snprintf(correlation, sizeof correlation, "%.2f</text>",
                  std::abs(model.correlation[1][0]));
    CHECK(holds(svg, correlation));
    CHECK(holds(svg, "Comparison of Raw, layer 6; Rollout, layers 1–6, output [CLS]."));
    CHECK_FALSE(holds(svg, "Click"));
}

TEST_CASE("columns compared as matrices have the colours of their values", "[figure]") {
    Drawn drawn("layer=6&compare=raw/rollout&compare-as=matrices&difference=0,1");
    const auto groups = cellsOf(drawn.svg("compare"));
    REQUIRE(groups.size() == 3);
    const auto raw = drawn.page.ask(matrixQuery(drawn.state, Method::raw, 5));
    const auto rollout = drawn.page.ask(matrixQuery(drawn.state, Method::rollout, 5));
    const auto largestOf = [](const std::vector<float>& values) {
        return *std::max_element(values.begin(), values.end());
    };
    std::vector<float> difference;
    float largest = 0;
    for (std::size_t i = 0; i < raw.values.size(); ++i) {
        difference.push_back(raw.values[i] - rollout.values[i]);
        largest = std::max(largest, std::abs(difference.back()));
    }
    for (int q = 0; q < 11; ++q) {
        for (int k = 0; k < 11; ++k) {
            const auto at = std::size_t(q * 11 + k);
            CHECK(groups[0].at({q, k}) == colourOf(raw.values[at], largestOf(raw.values)));
            CHECK(groups[1].at({q, k}) == colourOf(rollout.values[at], largestOf(rollout.values)));
            CHECK(groups[2].at({q, k}) == figure::hexColour(figure::cellColour(
                                              {Ramp::diverging, largest}, difference[at])));
        }
    }
}

TEST_CASE("heads as a figure are one group a head in the colours of its weights", "[figure]") {
    Drawn drawn("heads=0,2");
    const std::string svg = drawn.svg("heads");
    const auto groups = cellsOf(svg);
    REQUIRE(groups.size() == 6 * 8);
    const Answer layer = drawn.page.ask(headThumbnailsQuery(drawn.state, 3));
    const figure::Scale scale{Ramp::blues, 1, 0.6F};
    for (int head = 0; head < 8; ++head) {
        for (int i = 0; i < 121; ++i) {
            const float weight = layer.values[std::size_t(head * 121 + i)];
            CHECK(groups[std::size_t(3 * 8 + head)].at({i / 11, i % 11}) ==
                  figure::hexColour(figure::cellColour(scale, weight)));
        }
    }
    CHECK(holds(svg, "2 of 8 heads in use"));
    CHECK(holds(svg, "Every head’s attention from the file."));
}

TEST_CASE("a picture's patches stand beside it, and no picture gives no figure", "[figure]") {
    Drawn drawn("layer=4", "vit_digit_4.json");
    REQUIRE(figure::hasFigure(drawn.state, "image"));
    const std::string svg = drawn.svg("image");
    // The original, and a copy in dim greys below the colours.
    CHECK(between(svg, "href=\"data:image/", "\"").size() == 2);
    CHECK(between(svg, "style=\"filter:url(#dim)\" href=\"data:image/", "\"").size() == 1);
    CHECK(between(svg, "<g opacity=\"", "\"") == std::vector<std::string>{"0.7"});
    CHECK(holds(svg, "rollout, colours 70 % opaque over the grey picture"));
    const auto groups = cellsOf(svg);
    REQUIRE(groups.size() == 1);
    const ImageInfo& image = *drawn.state.document->current.image;
    const auto profile = drawn.page.ask(profileQuery(drawn.state, Method::rollout));
    // All layers share one scale. With scale=layer it is the layer's own.
    const auto patchesOf = [&](int layer) {
        return rowOf(profile, layer)
            .subspan(std::size_t(image.firstPatchToken), std::size_t(image.rows * image.cols));
    };
    float ofAll = 0;
    for (int layer = 0; layer < profile.rows; ++layer)
        ofAll = std::max(ofAll, std::ranges::max(patchesOf(layer)));
    Drawn own("layer=4&scale=layer", "vit_digit_4.json");
    const auto ownGroups = cellsOf(own.svg("image"));
    REQUIRE(ownGroups.size() == 1);
    const float ofOne = std::ranges::max(patchesOf(3));
    CHECK(ofAll > ofOne);
    for (int i = 0; i < image.rows * image.cols; ++i) {
        const std::pair place{i / image.cols, i % image.cols};
        const float value = patchesOf(3)[std::size_t(i)];
        CHECK(groups[0].at(place) ==
              figure::hexColour(figure::cellColour({Ramp::viridis, ofAll}, value)));
        CHECK(ownGroups[0].at(place) ==
              figure::hexColour(figure::cellColour({Ramp::viridis, ofOne}, value)));
    }
    Drawn text("");
    CHECK_FALSE(figure::hasFigure(text.state, "image"));
    for (const std::string& name : figure::figureNames(text.state))
        CHECK(figure::hasFigure(text.state, name));
    CHECK(figure::figureNames(text.state).front() == "bars");
    CHECK_FALSE(figure::hasFigure(drawn.state, "overview"));
}

TEST_CASE("the table of faithfulness as a figure says the numbers of the reference", "[figure]") {
    Drawn drawn("among=all&leave-out=[CLS]", "agreement/agreement_6.json");
    const std::string svg = drawn.svg("faithfulness");
    const FaithfulnessModel model = faithfulnessModel(drawn.state, drawn.results);
    REQUIRE(model.complete);
    const std::vector<std::string> texts = between(svg, "<text", "</text>");
    const auto count = [&](const std::string& text) {
        return std::count_if(texts.begin(), texts.end(),
                             [&](const std::string& one) { return one.ends_with(">" + text); });
    };
    for (const FaithfulnessTable& table : model.tables) {
        CHECK(count("against " + table.name) == 1);
        for (const auto& row : table.methods) {
            for (const FaithfulnessCell& cell : row) {
                CHECK(count(shortCorrelation(cell.mean)) > 0);
                CHECK(count(underCell(model, cell)) > 0);
            }
        }
    }
    // A line across the layers for each method of each score.
    CHECK(between(svg, "stroke-width=\"1.5\"", "/>").size() ==
          model.tables.size() * 4 * std::size_t(model.layers - 1));
}
