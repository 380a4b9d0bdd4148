// SPDX-License-Identifier: MIT
// The second column of Bars. Compares gradients with attention, computed by hand for one layer.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "engine/engine_harness.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/sample_documents.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

namespace {

const std::string attentions =
    R"({"tokens":["a","b","c","d"],"attentions":[[[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0.25,0.25,0.25,0.25]]]])";
const std::string gradients = R"(,"gradients":[[[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0.4,-1,0.8,0]]]])";

struct Shown {
    EngineHarness engine;
    AppState state;
    ResultStore results;

    Shown(const std::string& file, const std::string& fields) {
        engine.open(file.c_str());
        const auto* opened = engine.last<wire::Opened>();
        REQUIRE(opened != nullptr);
        open(state, opened->document, local, fields);
        state.playback.head = state.view.layer;
        for (const Query& query : neededQueries(state, results)) {
            engine.ask(query);
            for (const auto& one : engine.all<wire::Answered>())
                if (one.answer.query == query) results.put(one.answer);
        }
    }
    BarsModel bars() { return pageModel(state, results).bars; }
};

}  // namespace

TEST_CASE("bars of attention have relevance beside them, by hand for one layer", "[panels][bars]") {
    Shown shown(attentions + gradients + "}", "v=1&panel=bars&token=3");
    const BarsModel bars = shown.bars();
    REQUIRE_FALSE(bars.second.title.empty());
    // Positive parts of the gradient times the weight, which are 0.4 * 0.25, 0, 0.8 * 0.25, 0.
    const double wanted[] = {0.1, 0, 0.2, 0};
    REQUIRE(bars.tokens.size() == 4);
    for (int token = 0; token < 4; ++token)
        CHECK(std::abs(static_cast<double>(bars.tokens[token].second) - wanted[token]) < 1e-6);
    CHECK(std::abs(bars.second.most - 0.2F) < 1e-6F);
    for (const TokenRow& row : bars.rows) CHECK(row.second == bars.tokens[row.token].second);
    CHECK(bars.caption.find("“c”") != std::string::npos);
}

TEST_CASE("there is no second column without gradients, nor beside a method that uses them",
          "[panels][bars]") {
    CHECK(Shown(attentions + "}", "v=1&panel=bars&token=3").bars().second.title.empty());
    CHECK(Shown(attentions + gradients + "}", "v=1&panel=bars&token=3&method=relevance")
              .bars()
              .second.title.empty());
}

TEST_CASE(
    "scores of a file stand beside bars of its output, to the left of 0 where they are negative",
    "[panels][bars]") {
    const std::string scored = attentions + gradients +
                               R"(,"importance":{"blank-out":[-0.5,0.25,1.5,0]},"outputToken":3})";
    const BarsModel bars = Shown(scored, "v=1&panel=bars&token=3").bars();
    CHECK(bars.second.title == "blank-out");
    CHECK(bars.second.least == -0.5F);
    CHECK(bars.second.most == 1.5F);
    CHECK(bars.second.share(0) == 0.25F);
    CHECK(bars.tokens[0].second == -0.5F);
    CHECK(bars.caption.find("“c”") != std::string::npos);
    // They belong to that output only.
    CHECK(Shown(scored, "v=1&panel=bars&token=2").bars().second.title != "blank-out");
}
