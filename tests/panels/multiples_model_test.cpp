// SPDX-License-Identifier: MIT
#include "panels/evolution/multiples_model.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "page/shown_page.h"
#include "panels/evolution/multiples_grid.h"

using namespace hw;
using namespace hw::test;

namespace {

struct ShownMultiples : ShownPage {
    explicit ShownMultiples(const std::string& fields)
        : ShownPage(threeLayers, "panel=evolution&layer=3&" + fields) {}
    MultiplesModel model() { return pageModel(state, results).of<MultiplesModel>(); }
};

float at(const Answer* answer, int query, int key) {
    REQUIRE(answer != nullptr);
    return answer->values[query * answer->cols + key];
}

/// 64 tokens and three layers. The first attends to the two neighbours of each token, the others attend equally to all.
std::string longText() {
    constexpr int n = 64;
    std::string tokens;
    std::string beside;
    std::string even;
    for (int query = 0; query < n; ++query) {
        const std::string comma = query > 0 ? "," : "";
        tokens += comma + "\"t" + std::to_string(query) + '"';
        beside += comma + '[';
        even += comma + '[';
        for (int key = 0; key < n; ++key) {
            const bool isBeside = key == (query + 1) % n || key == (query + n - 1) % n;
            beside += std::string(key > 0 ? "," : "") + (isBeside ? "0.5" : "0");
            even += std::string(key > 0 ? "," : "") + "0.015625";
        }
        beside += ']';
        even += ']';
    }
    return R"({"tokens":[)" + tokens + R"(],"attentions":[[[)" + beside + "]],[[" + even + "]],[[" +
           even + "]]]}";
}

}  // namespace

TEST_CASE("of many tokens the last layer is not the palest", "[app][multiples]") {
    ShownPage shown(longText(), "panel=evolution&layer=3");
    const MultiplesModel model = pageModel(shown.state, shown.results).of<MultiplesModel>();
    REQUIRE(model.layers.size() == 3);
    CHECK(near(model.layers[0]->largest, 0.5));
    CHECK(near(model.layers[2]->largest, 0.125 + 0.75 / 64));
    CHECK(near(model.scale, 2 * (0.125 + 0.75 / 64)));
    CHECK(model.beyond);
    shown.state.view.wholeScale = true;
    const MultiplesModel whole = pageModel(shown.state, shown.results).of<MultiplesModel>();
    CHECK(near(whole.scale, 0.5));
    CHECK_FALSE(whole.beyond);
}

TEST_CASE("small multiples hold the rollout after every layer, on one scale", "[app][multiples]") {
    ShownMultiples shown("");
    const MultiplesModel model = shown.model();
    REQUIRE(model.layers.size() == 3);
    CHECK(model.complete);
    CHECK(near(at(model.layers[0], 0, 0), 0.75));
    CHECK(near(at(model.layers[1], 0, 0), 91.0 / 200));
    CHECK(near(at(model.layers[1], 2, 2), 51.0 / 80));
    CHECK(near(at(model.layers[2], 2, 1), 47.0 / 160));
    CHECK(near(model.scale, 0.8));  // (1 + 0.6) / 2 on the first layer's diagonal
    const MatrixPeak peak = peakOf(*model.layers[1]);
    CHECK(peak.query == 2);
    CHECK(peak.key == 2);
}

TEST_CASE("matrices of flow are relative or raw as the view says", "[app][multiples]") {
    ShownMultiples relative("method=flow");
    CHECK(relative.model().title == "Relative flow after each layer");
    CHECK(near(at(relative.model().layers[2], 0, 0), 26.0 / 71));
    CHECK(near(at(relative.model().layers[2], 1, 1), 16.0 / 31));
    const MatrixModel result = pageModel(relative.state, relative.results).result;
    CHECK(result.title == "Relative flow, layers 1–3");
    CHECK(near(at(result.to, 2, 1), 3.0 / 10));

    ShownMultiples raw("method=flow&flow=raw");
    CHECK(near(at(raw.model().layers[2], 0, 0), 13.0 / 15));
    CHECK(near(raw.model().scale, 1));
}

TEST_CASE("a relative matrix follows its answer and waits for what is not there",
          "[app][multiples]") {
    ResultStore results;
    Answer answer;
    answer.query.what = Query::What::matrix;
    answer.query.method = Method::flow;
    answer.rows = answer.cols = 2;
    answer.values = {0.25F, 0.75F, NAN, 0.5F};
    answer.complete = 0.75;
    results.put(answer);
    const Answer* first = results.findRelative(answer.query);
    REQUIRE(first != nullptr);
    CHECK(first->values[1] == 0.75F);
    CHECK(std::isnan(first->values[3]));  // its row is not whole
    CHECK(results.findRelative(answer.query) == first);
    answer.values = {0.5F, 1.5F, 0.5F, 0.5F};
    results.put(answer);
    const Answer* second = results.findRelative(answer.query);
    CHECK(second->values == std::vector<float>{0.25F, 0.75F, 0.5F, 0.5F});
    CHECK(second->largest == 0.75F);
    CHECK(second->serial != results.find(answer.query)->serial);
    CHECK(results.findRelative(Query{}) == nullptr);
}

TEST_CASE("layers before the start layer have no multiple", "[app][multiples]") {
    ShownMultiples shown("start=2");
    const MultiplesModel model = shown.model();
    CHECK(model.firstLayer == 1);
    CHECK(model.layers[0] == nullptr);
    CHECK(model.layers[1] != nullptr);
    CHECK(model.complete);
}

TEST_CASE("the grid of multiples fills the room without leaving it", "[app][multiples]") {
    for (const int count : {1, 2, 6, 12, 24, 48}) {
        for (const float aspect : {0.4F, 1.0F, 2.5F}) {
            INFO(count << " of " << aspect);
            const MultiplesGrid grid = multiplesGrid(count, 900, 420, aspect, 320, 40);
            for (int i = 0; i < count; ++i) {
                CHECK(grid.x(i) + grid.width <= 900);
                CHECK(grid.y(i) >= grid.label);
            }
            CHECK((grid.totalHeight(count) <= 420 || grid.width <= 40));
        }
    }
    // On a phone, boxes keep a useful size and the list grows downward.
    const MultiplesGrid narrow = multiplesGrid(24, 358, 1e6F, 1, 108, 52);
    CHECK(narrow.columns == 3);
    CHECK(narrow.totalHeight(24) > 800);
}
