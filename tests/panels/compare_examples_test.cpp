// SPDX-License-Identifier: MIT
// Columns about other examples, and about the previous file.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr const char* threeTokens = R"({"title":"three","tokens":["a","b","c"],"attentions":[)"
                                    R"([[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]],)"
                                    R"([[[0.1,0.1,0.8],[0.7,0.2,0.1],[0,0.5,0.5]]]]})";
/// More tokens than a sentence of the other file has.
constexpr const char* twoTokens =
    R"({"title":"two","tokens":["x","y"],"attentions":[[[[0.5,0.5],[0.25,0.75]]],[[[1,0],[0.5,0.5]]]]})";

struct Page : ShownPage {
    CompareModel model() { return ShownPage::model().of<CompareModel>(); }
};

}  // namespace

TEST_CASE("a column shows another example of the file, read at its own output", "[app][compare]") {
    Page page;
    page.openText(fileText(reference("agreement/agreement_6.json")),
                  "panel=compare&layer=2&compare=rollout/rollout,example:3");
    CHECK(page.state.view.compared[1].example == 3);
    const CompareModel model = page.model();
    CHECK(page.state.view.example == 0);  // nobody went there
    REQUIRE(model.columns.size() == 2);
    CHECK_FALSE(model.columns[0].elsewhere);
    CHECK(model.columns[1].elsewhere);
    REQUIRE(model.columns[1].ready);

    Query query;
    query.document = page.state.document->id;
    query.example = 3;
    query.outputs = defaultOutputs(page.state.others.back().current, Side::encoder);
    const Answer answer = page.engine.ask(query);
    const auto row = rowOf(answer, 1);
    CHECK(std::vector<float>(row.begin(), row.end()) == model.columns[1].values);
    const std::string& title = page.state.others.back().current.title;
    CHECK(model.columns[1].detail.starts_with(title.empty() ? page.state.document->name : title));
}

TEST_CASE("the example of a column is kept by the address, and one too many is not",
          "[app][compare]") {
    Page page;
    page.openText(fileText(reference("agreement/agreement_6.json")),
                  "panel=compare&compare=raw/rollout,layer:1,example:5");
    CHECK(comparedText(page.state.view.compared) == "raw/rollout,layer:1,example:5");
    CHECK_FALSE(readCompared(page.state, "raw/rollout,example:6"));
    CHECK_FALSE(readCompared(page.state, "raw/rollout,file:earlier"));
    CHECK_FALSE(readCompared(page.state, "raw/rollout,file:other"));
}

TEST_CASE("two files stand side by side; different lengths have no difference", "[app][compare]") {
    Page page;
    page.openText(threeTokens, "");
    page.openText(twoTokens,
                  "panel=compare&layer=2&compare=rollout/rollout,file:earlier&difference=1,2");
    REQUIRE(page.state.earlier);
    const CompareModel model = page.model();
    REQUIRE(model.columns.size() == 2);
    const CompareColumn& earlier = model.columns[1];
    CHECK(earlier.labels == std::vector<std::string>{"a", "b", "c"});
    REQUIRE(earlier.ready);
    CHECK(near(earlier.values[0], 91.0 / 200));
    CHECK(near(earlier.values[1], 13.0 / 80));
    // A2 A1 of the two tokens is (1, 0) times rows of (A1 + I) / 2.
    CHECK(near(model.columns[0].values[0], 0.75));
    CHECK(model.labels.size() == 3);
    CHECK(model.rows.size() == 3);
    CHECK(std::isnan(model.correlation[1][0]));
    CHECK(model.differenceNote == "no difference for 2 and 3 tokens");
    for (const float value : model.difference) CHECK(std::isnan(value));
    CHECK(model.caption.find("have no difference or correlation") != std::string::npos);
    const std::string mirror = mirrorJson(pageModel(page.state, page.results), page.state);
    CHECK(mirror.find(R"("cells":["–","c )") != std::string::npos);
    CHECK(mirror.find(R"("key":"compare-2-file")") != std::string::npos);
}

TEST_CASE("two files of equal length are subtracted, also as matrices", "[app][compare]") {
    Page page;
    std::string other = threeTokens;
    other.replace(other.find("0.5,0.3,0.2"), 11, "0.3,0.5,0.2");
    page.openText(threeTokens, "");
    page.openText(other,
                  "panel=compare&layer=1&compare-as=matrices&compare=raw/"
                  "raw,file:earlier&difference=1,2");
    const CompareModel model = page.model();
    CHECK(model.columns[1].labels.empty());  // the same tokens
    REQUIRE(model.difference.size() == 3);
    CHECK(near(model.difference[0], -0.2));
    CHECK(near(model.difference[1], 0.2));
    REQUIRE(model.differenceMatrix.values.size() == 9);
    CHECK(near(model.differenceMatrix.values[1], 0.2));
    CHECK(near(model.differenceMatrix.values[4], 0));
}

TEST_CASE("matrices of relative flow are compared as relative flow", "[app][compare]") {
    Page page;
    page.openText(threeTokens, "panel=compare&layer=2&compare-as=matrices&compare=rollout/flow");
    const CompareModel relative = page.model();
    REQUIRE(relative.columns[1].matrix.to != nullptr);
    // Raw flow after two layers is 7/10, 3/10, 11/20.
    CHECK(near(relative.columns[1].matrix.to->values[0], 0.7 / 1.55));
    update(page.state, Command(ApplyFields{"flow=raw"}));
    CHECK(near(page.model().columns[1].matrix.to->values[0], 0.7));
}
