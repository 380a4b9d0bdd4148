// SPDX-License-Identifier: MIT
// Data from elsewhere is not trusted.
#include <catch2/catch_test_macros.hpp>

#include "engine/made.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("examples whose parts do not fit one another are refused", "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    const auto refused = [&](auto change) {
        MadeExample made = madeOf(file.id, 0.5F);
        change(made.example);
        page.received.clear();
        make(page, made);
        REQUIRE(page.last<wire::ExampleChanged>() == nullptr);
        REQUIRE(page.last<wire::ExampleRefused>());
        return page.last<wire::ExampleRefused>()->problem.place;
    };
    CHECK(refused([](Example& e) { e.tokens.pop_back(); }) == "attentions");
    CHECK(refused([](Example& e) { e.tokens.clear(); }) == "tokens");
    CHECK(refused([](Example& e) { e.tokens[1] = std::string(10'001, 'x'); }) == "tokens");
    CHECK(refused([](Example& e) { e.attentions = {}; }) == "attentions");
    CHECK(refused([](Example& e) { e.attentions.layers = 3; }) == "attentions");
    CHECK(refused([](Example& e) { e.attentions.layers = -2; }) == "attentions");
    CHECK(refused([](Example& e) {
              e.attentions.layers = 1 << 30;
              e.attentions.heads = 1 << 30;
          }) == "attentions");
    CHECK(refused([](Example& e) { e.attentions.halves.assign(18, 0); }) == "attentions");
    CHECK(refused([](Example& e) { e.attentions.kind = MatrixKind::contributions; }) ==
          "attentions");
    CHECK(refused([](Example& e) {
              e.gradients = e.attentions;
              e.gradients.layers = 1;
              e.gradients.values.resize(9);
          }) == "attentions");
    CHECK(refused([](Example& e) { e.contributions = e.attentions; }) == "contributions");
    CHECK(refused([](Example& e) { e.decoder.emplace(); }) == "decoder.tokens");
    CHECK(refused([](Example& e) { e.decoder.emplace().tokens = {"a"}; }) == "cross.attentions");
    CHECK(refused([](Example& e) { e.words = {0, 1}; }) == "words");
    CHECK(refused([](Example& e) { e.words = {0, 1, 3}; }) == "words");
    CHECK(refused([](Example& e) { e.segments = {0, 0, -1}; }) == "segments");
    CHECK(refused([](Example& e) { e.outputToken = 3; }) == "outputToken");
    CHECK(refused([](Example& e) { e.outputToken = meanOfTokens - 1; }) == "outputToken");
    CHECK(refused([](Example& e) { e.fixedResidual = {0.5F}; }) == "fixedResidual");
    CHECK(refused([](Example& e) { e.predicted = {"a"}; }) == "predicted");
    CHECK(refused([](Example& e) { e.predictedProbability = {1, 1, 1}; }) ==
          "predictedProbability");
    CHECK(refused([](Example& e) {
              e.predicted = {"a", "b", "c"};
              e.predictedProbability = {1, 2, 1};
          }) == "predictedProbability");
    CHECK(refused([](Example& e) { e.importance = {{"s", {1.0}}}; }) == "importance");
    CHECK(refused([](Example& e) { e.tokenClasses = {{"s", {"a"}}}; }) == "tokenClasses");
    CHECK(refused([](Example& e) { e.grids = {{1 << 20, 1 << 20, 0}}; }) == "grids");
    CHECK(refused([](Example& e) { e.image = ImageInfo{{"", 2, 2, 0}}; }) == "image");
    CHECK(refused([](Example& e) { e.productGradients = true; }) == "gradientKind");
    // They had no effect, and no half an example is left.
    const std::vector<std::byte> bytes = encodeExample(madeOf(file.id, 0.5F));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        page.received.clear();
        page.send(wire::MakeExample{0, std::span(bytes).first(length)});
        REQUIRE(page.last<wire::Failed>());
    }
    MadeExample nameless = madeOf(file.id, 0.5F);
    nameless.recipe = {};
    make(page, nameless);
    CHECK(page.last<wire::ExampleRefused>()->problem.place == "recipe");
    make(page, madeOf(file.id + 9, 0.5F));
    CHECK(page.last<wire::ExampleRefused>()->problem.place == "document");
    make(page, madeOf(file.id, 0.5F));
    CHECK(page.last<wire::ExampleChanged>()->document.example == 1);
}
