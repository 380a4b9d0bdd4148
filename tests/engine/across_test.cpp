// SPDX-License-Identifier: MIT
// The engine's answers about attention flow across encoder and decoder.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/engine_harness.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("flow across encoder and decoder answers for the tokens of both", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("date_day_month.json");
    const ExampleSummary& example = document.current;
    const std::size_t keys = example.tokens.size() + example.decoderTokens.size();
    CHECK(example.bothTokens.size() == keys);
    const int last = example.decoderLayers - 1;
    const auto across = [](Query query) {
        query.side = Side::cross;
        query.settings.normalise = Normalise::none;
        return query;
    };
    const Answer matrix = page.ask(across(matrixOf(document, Method::flow, last)));
    REQUIRE_FALSE(matrix.problem);
    CHECK(matrix.rows == static_cast<int>(example.decoderTokens.size()));
    REQUIRE(matrix.cols == static_cast<int>(keys));
    const std::string expected = reference("methods/encoder_decoder_flow__date_day_month.json");
    // The file has the top layer's rows, then the last token's of the layers below.
    const std::vector<double> encoder = referenceNumbers(expected, "to_encoder");
    const std::vector<double> decoder = referenceNumbers(expected, "to_decoder");
    const auto row = std::span(matrix.values).first(keys);
    CHECK(distance(row.first(encoder.size()), encoder) < 1e-6);
    CHECK(distance(row.subspan(encoder.size()), decoder) < 1e-6);
    // A profile has the same rows in every layer, and marks saturated values.
    const int output = matrix.rows - 1;
    const Answer profile = page.ask(across(profileOf(document, Method::flow, {output})));
    REQUIRE(profile.rows == example.decoderLayers);
    REQUIRE(profile.cols == matrix.cols);
    REQUIRE(profile.reached.size() == static_cast<std::size_t>(profile.rows));
    CHECK(profile.reached[last] == profile.cols);
    for (std::size_t key = 0; key < keys; ++key)
        CHECK(profile.values[last * keys + key] == matrix.values[output * keys + key]);
    Query edges = across(profileOf(document, Method::flow, {output}));
    edges.what = Query::What::flowEdges;
    CHECK(page.ask(edges).problem);
    Query early = across(matrixOf(document, Method::flow, 0));
    early.settings.startLayer = 1;
    CHECK(std::isnan(page.ask(early).values.front()));
}
