// SPDX-License-Identifier: MIT
// Words, spans and filters in every view that shows a matrix.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "page/word_page.h"
#include "panels/compare/model.h"
#include "panels/heads/model.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("matrices of relative flow agree with the bars, by words and with hidden tokens",
          "[app][units]") {
    WordPage shown("method=flow&panel=matrix");
    for (const char* fields : {"words=on&hidden=", "words=off&hidden=0,3", "words=on&hidden=0,3"}) {
        shown.set(fields);
        update(shown.state, Command(SetOutput{1, false}));
        const PageModel page = shown.model();
        REQUIRE(page.result.from != nullptr);
        REQUIRE(page.result.outputs.size() == 1);
        const std::size_t cols = page.bars.rows.size();
        REQUIRE(page.result.from->cols == static_cast<int>(cols));
        const std::size_t start = static_cast<std::size_t>(page.result.outputs[0]) * cols;
        for (std::size_t k = 0; k < cols; ++k) {
            CHECK(page.result.from->values[start + k] ==
                  Catch::Approx(page.bars.rows[k].value).epsilon(1e-5));
        }
    }
}

TEST_CASE("matrices, evolution, heads and compare are seen by words like the bars",
          "[app][units]") {
    WordPage shown("words=on&method=rollout");
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    REQUIRE(page.result.from != nullptr);
    CHECK(page.result.from->rows == 5);
    CHECK(page.result.from->cols == 5);
    CHECK(page.result.keyTokens == std::vector<int>{0, 1, 3, 4, 6});
    for (std::size_t q = 0; q < 5; ++q) {
        for (std::size_t k = 0; k < 5; ++k) {
            CHECK(page.result.from->values[q * 5 + k] ==
                  Catch::Approx(merged(whole, words[q], words[k])).epsilon(1e-5));
        }
    }
    CHECK(page.evolution.cols == 5);
    CHECK(page.evolution.matrix()(0, 3) ==
          Catch::Approx(merged(whole, {0}, words[3])).epsilon(1e-5));
    shown.set("panel=heads");
    page = shown.model();
    CHECK(page.of<HeadsModel>().rows == 5);
    REQUIRE(page.of<HeadsModel>().thumbnails[2] != nullptr);
    CHECK(page.of<HeadsModel>().thumbnails[2]->cols == 25);
    // A single head. Raw attention with only that head.
    AppState alone = shown.state;
    alone.view.settings.heads = {1};
    alone.view.words = false;
    const auto head = shown.engine.ask(matrixQuery(alone, Method::raw, 2)).values;
    CHECK(page.of<HeadsModel>().thumbnails[2]->values[25 + 5 + 3] ==
          Catch::Approx(merged(head, words[1], words[3])).epsilon(1e-5));
    shown.set("panel=compare&compare=raw/rollout");
    page = shown.model();
    CHECK(page.of<CompareModel>().labels[3] == "chess");
    CHECK(page.of<CompareModel>().columns[1].values[3] ==
          Catch::Approx(merged(whole, {0}, words[3])).epsilon(1e-5));
}

TEST_CASE("hidden tokens leave bars, evolution and matrices, and are not renormalised unasked",
          "[app][units]") {
    WordPage shown("method=rollout&panel=overview");
    shown.set("hidden=0,3,6");
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    CHECK(labelsOf(page.bars) == "play|ing|che|ss|");
    CHECK(page.bars.tokens.size() == 7);
    CHECK(page.result.from->cols == 4);
    CHECK(page.result.from->rows == 7);
    CHECK(page.evolution.cols == 4);
    CHECK(page.result.from->values[0] == Catch::Approx(merged(whole, {0}, {1})).epsilon(1e-5));
    shown.set("renormalise=on");
    page = shown.model();
    const double left = merged(whole, {0}, {1, 2, 4, 5});
    CHECK(page.result.from->values[0] ==
          Catch::Approx(merged(whole, {0}, {1}) / left).epsilon(1e-5));
    CHECK(page.bars.rows[0].value == Catch::Approx(merged(whole, {0}, {1}) / left).epsilon(1e-5));
}
