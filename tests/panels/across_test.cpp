// SPDX-License-Identifier: MIT
// Across encoder and decoder. Both sides are named and counted, and a view without a picture leads to one.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <string>

#include "page/models/header_model.h"
#include "page/shown_page.h"
#include "panels/bars/model.h"
#include "panels/explain/model.h"
#include "panels/flow/model.h"
#include "panels/graph/model.h"

using namespace hw;
using namespace hw::test;

namespace {

std::string dates() { return fileText(reference("date_day_month.json")); }

/// Every way out leads to a view that is not refused, and the words are not empty.
template <class Model>
void checkWays(const std::string& fields, const std::vector<std::string>& words) {
    ShownPage page(dates(), fields);
    const Standing standing = page.model().of<Model>().standing;
    INFO(fields << ": " << standing.text);
    REQUIRE(standing.isRefused());
    std::vector<std::string> found;
    for (const Alternative& way : standing.ways) found.push_back(way.word);
    CHECK(found == words);
    for (const Alternative& way : standing.ways) {
        ShownPage there(dates(), fields);
        there.set(way.fields);
        INFO(way.word << ": " << way.fields);
        const PageModel model = there.model();
        switch (there.state.view.panel) {
            case Panel::flow: CHECK_FALSE(model.of<FlowModel>().standing.isRefused()); break;
            case Panel::graph: CHECK_FALSE(model.of<GraphModel>().standing.isRefused()); break;
            case Panel::explain: CHECK_FALSE(model.of<ExplainModel>().standing.isRefused()); break;
            default: CHECK_FALSE(model.bars.standing.isRefused());
        }
    }
}

}  // namespace

TEST_CASE("a view that shows no steps across encoder and decoder leads to those that do",
          "[app][across]") {
    checkWays<FlowModel>("side=cross&method=flow&panel=flow",
                         {"Bars", "Matrix", "Evolution", "encoder", "decoder"});
    checkWays<GraphModel>("side=cross&method=rollout&panel=graph", {"lines", "encoder", "decoder"});
    checkWays<ExplainModel>("side=cross&method=flow&panel=explain",
                            {"encoder", "decoder", "Rollout"});
    // The same on one side, for results that cannot be traced.
    checkWays<GraphModel>("side=encoder&method=flow&panel=graph",
                          {"lines", "Raw", "Rollout", "Flow"});
}

TEST_CASE("both sides of an encoder-decoder model are counted and named", "[app][across]") {
    ShownPage page(dates(), "side=cross&method=rollout&layer=1");
    const ExampleSummary& example = page.state.document->current;
    const std::string read = std::to_string(example.tokens.size());
    const std::string written = std::to_string(example.decoderTokens.size());
    CHECK(headerModel(page.state).sizes ==
          "3 + 3 layers, 4 heads, " + read + " + " + written + " tokens");
    CHECK(page.model().bars.tokensName == "encoder");
    CHECK(page.model().bars.outputsName == "decoder");
    page.set("method=flow");
    CHECK(page.model().bars.tokensName == "inputs");
    CHECK(headerModel(page.state).sizes ==
          "3 + 3 layers, 4 heads, " + read + " + " + written + " tokens");
    page.set("side=decoder&method=rollout");
    CHECK(headerModel(page.state).sizes == "3 layers, 4 heads, " + written + " tokens");
    CHECK(page.model().bars.outputs.empty());
    ShownPage one(threeLayers, "method=rollout");
    CHECK(headerModel(one.state).sizes == "3 layers, 1 head, 3 tokens");
    CHECK(one.model().bars.tokensName.empty());
}
