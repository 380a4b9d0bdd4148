// SPDX-License-Identifier: MIT
// Columns about other files while words and spans are merged. Each uses its own words.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "page/word_page.h"
#include "panels/compare/model.h"

using namespace hw;
using namespace hw::test;

namespace {

const std::vector<std::vector<int>> otherWords{{0}, {1, 2, 3}, {4}};
constexpr int otherTokens = 5;

std::string otherFile() {
    return fileWith(R"("tokens":["[CLS]","sing","##ing","##s","[SEP]"])", otherTokens, 11);
}

/// `text` next to the file of words, which was open before.
struct BesideWords : ShownPage {
    BesideWords(const std::string& text, const std::string& fields) : ShownPage(wordFile(), "") {
        openText(text,
                 "panel=compare&layer=3&token=0&compare=rollout/rollout,file:earlier&" + fields);
    }
    CompareModel model() { return ShownPage::model().of<CompareModel>(); }
    /// Token by token, after the last layer.
    std::vector<float> rollout(const DocumentSummary& document) {
        return engine.ask(matrixOf(document, Method::rollout, wordLayers - 1)).values;
    }
};

/// Every cell of a matrix, compared with the definition.
void checkMatrix(const Answer* shown, const std::vector<float>& whole, int n,
                 const std::vector<std::vector<int>>& units) {
    REQUIRE(shown != nullptr);
    REQUIRE(shown->values.size() == units.size() * units.size());
    for (std::size_t q = 0; q < units.size(); ++q) {
        for (std::size_t k = 0; k < units.size(); ++k) {
            CHECK(shown->values[q * units.size() + k] ==
                  Catch::Approx(merged(whole, units[q], units[k], n)).epsilon(1e-5));
        }
    }
}

}  // namespace

TEST_CASE("a column about another file is seen by that file’s words", "[app][compare][units]") {
    BesideWords page(otherFile(), "words=on&compare-as=matrices");
    const CompareModel model = page.model();
    REQUIRE(model.columns.size() == 2);
    CHECK(model.keyAxis.labels == std::vector<std::string>{"[CLS]", "singings", "[SEP]"});
    const CompareColumn& earlier = model.columns[1];
    CHECK(earlier.labels ==
          std::vector<std::string>{"[CLS]", "playing", "[SEP] (1)", "chess", "[SEP] (2)"});
    CHECK(earlier.keyAxis.labels == earlier.labels);
    CHECK(earlier.keyAxis.tokens == std::vector<int>{0, 1, 3, 4, 6});
    CHECK(earlier.queryAxis.tokens == earlier.keyAxis.tokens);
    CHECK(earlier.outputs == std::vector<int>{0});
    const std::vector<float> there = page.rollout(*page.state.earlier);
    const std::vector<float> here = page.rollout(*page.state.document);
    REQUIRE(earlier.values.size() == words.size());
    for (std::size_t w = 0; w < words.size(); ++w) {
        CHECK(earlier.values[w] == Catch::Approx(merged(there, {0}, words[w])).epsilon(1e-5));
    }
    checkMatrix(earlier.matrix.to, there, wordTokens, words);
    checkMatrix(model.columns[0].matrix.to, here, otherTokens, otherWords);
    // Three words and five, so nothing can be subtracted.
    CHECK(model.rows.size() == 5);
    CHECK(model.differenceNote == "no difference for 3 and 5 tokens");
}

TEST_CASE("no row of another file is marked where all rows are read", "[app][compare]") {
    BesideWords page(otherFile(), "compare-as=matrices");
    CHECK(page.model().columns[1].outputs == std::vector<int>{0});
    page.set("token=mean");
    const CompareModel model = page.model();
    CHECK(model.outputs.empty());
    CHECK(model.columns[1].outputs.empty());
}

TEST_CASE("spans and hidden tokens of one file are not those of another", "[app][compare][units]") {
    BesideWords page(otherFile(), "hidden=4&spans=2,3&compare-as=matrices");
    const CompareModel model = page.model();
    CHECK(model.keyAxis.tokens == std::vector<int>{0, 1, 2});
    const CompareColumn& earlier = model.columns[1];
    CHECK(earlier.keyAxis.tokens == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
    CHECK(earlier.queryAxis.tokens == earlier.keyAxis.tokens);
    REQUIRE(earlier.matrix.to != nullptr);
    CHECK(earlier.matrix.to->values == page.rollout(*page.state.earlier));
    const auto own = stateElsewhere(page.state, page.state.view.compared[1]);
    REQUIRE(own);
    CHECK(own->view.spans.empty());
    CHECK(own->view.hidden.empty());
    CHECK(page.state.view.spans == std::vector<std::vector<int>>{{2, 3}});
}

TEST_CASE("a file of the same tokens is seen by the same words and spans, and subtracted",
          "[app][compare][units]") {
    const std::vector<std::vector<int>> units{{0}, {1, 2, 3}, {4, 5}, {6}};
    BesideWords page(wordFile(13), "words=on&spans=1,2,3&token=1&compare-as=matrices");
    CHECK(page.state.view.outputs == units[1]);
    const CompareModel model = page.model();
    const CompareColumn& earlier = model.columns[1];
    CHECK(earlier.labels.empty());
    CHECK(earlier.keyAxis.tokens == std::vector<int>{0, 1, 4, 6});
    CHECK(earlier.keyAxis.tokens == model.keyAxis.tokens);
    CHECK(earlier.outputs == units[1]);
    const std::vector<float> there = page.rollout(*page.state.earlier);
    const std::vector<float> here = page.rollout(*page.state.document);
    checkMatrix(earlier.matrix.to, there, wordTokens, units);
    REQUIRE(model.difference.size() == units.size());
    REQUIRE(model.differenceMatrix.values.size() == units.size() * units.size());
    for (std::size_t k = 0; k < units.size(); ++k) {
        const double difference =
            merged(here, units[1], units[k]) - merged(there, units[1], units[k]);
        CHECK(model.difference[k] == Catch::Approx(difference).margin(1e-6));
        CHECK(model.differenceMatrix.values[units.size() + k] ==
              Catch::Approx(difference).margin(1e-6));
    }
}
