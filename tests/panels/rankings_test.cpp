// SPDX-License-Identifier: MIT
#include "panels/rankings/rankings.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/faithfulness/model.h"

using namespace hw;
using namespace hw::test;

namespace {

const std::vector<std::string> names{"a", "b", "c", "d", "e"};

const RankedToken& tokenOf(const Rankings& rankings, const std::string& label) {
    return *std::ranges::find(rankings.tokens, label, &RankedToken::label);
}

}  // namespace

TEST_CASE("two rankings stand from the top down, and Spearman is their formula",
          "[app][rankings]") {
    const std::vector<double> left{5, 4, 3, 2, 1};
    const std::vector<double> right{0.1, 0.5, 0.4, 0.2, 0.3};
    const std::vector<bool> all(5, true);
    const Rankings rankings = rankingsOf(names, left, right, all, {}, {}, 24);
    REQUIRE(rankings.tokens.size() == 5);
    CHECK(rankings.tokens.front().label == "a");
    CHECK(tokenOf(rankings, "a").right == 5);
    CHECK(tokenOf(rankings, "a").rightPlace == 4);
    CHECK(tokenOf(rankings, "b").right == 1);
    // (1-5)^2 + (2-1)^2 + (3-2)^2 + (4-4)^2 + (5-3)^2
    CHECK(rankings.squares == 22);
    CHECK(near(rankings.correlation, 1 - 6.0 * 22 / (5 * 24)));
    CHECK(rankings.caption.find("sum to 22, against ") != std::string::npos);
}

TEST_CASE("equal values share the mean of their ranks, and what is left out has none",
          "[app][rankings]") {
    const std::vector<double> left{2, 2, 1, 9, 0};
    const std::vector<double> right{1, 2, 3, 9, 4};
    const Rankings rankings =
        rankingsOf(names, left, right, {true, true, true, false, true}, {}, {}, 24);
    CHECK(rankings.tokens.size() == 4);
    CHECK(tokenOf(rankings, "a").left == 1.5);
    CHECK(tokenOf(rankings, "b").left == 1.5);
    CHECK(tokenOf(rankings, "a").leftPlace != tokenOf(rankings, "b").leftPlace);
    const std::vector<double> constant(5, 1.0);
    const Rankings none = rankingsOf(names, left, constant, std::vector<bool>(5, true), {}, {}, 24);
    CHECK(std::isnan(none.correlation));
    CHECK(none.caption.find("constant") != std::string::npos);
}

TEST_CASE("of many tokens those that are high on either side are drawn", "[app][rankings]") {
    std::vector<std::string> labels;
    std::vector<double> left;
    std::vector<double> right;
    for (int i = 0; i < 100; ++i) {
        labels.push_back(std::to_string(i));
        left.push_back(i);
        right.push_back((i * 37) % 100);
    }
    const Rankings rankings =
        rankingsOf(labels, left, right, std::vector<bool>(100, true), {}, {}, 24);
    CHECK(rankings.tokens.size() == 24);
    CHECK(rankings.hidden == 76);
    CHECK(tokenOf(rankings, "99").left == 1);
    CHECK(tokenOf(rankings, "27").right == 1);  // 27 * 37 = 999
    std::vector<int> places;
    for (const RankedToken& token : rankings.tokens) places.push_back(token.rightPlace);
    std::ranges::sort(places);
    for (int i = 0; i < 24; ++i) CHECK(places[i] == i);
}

TEST_CASE("the rankings drawn have the correlation of their cell", "[app][rankings]") {
    std::ifstream in(std::string(HW_TEST_DATA) + "/../../web/samples/agreement-keys.json");
    std::stringstream text;
    text << in.rdbuf();
    ShownPage page(text.str(), "panel=faithfulness&among=all&scores=this");
    int compared = 0;
    for (std::size_t method = 0; method < rankedMethods.size(); ++method) {
        for (int layer = 0; layer < page.state.layerCount(); ++layer) {
            page.set("method=" + std::string(nameOf(rankedMethods[method])) +
                     "&panel=faithfulness&layer=" + std::to_string(layer + 1));
            const PageModel shown = page.model();
            const FaithfulnessModel& model = shown.of<FaithfulnessModel>();
            REQUIRE(model.rankings.size() == model.tables.size());
            for (std::size_t score = 0; score < model.tables.size(); ++score) {
                const double cell = model.tables[score].methods[method][layer].mean;
                const double drawn = model.rankings[score].correlation;
                INFO(method << ' ' << layer << ' ' << model.tables[score].name);
                CHECK((std::isnan(cell) ? std::isnan(drawn) : std::abs(cell - drawn) < 1e-6));
                ++compared;
            }
        }
    }
    CHECK(compared >= 18);
}

TEST_CASE("the two columns of a difference are two rankings, of their correlation",
          "[app][rankings]") {
    ShownPage page(threeLayers,
                   "panel=compare&layer=2&token=0&compare=raw/rollout/flow&difference=2,1");
    const PageModel shown = page.model();
    const CompareModel& model = shown.of<CompareModel>();
    REQUIRE(model.columns.size() == 3);
    REQUIRE(model.rankings.tokens.size() == 3);
    CHECK(model.rankings.left == "Rollout");
    CHECK(model.rankings.right == "Raw");
    const double known = model.correlation[1][0];
    CHECK(std::abs(model.rankings.correlation - known) < 1e-12);
    // 0.455, 0.1625 and 0.3825 of a, b and c.
    CHECK(model.rankings.tokens.front().label == "a");
    CHECK(model.rankings.tokens.back().label == "b");
    page.set("difference=none");
    CHECK(page.model().of<CompareModel>().rankings.tokens.empty());
    page.set("difference=2,1&hidden=1");
    CHECK(page.model().of<CompareModel>().rankings.tokens.size() == 2);
    page.set("compare-as=matrices");
    CHECK(page.model().of<CompareModel>().rankings.tokens.empty());
}
