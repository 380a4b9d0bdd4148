// SPDX-License-Identifier: MIT
// Columns of a file's importance scores next to those of methods, and which of them can be compared.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>

#include "page/address/address.h"
#include "page/address/api_fields.h"
#include "page/rules/compared_views.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

/// Positive and negative scores, scores that are shares, and scores whose name contains separators of a URL.
constexpr const char* scored =
    R"({"format":"headwaters/1","tokens":["a","b","c"],"outputToken":0,)"
    R"("importance":{"grad":[-1,0.5,0.25],"shares":[0.5,0.25,0.25],"a/b, 9:%":[3,2,1]},)"
    R"("attentions":[[[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]],)"
    R"([[[0.1,0.1,0.8],[0.7,0.2,0.1],[0,0.5,0.5]]]]})";

CompareModel compared(ShownPage& page) { return page.model().of<CompareModel>(); }

/// per_example_cls_excluded of a method and a score, [layer][example].
std::vector<double> numbersOf(const std::string& text, const std::string& method,
                              const std::string& score) {
    std::size_t at = text.find("per_example_cls_excluded");
    at = text.find('"' + method + '"', at);
    at = text.find('[', text.find('"' + score + '"', at));
    const std::size_t end = text.find("]]", at);
    std::vector<double> numbers;
    while (at < end) {
        at = text.find_first_of("-0123456789", at);
        if (at >= end) break;
        char* after = nullptr;
        numbers.push_back(std::strtod(text.c_str() + at, &after));
        at = static_cast<std::size_t>(after - text.c_str());
    }
    return numbers;
}

bool contains(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a column of scores has the file's numbers and a scale of its own", "[app][compare]") {
    ShownPage page(scored, "panel=compare&layer=2&compare=raw/rollout/score:grad/score:shares");
    const CompareModel model = compared(page);
    REQUIRE(model.columns.size() == 4);
    const CompareColumn& grad = model.columns[2];
    CHECK(grad.name == "grad");
    CHECK(grad.detail == "scores of the file, above and below 0");
    CHECK(grad.values == std::vector<float>{-1, 0.5F, 0.25F});
    CHECK(grad.ranks == std::vector<int>{3, 1, 2});
    CHECK(grad.isSigned);
    CHECK(grad.scale == 1);
    CHECK_FALSE(model.columns[3].isSigned);
    CHECK(model.columns[3].scale == 0.5F);
    CHECK(model.columns[3].ranks == std::vector<int>{1, 2, 2});
    // The methods keep the scale that they share, a's 0.8 of c in layer 2.
    CHECK(model.columns[0].scale == model.columns[1].scale);
    CHECK(near(static_cast<double>(model.columns[0].scale), 0.8));
    // Raw 0.1, 0.1, 0.8 has the ranks 1½, 1½, 3 and grad 1, 3, 2, so the covariance of the deviations is 0.
    CHECK(near(model.correlation[2][0], 0));
    CHECK(contains(model.caption, "each with its own scale"));
    CHECK(contains(mirrorJson(pageModel(page.state, page.results), page.state),
                   R"("cells":["0.100","0.455","−1.000","0.500"])"));
    JsonWriter json;
    writeCompare(json, model);
    CHECK(contains(json.take(), R"({"score":"grad","detail":)"));
}

TEST_CASE("scores are subtracted from what has their scale, and from nothing else",
          "[app][compare]") {
    ShownPage page(scored,
                   "panel=compare&layer=2&compare=raw/score:grad/score:shares&difference=1,2");
    CompareModel model = compared(page);
    for (const float value : model.difference) CHECK(std::isnan(value));
    CHECK(contains(model.differenceNote, "different scales: only ranks"));
    page.set("difference=1,3");  // shares less shares
    model = compared(page);
    REQUIRE(model.difference.size() == 3);
    CHECK(near(static_cast<double>(model.difference[0]), 0.1 - 0.5));
    CHECK(near(static_cast<double>(model.difference[2]), 0.8 - 0.25));
    page.set("difference=2,3");
    CHECK(std::isnan(compared(page).difference[0]));
}

TEST_CASE("rank correlations with scores are those of independent code", "[app][compare]") {
    const std::string text = fileText(reference("agreement/agreement_6.expected.json"));
    for (const int example : {0, 3}) {
        for (const int layer : {0, 3, 5}) {
            ShownPage page(fileText(reference("agreement/agreement_6.json")), "");
            if (example > 0) {
                page.engine.send(wire::SelectExample{page.state.document->id, example});
                page.state.pendingExample = {example};
                update(page.state,
                       Event(ExampleChanged{page.engine.last<wire::ExampleChanged>()->document}));
            }
            page.set("hidden=0&panel=compare&layer=" + std::to_string(layer + 1) +
                     "&compare=raw/rollout/flow/score:blankout/score:input_gradient");
            REQUIRE(page.state.view.example == example);
            const CompareModel model = compared(page);
            REQUIRE(model.columns.size() == 5);
            const char* methods[] = {"raw", "rollout", "flow"};
            const char* scores[] = {"blankout", "input_gradient"};
            for (int column = 0; column < 3; ++column) {
                for (int score = 0; score < 2; ++score) {
                    INFO(methods[column] << ' ' << scores[score] << ' ' << example << ' ' << layer);
                    const auto known = numbersOf(text, methods[column], scores[score]);
                    REQUIRE(known.size() == 36);
                    CHECK(std::abs(model.correlation[3 + score][column] -
                                   known[layer * 6 + example]) < 1e-6);
                }
            }
        }
    }
}

TEST_CASE("columns of scores and start layers stand in links and the API", "[app][compare]") {
    ShownPage page(scored, "panel=compare");
    ComparedView start;
    start.start = 1;
    ComparedView odd;
    odd.score = "a/b, 9:%";
    std::vector<ComparedView> columns = shownColumns(page.state);
    columns.insert(columns.end(), {start, odd});
    update(page.state, Command(Set{&ViewState::compared, columns}));
    REQUIRE(page.state.view.compared.size() == 5);
    CHECK(comparedText(page.state.view.compared) ==
          "raw/rollout/flow/rollout,start:2/score:a%2Fb%2C 9%3A%25");
    const AppliedShare again =
        applyShare(parseShare(writeShare(page.state)), {}, *page.state.document);
    CHECK(again.dropped.empty());
    CHECK(again.view.compared == page.state.view.compared);
    const std::vector<std::string> members{"compare",
                                           "method:raw,start:1/score:a%2Fb%2C 9%3A%25,example:0"};
    const Share fields = parseShare(fieldsFromApi(members));
    REQUIRE(fields.find("compare") != nullptr);
    CHECK(*fields.find("compare") == "raw,start:2/score:a%2Fb%2C 9%3A%25,example:0");
    const CompareModel model = compared(page);
    CHECK(model.columns[3].detail == "layer 2");
    CHECK(settingsOf(page.state, start).startLayer == 1);
    CHECK(near(static_cast<double>(model.columns[3].values[0]), 0.55));
}

TEST_CASE("whole comparisons are chosen at once", "[app][compare]") {
    ShownPage page(scored, "panel=compare");
    const auto names = [&] {
        std::string all;
        for (const Comparison& one : comparisons(page.state)) all += std::string(one.name) + ';';
        return all;
    };
    CHECK(names() == "discard ratios;with scores;");
    const auto with = comparisons(page.state)[1];
    page.set(with.fields());
    CHECK(page.state.view.compared == with.columns);
    CHECK(comparedText(with.columns) ==
          "raw/rollout/flow/score:grad/score:shares/score:a%2Fb%2C 9%3A%25");
    CHECK(names() == "methods;discard ratios;with scores;");
    page.openText(scored, "panel=compare");
    CHECK(names() == "discard ratios;with scores;both files;");
    page.set(comparisons(page.state)[2].fields());
    CHECK(comparedText(page.state.view.compared) == "rollout/rollout,file:earlier");
    CHECK(contains(writeShare(page.state), "second=sample:agreement-keys"));
}

TEST_CASE("scores are of words, of other examples, and of the output that the file names",
          "[app][compare]") {
    ShownPage page(scored, "panel=compare&token=1&spans=1,2&compare=raw/score:grad");
    const CompareModel model = compared(page);
    CHECK(model.columns[1].values == std::vector<float>{-1, 0.75F});
    CHECK(contains(model.caption, "The scores belong to output “a”, not to “b c”."));
    page.set("compare-as=matrices");
    CHECK(contains(compared(page).columns[1].standing.text, "one number per token and no matrix"));
    page.openText(scored, "panel=compare&compare=score:grad/score:grad,file:earlier");
    const CompareModel two = compared(page);
    CHECK(two.differenceName == "grad 1 − grad 2");
    CHECK(two.difference == std::vector<float>{0, 0, 0});
}
