// SPDX-License-Identifier: MIT
// The titles of views show that a run was cut, on the page and in figures.
#include <catch2/catch_test_macros.hpp>

#include "page/models/model_text.h"
#include "page/shown_page.h"
#include "panels/explain/model.h"
#include "panels/flow/model.h"
#include "panels/graph/model.h"
#include "panels/heads/model.h"

using namespace hw;
using namespace hw::test;

namespace {

/// Three layers of one head, tokens a, b and c.
struct CutPage : ShownPage {
    explicit CutPage(const std::string& fields = "panel=overview")
        : ShownPage(threeLayers, fields) {}
    std::string words(std::vector<CutEdge> cuts) {
        state.document->current.cuts = std::move(cuts);
        return describeCuts(state);
    }
};

std::vector<CutEdge> hiding(int token) {
    std::vector<CutEdge> cuts;
    for (int layer = 0; layer < 3; ++layer)
        for (int query = 0; query < 3; ++query)
            if (query != token) cuts.push_back({layer, query, token, 1});
    return cuts;
}

}  // namespace

TEST_CASE("what a run went without is counted by its kind", "[app][cuts]") {
    CutPage page;
    CHECK(page.words({}).empty());
    CHECK(page.words({{0, 1, 2, 1}}) == " · 1 edge cut");
    CHECK(page.words({{0, 1, 2, 1}, {1, 1, 2, 1}, {0, -1, -1, 1}, {1, 2, 2, 0}}) ==
          " · 2 edges cut · 1 head cut · 1 residual cut");
    page.state.document->current.heads = 4;
    CHECK(page.words({{0, 1, 2, 4}}) == " · 1 edge cut");
    CHECK(page.words({{0, 1, 2, 3}, {0, -1, -1, 2}}) == " · 3 edges cut · 2 heads cut");
}

TEST_CASE("a hidden token is named, not its edges", "[app][cuts]") {
    CutPage page;
    CHECK(page.words(hiding(1)) == " · “b” hidden");
    std::vector<CutEdge> cuts = hiding(1);
    cuts.push_back({0, 1, 2, 1});
    CHECK(page.words(cuts) == " · “b” hidden · 1 edge cut");
    cuts = hiding(1);
    cuts.pop_back();
    CHECK(page.words(cuts) == " · 5 edges cut");
    cuts = hiding(0);
    for (const CutEdge& cut : hiding(2)) cuts.push_back(cut);
    CHECK(page.words(cuts) == " · 2 tokens hidden");
}

TEST_CASE("every view of the run names what was cut", "[app][cuts]") {
    const std::vector<CutEdge> cuts{{0, 1, 2, 1}};
    const auto names = [](const std::string& title) { return title.ends_with(" · 1 edge cut"); };
    CutPage page;
    page.state.document->current.cuts = cuts;
    const PageModel overview = page.model();
    for (const std::string& title : {overview.bars.title, overview.raw.title, overview.result.title,
                                     overview.raw.shortTitle, overview.evolution.title})
        CHECK(names(title));
    for (const char* panel : {"flow", "heads", "explain", "graph"}) {
        INFO(panel);
        CutPage own(std::string("method=rollout&token=1&panel=") + panel);
        own.state.document->current.cuts = cuts;
        const PageModel model = own.model();
        if (panel == std::string("flow")) CHECK(names(model.of<FlowModel>().title));
        if (panel == std::string("heads")) CHECK(names(model.of<HeadsModel>().title));
        if (panel == std::string("explain")) CHECK(names(model.of<ExplainModel>().title));
        if (panel == std::string("graph")) CHECK(names(model.of<GraphModel>().title));
    }
}
