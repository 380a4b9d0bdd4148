// SPDX-License-Identifier: MIT
// Ranges in the bars. Covers their contents, the bounds on shares of a row, and that they are never taken for values.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "page/answers/shown_profile.h"
#include "page/shown_page.h"
#include "panels/bars/model.h"
#include "panels/compare/model.h"
#include "panels/evolution/model.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr float unknown = NAN;

/// The exact profile, and the same with ranges of a tenth up and down for those of `open`.
struct HalfDone {
    ShownPage page{threeLayers, "method=flow&layer=3&panel=bars&token=0"};
    Answer exact;

    explicit HalfDone(const std::vector<int>& open, const std::string& fields = "") {
        if (!fields.empty()) page.set(fields);
        const Query query = profileQuery(page.state, Method::flow);
        exact = *page.results.find(query);
        Answer answer = exact;
        answer.complete = 0.5;
        answer.least = answer.most = std::vector<float>(answer.values.size(), unknown);
        for (const int key : open) {
            for (int layer = 0; layer < answer.rows; ++layer) {
                const std::size_t at = std::size_t(layer) * answer.cols + key;
                answer.least[at] = 0.9F * answer.values[at];
                answer.most[at] = 1.1F * answer.values[at];
                answer.values[at] = unknown;
            }
        }
        page.results.put(answer);
    }
    PageModel model() { return pageModel(page.state, page.results); }
    ShownProfile shown() {
        return shownProfile(page.state, page.results, profileQuery(page.state, Method::flow));
    }
};

}  // namespace

TEST_CASE("a value that is not there yet shows its range, and no rank is given") {
    HalfDone at({1}, "flow=raw");
    const PageModel page = at.model();
    const TokenRow& open = page.bars.tokens[1];
    const float value = at.exact.values[2 * 3 + 1];
    CHECK(std::isnan(open.value));
    CHECK(open.range.least == 0.9F * value);
    CHECK(open.range.most == 1.1F * value);
    CHECK(describeValue(page.bars, open).starts_with("≤ "));
    CHECK(describeRange(page.bars, open).ends_with("not exact yet"));
    const TokenRow& there = page.bars.tokens[0];
    CHECK(there.value == at.exact.values[6]);
    CHECK_FALSE(there.range.isKnown());
    CHECK(describeRange(page.bars, there).empty());
    for (const TokenRow& row : page.bars.tokens) CHECK(row.rank == 0);
    CHECK(page.bars.caption.starts_with("2 of 3 values are exact so far."));
    CHECK(page.bars.progress == "50 %");
    const std::string mirror = mirrorJson(page, at.page.state);
    CHECK(mirror.find("not exact yet") != std::string::npos);
}

TEST_CASE("the words of a range hold it") {
    HalfDone at({0, 1, 2}, "flow=raw");
    const PageModel page = at.model();
    for (const TokenRow& row : page.bars.tokens) {
        const std::string words = describeValue(page.bars, row);
        CHECK(std::stod(words.substr(words.find(' ') + 1)) >= double(row.range.most));
        double least = 0, most = 0;
        REQUIRE(std::sscanf(describeRange(page.bars, row).c_str(), "between %lf and %lf", &least,
                            &most) == 2);
        CHECK(least <= double(row.range.least));
        CHECK(most >= double(row.range.most));
    }
}

TEST_CASE("shares of a row are bounded by both ends of all others") {
    for (const std::vector<int>& open : {std::vector{0}, {1, 2}, {0, 1, 2}}) {
        HalfDone at(open, "flow=relative");
        const ShownProfile shown = at.shown();
        for (int layer = 0; layer < 3; ++layer) {
            double sum = 0;
            for (int key = 0; key < 3; ++key) sum += double(at.exact.values[layer * 3 + key]);
            for (int key = 0; key < 3; ++key) {
                const double share = double(at.exact.values[layer * 3 + key]) / sum;
                const ShownProfile::Range range = shown.range(layer, key);
                INFO(layer << " " << key);
                REQUIRE(range.isKnown());  // a sum with an unknown term is unknown
                CHECK(double(range.least) <= share);
                CHECK(share <= double(range.most));
                CHECK(double(range.most) < 1.25 * share);
            }
        }
    }
}

TEST_CASE("neither order nor scale moves while values of a layer arrive") {
    HalfDone none({0, 1, 2}, "flow=raw"), some({0, 1, 2}, "flow=raw");
    Answer answer = *some.page.results.find(profileQuery(some.page.state, Method::flow));
    answer.values[2 * 3 + 1] = some.exact.values[2 * 3 + 1];
    some.page.results.put(answer);
    CHECK(byScore(some.shown(), 2) == byScore(none.shown(), 2));
    CHECK(some.model().bars.scale == none.model().bars.scale);
    CHECK(some.model().bars.tokens[1].value == some.exact.values[2 * 3 + 1]);
}

TEST_CASE("another layer that is shown is asked for again while flows of a long input are open") {
    ShownPage page;
    page.engine.open(longEvenText());
    open(page.state, page.engine.last<wire::Opened>()->document, sample,
         "v=1&sample=x&panel=bars&method=flow&token=2");
    REQUIRE_FALSE(questionsToAsk(page.state, page.results).empty());
    REQUIRE(questionsToAsk(page.state, page.results).empty());
    page.results.noteAskedLayer(page.state.view.layer + 1);
    REQUIRE_FALSE(questionsToAsk(page.state, page.results).empty());
    CHECK(page.results.askedLayer() == page.state.view.layer);
}

TEST_CASE("a cell of the evolution that is not there yet has both ends, one above the other") {
    HalfDone at({1}, "flow=raw&panel=evolution");
    const PageModel page = at.model();
    const EvolutionModel& model = page.evolution;
    REQUIRE(model.hasRanges());
    CHECK(model.progress == "50 %");
    CHECK(model.exact.exact == 6);
    CHECK(model.exact.open == 3);
    CHECK(describeExact(model).starts_with("6 of 9 values are exact so far."));
    REQUIRE(model.drawn().rows == 2 * model.rows);
    for (int layer = 0; layer < 3; ++layer) {
        const int row = model.rows - 1 - layer;
        for (int col = 0; col < 3; ++col) {
            const float value = at.exact.values[layer * 3 + col];
            const float above = model.drawn()(2 * row, col),
                        below = model.drawn()(2 * row + 1, col);
            INFO(layer << " " << col);
            CHECK(above == (col == 1 ? 1.1F * value : value));
            CHECK(below == (col == 1 ? 0.9F * value : value));
            CHECK(model.range(row, col).isKnown() == (col == 1));
            CHECK(describeCell(model, layer, col).starts_with("between ") == (col == 1));
        }
    }
    const std::string mirror = mirrorJson(page, at.page.state);
    CHECK(mirror.find("6 of 9 values are exact so far.") != std::string::npos);
    CHECK(mirror.find("not exact yet") != std::string::npos);

    at.page.results.put(at.exact);
    const PageModel whole = at.model();
    CHECK_FALSE(whole.evolution.hasRanges());
    CHECK(whole.evolution.progress.empty());
    CHECK(describeExact(whole.evolution).empty());
    CHECK(whole.evolution.key != model.key);
}

TEST_CASE("a column of flow shows ranges, and what needs exact values waits for them") {
    HalfDone at({1}, "flow=relative&panel=compare&compare=raw,rollout,flow&difference=2,3");
    const PageModel page = at.model();
    const CompareModel& model = page.of<CompareModel>();
    REQUIRE(model.columns.size() == 3);
    const CompareColumn& flow = model.columns[2];
    CHECK(flow.isOpen);
    for (std::size_t key = 0; key < 3; ++key) {  // all are shares of an unknown sum
        CHECK(flow.rangeOf(key).isKnown());
        CHECK(describeValue(flow, key).starts_with("≤ "));
        CHECK(describeSpoken(flow, key).ends_with("not exact yet"));
    }
    CHECK(model.progress.text == "50 %");
    CHECK(describeCorrelation(model, 1, 2) == "…");
    CHECK(describeCorrelation(model, 0, 1) != "…");
    CHECK(std::isnan(model.correlation[1][2]));
    CHECK(model.differenceNote == "waits for exact values");
    for (const float value : model.difference) CHECK(std::isnan(value));
    CHECK(model.rankings.tokens.empty());
    CHECK(model.caption.find("Flow is still computing. Bands show proven ranges.") !=
          std::string::npos);
    CHECK(mirrorJson(page, at.page.state).find("not exact yet") != std::string::npos);

    at.page.results.put(at.exact);
    const PageModel whole = at.model();
    const CompareModel& done = whole.of<CompareModel>();
    CHECK(done.progress.text.empty());
    CHECK_FALSE(std::isnan(done.correlation[1][2]));
    CHECK(describeCorrelation(done, 1, 2) != "…");
    CHECK(done.columns[2].scale <= flow.scale);
    for (std::size_t key = 0; key < 3; ++key) {
        CHECK(flow.rangeOf(key).least <= done.columns[2].values[key]);
        CHECK(done.columns[2].values[key] <= flow.rangeOf(key).most);
    }
}
