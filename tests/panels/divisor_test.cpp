// SPDX-License-Identifier: MIT
// Values relative to the uniform causal model, and negative values, on the page. Covers numbers, scales, requests and
// refusals.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/engine_harness.h"
#include "page/address/address.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/models/value_scale.h"
#include "page/rules/available.h"
#include "page/sample_documents.h"
#include "panels/about.h"
#include "panels/caption.h"
#include "panels/compare/model.h"
#include "panels/page_mirror.h"
#include "panels/page_model.h"
#include "protocol/canonical_query.h"
#include "session/api_state.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr const char* causalFile =
    R"({"tokens":["a","b","c"],"attentions":[[[[1,0,0],[0.3,0.7,0],[0.2,0.5,0.3]]],)"
    R"([[[1,0,0],[0.6,0.4,0],[0.1,0.8,0.1]]]]})";
constexpr const char* signedFile =
    R"({"tokens":["a","b","c"],"contributionKind":"mine","contributions":[)"
    R"([[1.2,-0.3,0.1],[0.4,0.9,-0.2],[-0.5,0.25,1.5]],[[0.5,0.75,-0.5],[0,1,0.5],[0.25,-1,2]]]})";

/// An open file, whose views get their answers from the engine.
struct ShownFile {
    EngineHarness engine;
    AppState state;
    ResultStore results;

    ShownFile(const char* file, const std::string& fields) {
        engine.open(file);
        const auto* opened = engine.last<wire::Opened>();
        REQUIRE(opened != nullptr);
        open(state, opened->document, local, fields);
        state.playback.head = state.view.layer;
        answer(neededQueries(state, results));
    }
    void answer(const std::vector<Query>& queries) {
        for (const Query& query : queries) {
            engine.ask(query);
            for (const auto& one : engine.all<wire::Answered>()) {
                if (one.answer.query == query) results.put(one.answer);
            }
        }
    }
    PageModel page() { return pageModel(state, results); }
};

/// W[i][j] = 1/(i+1). Rollout of two layers at a residual weight.
double uniformRollout(int i, int j, double a) {
    const auto w = [a](int q, int k) {
        return (q == k ? a : 0) + (k <= q ? (1 - a) / (q + 1) : 0.0);
    };
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += w(i, k) * w(k, j);
    return sum;
}

bool nearly(double a, double b) { return std::abs(a - b) < 1e-5; }

}  // namespace

TEST_CASE("bars, evolution and matrix show rollout over the uniform causal model", "[app][over]") {
    ShownFile plain(causalFile, "v=1&layer=2&token=2&residual=0.25");
    ShownFile seen(causalFile, "v=1&layer=2&token=2&residual=0.25&over=uniform-causal");
    const PageModel before = plain.page();
    const PageModel page = seen.page();
    REQUIRE(page.bars.ready);
    CHECK(page.bars.form == ValueForm::ratios);
    CHECK(before.bars.form == ValueForm::amounts);
    double farthest = 1;
    for (int key = 0; key < 3; ++key) {
        const double ratio =
            static_cast<double>(before.bars.rows[key].value) / uniformRollout(2, key, 0.25);
        farthest = std::max({farthest, ratio, 1 / ratio});
        CHECK(nearly(page.bars.rows[key].value, ratio));
        CHECK(nearly(page.bars.rows[key].uniform, uniformRollout(2, key, 0.25)));
        CHECK(nearly(page.evolution.matrix()(0, key), ratio));
    }
    CHECK(page.bars.scale >= static_cast<float>(farthest) * 0.9999F);
    CHECK(page.bars.unit == "rollout relative to uniform causal");
    CHECK(page.bars.caption.find("times") != std::string::npos);
    CHECK(page.result.form == ValueForm::ratios);
    CHECK(page.result.title.ends_with(", relative to uniform causal"));
    CHECK(page.result.shortTitle.starts_with("Rollout relative to uniform, "));
    CHECK(page.raw.shortTitle.starts_with("Raw relative to uniform, layer "));
    REQUIRE(page.result.to != nullptr);
    CHECK(std::isnan(page.result.to->values[1]));  // above the diagonal
    CHECK(nearly(page.result.to->values[0], 1));
    CHECK(page.raw.form == ValueForm::ratios);
    CHECK(nearly(page.raw.to->values[7], 0.8 * 3));
    CHECK(page.result.to->largest >= 1);
}

TEST_CASE("ratio of flow is that of relative flow where it is relative", "[app][over]") {
    ShownFile plain(causalFile, "v=1&method=flow&panel=bars&layer=2&token=2");
    ShownFile seen(causalFile, "v=1&method=flow&panel=bars&layer=2&token=2&over=uniform-causal");
    const PageModel before = plain.page();
    const PageModel page = seen.page();
    for (int key = 0; key < 3; ++key) {
        const TokenRow& row = before.bars.rows[key];
        REQUIRE(row.uniform > 0);  // the tip's value is known without a request
        CHECK(nearly(page.bars.rows[key].value, row.value / row.uniform));
    }
}

TEST_CASE("a link says what values are over, and drops it where it has no meaning", "[app][over]") {
    ShownFile seen(causalFile, "v=1&over=uniform-causal");
    CHECK(writeShare(seen.state).find("over=uniform-causal") != std::string::npos);
    CHECK(apiStateJson(seen.state).find("\"over\":\"uniform-causal\"") != std::string::npos);
    AppState state;
    open(state, encoderDocument(), local, "v=1&over=uniform-causal");
    CHECK(state.view.over == Divisor::nothing);
    CHECK(writeShare(state).find("over") == std::string::npos);
    CHECK_FALSE(whyNoDivisor(state.document->current, state.view.side, Method::rollout).empty());
    CHECK_FALSE(pageModel(state, seen.results).controls.whyNoDivisor.empty());
}

TEST_CASE("caption, explanation and methods sentence say whose normalisation it is",
          "[app][over]") {
    ShownFile seen(causalFile, "v=1&layer=2&over=uniform-causal");
    CHECK(figureCaption(seen.state, FigureSubject::layer).find("our own normalisation") !=
          std::string::npos);
    const AboutModel about = aboutModel(seen.state, seen.results, Panel::bars);
    CHECK(std::ranges::any_of(about.limits, [](const std::string& limit) {
        return limit.find("This normalisation is ours") != std::string::npos;
    }));
    CHECK(citationJson(seen.state, "", "").find("divided by that of a causal model") !=
          std::string::npos);
    const std::string mirror = mirrorJson(seen.page(), seen.state);
    CHECK(mirror.find("over=nothing") != std::string::npos);
    CHECK(mirror.find("rollout relative to uniform causal") != std::string::npos);
}

TEST_CASE("compared columns are ratios of their own settings", "[app][over]") {
    ShownFile seen(causalFile,
                   "v=1&panel=compare&layer=2&token=2&over=uniform-causal&compare=rollout,"
                   "residual:0/rollout,residual:0.5");
    const CompareModel model = compareModel(seen.state, seen.results);
    REQUIRE(model.columns.size() == 2);
    CHECK(model.commonScale);
    for (const CompareColumn& column : model.columns) {
        REQUIRE(column.ready);
        CHECK(column.form == ValueForm::ratios);
        const double a = *column.view.residual;
        CHECK(nearly(column.values[2] * uniformRollout(2, 2, a),
                     (a + (1 - a) * 0.1) * (a + (1 - a) * 0.3)));
        CHECK(column.detail.find("relative to uniform causal") != std::string::npos);
    }
}

TEST_CASE("places on a scale of ratios and of signs", "[app][over]") {
    using enum ValueForm;
    CHECK(placeOnScale(ratios, 1, 4) == 0);
    CHECK(nearly(placeOnScale(ratios, 2, 4), 0.5));
    CHECK(nearly(placeOnScale(ratios, 0.25F, 4), -1));
    CHECK(placeOnScale(ratios, 0, 4) == -1);
    CHECK(placeOnScale(ratios, 1, 1) == 0);
    CHECK(isBeyond(ratios, 0, 4));
    CHECK_FALSE(isBeyond(ratios, 0.25F, 4));
    CHECK(isBeyond(ratios, 0.2F, 4));
    CHECK(placeOnScale(signs, -0.5F, 2) == -0.25F);
    CHECK(isBeyond(signs, -3, 2));
    CHECK(placeOnScale(amounts, 3, 2) == 1);
    CHECK(placeOnScale(amounts, -1, 2) == 0);
}

TEST_CASE("a bar whose value the scale ends before is longer than a full one", "[app][over]") {
    using enum ValueForm;
    CHECK(barLength(amounts, 2, 2, 100) == 100);
    CHECK(barLength(amounts, 1, 2, 100) == 50);
    CHECK(barLength(amounts, 2.01F, 2, 100) == 100 + pastFull);
    CHECK(barLength(signs, -3, 2, 100) == -100 - pastFull);
    CHECK(barLength(ratios, 0, 4, 100) == -100 - pastFull);
    CHECK(roomPastFull(amounts, true) == pastFull);
    CHECK(roomPastFull(amounts, false) == 0);
    CHECK(roomPastFull(ratios, false) == pastFull);
}

TEST_CASE("contributions below 0 keep their signs, and their sum is said", "[app][signed]") {
    ShownFile opened(signedFile, "v=1&layer=2&token=2");
    CHECK(hasNegative(opened.state.document->current, Side::contributions));
    const PageModel page = opened.page();
    REQUIRE(page.bars.ready);
    CHECK(page.bars.form == ValueForm::signs);
    // Row 2 of T2 T1, by hand.
    const double expected[] = {0.25 * 1.2 - 1 * 0.4 + 2 * -0.5, 0.25 * -0.3 - 0.9 + 2 * 0.25,
                               0.25 * 0.1 + 0.2 + 2 * 1.5};
    for (int key = 0; key < 3; ++key) {
        CHECK(nearly(page.bars.rows[key].value, expected[key]));
        CHECK(nearly(page.evolution.matrix()(0, key), expected[key]));
    }
    CHECK(nearly(page.bars.scale, 3.225));
    CHECK(page.bars.caption.find("sum to 1.650 (3.225 above 0 and −1.575 below)") !=
          std::string::npos);
    CHECK(page.result.form == ValueForm::signs);
    CHECK(nearly(page.result.to->largest, 3.225));
    const ExampleSummary& example = opened.state.document->current;
    CHECK_FALSE(isAvailable(example, Side::contributions, Method::flow));
    CHECK(whyUnavailable(example, Side::contributions, Method::flow) ==
          "Some contributions are negative. Flow can’t use them.");
    CHECK(std::ranges::any_of(opened.state.document->warnings, [](const Problem& warning) {
        return warning.finding.find("(sums from ") != std::string::npos;
    }));
    CHECK(opened.state.view.method == Method::rollout);
}

TEST_CASE("attention below 0 is shown with its sign", "[app][signed]") {
    ShownFile opened(R"({"attentions":[[[[1.5,-0.5],[0.25,0.75]]],[[[0.5,0.5],[-0.25,1.25]]]]})",
                     "v=1&method=raw&layer=1&token=0");
    const PageModel page = opened.page();
    CHECK(page.bars.form == ValueForm::signs);
    CHECK(nearly(page.bars.rows[1].value, -0.5));
    CHECK(page.raw.form == ValueForm::signs);
    ShownFile plain(causalFile, "v=1&layer=2");
    CHECK(plain.page().bars.form == ValueForm::amounts);
    CHECK(plain.state.document->current.negativeSides == 0);
}
