// SPDX-License-Identifier: MIT
// The flow's view and the chosen method are one selection. The name of the view is not mistaken for another.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "page/rules/panes.h"
#include "page/shown_page.h"
#include "panels/about.h"
#include "panels/flow/caption.h"
#include "panels/flow/model.h"

using namespace hw;
using namespace hw::test;

namespace {

Effects setFields(AppState& state, const std::string& fields) {
    return update(state, Command(ApplyFields{fields}));
}

using Columns = std::vector<std::vector<Panel>>;

}  // namespace

TEST_CASE("choosing the flow's view chooses flow, however it is chosen", "[app][flow]") {
    AppState state = restingState();
    REQUIRE(state.view.method == Method::rollout);
    SECTION("as a view") { update(state, Command(SetPanel{Panel::flow})); }
    SECTION("by fields") { setFields(state, "panel=flow"); }
    SECTION("by an address that was written when both could differ") {
        setFields(state, "v=1&method=rollout&panel=flow");
        CHECK(state.messages.empty());
    }
    SECTION("into a pane") {
        setFields(state, "panes=bars/matrix");
        update(state, Command(ReplacePane{Panel::matrix, Panel::flow}));
        CHECK(state.view.panes.columns == Columns{{Panel::bars}, {Panel::flow}});
    }
    CHECK(state.view.method == Method::flow);
    CHECK(shows(state.view, Panel::flow));
}

TEST_CASE("whoever leaves the flow's view has the method of before", "[app][flow]") {
    AppState state = restingState();
    update(state, Command(SetMethod{Method::raw}));
    for (const Panel other : {Panel::graph, Panel::bars}) {
        update(state, Command(SetPanel{Panel::flow}));
        CHECK(state.view.method == Method::flow);
        update(state, Command(SetPanel{other}));
        CHECK(state.view.method == Method::raw);
    }
    // Chosen by its name, it is the selection of all views.
    update(state, Command(SetMethod{Method::flow}));
    update(state, Command(SetPanel{Panel::flow}));
    update(state, Command(SetPanel{Panel::bars}));
    CHECK(state.view.method == Method::flow);
    // The settings of another view's link or step do not change.
    setFields(state, "method=rollout&panel=bars");
    setFields(state, "panel=flow");
    update(state, Command(SetPanel{Panel::bars}));
    CHECK(state.view.method == Method::flow);
}

TEST_CASE("another method leaves the flow's view for one that shows it", "[app][flow]") {
    AppState state = restingState();
    setFields(state, "panel=flow");
    SECTION("alone, for the overview") {
        const Effects effects = update(state, Command(SetMethod{Method::rollout}));
        CHECK(state.view.panel == Panel::overview);
        const auto* said = findEffect<AnnounceEffect>(effects);
        REQUIRE(said != nullptr);
        CHECK(said->text == "Method: rollout. View: overview");
    }
    SECTION("in panes, for another view in its place, and the meant one stays") {
        setFields(state, "panes=bars/flow&panel=bars");
        setFields(state, "method=rollout");
        CHECK(state.view.panes.columns == Columns{{Panel::bars}, {Panel::evolution}});
        CHECK(state.view.panel == Panel::bars);
    }
    CHECK(state.view.method == Method::rollout);
    CHECK(state.messages.empty());
    // For flow by another name, the view stays.
    setFields(state, "method=flow&panel=flow");
    update(state, Command(SetMethod{Method::flow}));
    CHECK(state.view.panel == Panel::flow);
}

TEST_CASE("an address with another method beside the flow's view opens with flow, and says so",
          "[app][flow]") {
    AppState state = restingState();
    setFields(state, "v=1&method=rollout&panes=bars/flow");
    CHECK(state.view.method == Method::flow);
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].problem.finding.find("method=rollout") != std::string::npos);
}

TEST_CASE("more views at once do not change the method", "[app][flow]") {
    AppState state = restingState();
    for (const PaneShape& shape : offeredShapes()) {
        update(state, Command(ArrangePanes{shape}));
        CHECK(state.view.method == Method::rollout);
        CHECK_FALSE(shows(state.view, Panel::flow));
        CHECK(shapeOf(state.view.panes) == shape);
    }
    update(state, Command(SetMethod{Method::flow}));
    update(state, Command(ArrangePanes{{1}}));
    update(state, Command(ArrangePanes{{2, 2}}));
    CHECK(shows(state.view, Panel::flow));
}

TEST_CASE("across encoder and decoder the view of flow says why it has no graph", "[app][flow]") {
    AppState state;
    ResultStore results;
    open(state, translationDocument(), sample);
    REQUIRE(state.view.side == Side::cross);
    setFields(state, "panel=flow");
    CHECK(state.view.method == Method::flow);
    CHECK_FALSE(showsFlow(state));
    const FlowModel model = flowModel(state, results);
    CHECK(model.standing.isRefused());
    CHECK(model.standing.text.find("takes two routes") != std::string::npos);
    setFields(state, "method=raw");
    CHECK(state.view.panel == Panel::overview);
    // If a side has a graph of it, the view shows one.
    setFields(state, "panel=flow");
    update(state, Command(SetSide{Side::decoder}));
    CHECK(state.view.method == Method::flow);
    CHECK(showsFlow(state));
}

TEST_CASE("where there is no flow, its view changes nothing", "[app][flow]") {
    AppState state;
    DocumentSummary document = translationDocument();
    document.current.hasSelf = document.current.hasDecoderSelf = false;
    open(state, document, sample);
    REQUIRE(state.view.side == Side::cross);
    setFields(state, "panel=flow");
    CHECK(state.view.method == Method::raw);
    CHECK(state.view.panel == Panel::flow);
}

TEST_CASE("what is said about the flow's view speaks of flow", "[app][flow]") {
    ShownPage page(threeLayers, "method=rollout");
    const AboutModel about = aboutModel(page.state, page.results, Panel::flow);
    CHECK(about.paragraphs[1].starts_with("Now showing attention flow"));
    CHECK(about.paragraphs[1].find("max flow") != std::string::npos);
}

TEST_CASE("equal tokens are told apart by their place", "[app][flow]") {
    CHECK(placesAmongEqual({"the", "keys", "the", "a", "the"}) ==
          std::vector<std::string>{" (1)", "", " (2)", "", " (3)"});
    CHECK(placesAmongEqual({}).empty());
}

TEST_CASE("paths through the same tokens say in which layer they go on", "[app][flow]") {
    PairFlow flow;
    flow.layer = 2;
    flow.paths = {
        {0.3, {0, 1, 1, 1}}, {0.2, {0, 0, 1, 1}}, {0.1, {0, 2, 2, 1}}, {0.1, {0, 2, 1, 1}}};
    const std::vector<std::string> names{"a", "the (1)", "the (2)"};
    CHECK(pathTexts(flow, names, 8) ==
          std::vector<std::string>{"0.300  the (1) → a in layer 3", "0.200  the (1) → a in layer 2",
                                   "0.100  the (1) → the (2) in layer 1 → a in layer 3",
                                   "0.100  the (1) → the (2) in layer 2 → a in layer 3"});
    // Unlisted names need not be distinguished.
    CHECK(pathTexts(flow, names, 1) == std::vector<std::string>{"0.300  the (1) → a"});
}

TEST_CASE("a flow from one of three equal tokens says which, and no two paths read alike",
          "[app][flow]") {
    EngineHarness engine;
    AppState state;
    ResultStore results;
    open(state, engine.openReference("toy_agreement_keys.json"), sample,
         "v=1&sample=x&panel=flow&layer=6");
    for (int sink = 0; sink < state.keyCount(); ++sink) {
        setFields(state, "sink=" + std::to_string(sink));
        for (const Query& query : neededQueries(state, results)) {
            if (results.find(query) == nullptr) results.put(engine.ask(query));
        }
        const FlowModel model = flowModel(state, results);
        REQUIRE(model.flow != nullptr);
        CHECK(model.inputHeading == "share of the flow from all inputs");
        std::set<std::string> read;
        for (const std::string& path : model.paths) read.insert(path.substr(path.find("  ")));
        CHECK(read.size() == model.paths.size());
        if (state.keyTokens()[std::size_t(sink)] == "the") {
            CHECK(model.title.find("“the” (") != std::string::npos);
        }
    }
    CHECK(std::ranges::count(flowModel(state, results).labels, "the (2)") == 1);
    setFields(state, "flow=raw");
    for (const Query& query : neededQueries(state, results)) results.put(engine.ask(query));
    CHECK(flowModel(state, results).inputHeading == "maximum flow from each input");
}
