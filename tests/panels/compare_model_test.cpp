// SPDX-License-Identifier: MIT
#include "panels/compare/model.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "page/shown_page.h"

using namespace hw;
using namespace hw::test;

namespace {

struct ShownColumns : ShownPage {
    explicit ShownColumns(const std::string& fields)
        : ShownPage(threeLayers, "panel=compare&layer=3&" + fields) {}
    CompareModel model() { return compareModel(state, results); }
};

}  // namespace

TEST_CASE("three columns show raw attention, rollout and flow of one row", "[app][compare]") {
    ShownColumns shown("flow=raw");
    const CompareModel model = shown.model();
    REQUIRE(model.columns.size() == 3);
    CHECK(model.columns[0].detail == "layer 3");
    CHECK(model.columns[1].detail == "layers 1–3");
    const std::vector<float>& rollout = model.columns[1].values;
    CHECK(near(rollout[0], 147.0 / 400));
    CHECK(near(rollout[1], 39.0 / 160));
    CHECK(near(rollout[2], 311.0 / 800));
    const std::vector<float>& flow = model.columns[2].values;
    CHECK(near(flow[0], 13.0 / 15));
    CHECK(near(flow[1], 19.0 / 30));
    CHECK(near(flow[2], 13.0 / 15));
    // Capacities are no shares, so each column keeps its own scale.
    CHECK_FALSE(model.commonScale);
    CHECK(model.of == -1);
    CHECK(model.rows == std::vector<int>{0, 1, 2});
    CHECK(model.isOutput == std::vector<bool>{true, false, false});
}

TEST_CASE("flow across both sides stands beside what has values for the source text alone",
          "[app][compare]") {
    std::ifstream in(std::string(HW_TEST_DATA) + "/references/methods/data/hand_encdec.json");
    std::stringstream text;
    text << in.rdbuf();
    for (const char* method : {"method=rollout", "method=flow"}) {
        ShownPage page(text.str(), std::string("panel=compare&flow=raw&layer=2&token=1&") + method);
        const CompareModel model = compareModel(page.state, page.results);
        REQUIRE(model.columns.size() == 3);
        CHECK(model.labels == std::vector<std::string>{"s0", "s1", "→ d0", "→ d1"});
        // Exact fractions of the reference.
        const std::vector<float>& flow = model.columns[2].values;
        CHECK(flow == std::vector<float>{1.0F, 0.875F, 0.5F, 0.5F});
        const std::vector<float>& rollout = model.columns[1].values;
        REQUIRE(rollout.size() == 4);
        CHECK(near(rollout[0] + rollout[1], 1));
        CHECK(std::isnan(rollout[2]));
        CHECK_FALSE(std::isnan(model.correlation[1][2]));
        CHECK(model.caption.find("Only flow has values for the decoder’s own tokens") !=
              std::string::npos);
    }
}

TEST_CASE("ranks that are tied share their mean in the correlation", "[app][compare]") {
    ShownColumns shown("");
    const CompareModel model = shown.model();
    // Rollout ranks are (2, 1, 3), flow ranks (2.5, 1, 2.5). The correlation is 1.5 through the root of 2 times 1.5.
    CHECK(near(model.correlation[1][2], 1.5 / std::sqrt(3.0)));
    CHECK(model.correlation[2][1] == model.correlation[1][2]);
    CHECK(near(model.correlation[1][1], 1));
    // Raw attention of the third layer is the same for each token, so there is no order and no correlation.
    CHECK(std::isnan(model.correlation[0][1]));
    CHECK(model.commonScale);
}

TEST_CASE("two columns show their difference, and settings of their own", "[app][compare]") {
    ShownColumns shown("compare=rollout/rollout,residual:0");
    const CompareModel model = shown.model();
    REQUIRE(model.columns.size() == 2);
    CHECK(model.columns[1].detail == "layers 1–3, residual 0.00");
    CHECK(model.of == 0);
    CHECK(model.from == 1);
    CHECK(model.differenceName == "Rollout 1 − Rollout 2");
    // Without a residual row 0 is the mean of the rows of A2 A1.
    const double plain = ((0.05 + 0.01 + 0.16 + 0.35 + 0.02 + 0.02) + (0.05 + 0.1)) / 3;
    CHECK(near(model.columns[1].values[0], plain));
    CHECK(near(model.difference[0], 147.0 / 400 - plain));
    CHECK(model.differenceScale > 0);
}

TEST_CASE("a column at a layer of its own stays there", "[app][compare]") {
    ShownColumns shown("compare=rollout,layer:2/rollout&flow=raw");
    CompareModel model = shown.model();
    CHECK(model.columns[0].detail == "layers 1–2");
    CHECK(near(model.columns[0].values[0], 91.0 / 200));
    update(shown.state, Command(SetLayer{0}));
    model = shown.model();
    CHECK(near(model.columns[0].values[0], 91.0 / 200));
    CHECK(near(model.columns[1].values[0], 0.75));
}

TEST_CASE("matrices are subtracted cell by cell under a key of their own", "[app][compare]") {
    ShownColumns shown("compare=raw/rollout&compare-as=matrices&difference=2,1");
    const CompareModel model = shown.model();
    REQUIRE(model.differenceMatrix.values.size() == 9);
    CHECK(near(model.differenceMatrix.values[0], 147.0 / 400 - 1.0 / 3));
    CHECK(near(model.differenceMatrix.values[4], 43.0 / 80 - 1));
    CHECK(near(model.differenceMatrix.largest, 37.0 / 80));
    CHECK(model.differenceMatrix.serial != model.columns[0].matrix.from->serial);
    CHECK(model.differenceName == "Rollout − Raw");
}

TEST_CASE("hidden tokens take no part in the correlation", "[app][compare]") {
    ShownColumns shown("hidden=2");
    const CompareModel model = shown.model();
    CHECK(model.rows == std::vector<int>{0, 1});
    CHECK(near(model.correlation[1][2], 1));
}

TEST_CASE("the mirror gets columns, correlations and the difference", "[app][compare]") {
    ShownColumns shown("compare=raw/rollout");
    JsonWriter json;
    writeCompare(json, shown.model());
    const std::string text = json.take();
    CHECK(
        text.find(R"("columns":[{"method":"raw","detail":"layer 3","layer":2,"values":[0.33333)") !=
        std::string::npos);
    CHECK(text.find(R"("spearman":[[null,null],[null,)") != std::string::npos);
    CHECK(text.find(R"("difference":{"of":0,"from":1,)") != std::string::npos);
}
