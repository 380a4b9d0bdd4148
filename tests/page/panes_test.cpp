// SPDX-License-Identifier: MIT
#include "page/rules/panes.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/answers/questions.h"
#include "page/rules/fit_view.h"
#include "page/sample_documents.h"
#include "panels/compare/model.h"
#include "panels/heads/model.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

using Columns = std::vector<std::vector<Panel>>;

Columns columnsOf(const AppState& state) { return state.view.panes.columns; }

/// "v=1&...&rest" without the fields of panes.
std::string paneFields(const AppState& state) {
    const Share share = parseShare(writeShare(state));
    std::string text;
    for (const char* key : {"panel", "panes", "dividers"}) {
        if (const std::string* value = share.find(key))
            text += std::string(key) + '=' + *value + ' ';
    }
    return text;
}

}  // namespace

TEST_CASE("arranging keeps the views that are shown and adds the nearest others", "[app][panes]") {
    AppState state = restingState();
    CHECK(pushes(update(state, Command(ArrangePanes{{1, 2}}))));
    CHECK(columnsOf(state) == Columns{{Panel::bars}, {Panel::matrix, Panel::evolution}});
    CHECK(state.view.panel == Panel::bars);
    update(state, Command(SetPanel{Panel::heads}));
    CHECK(columnsOf(state) == Columns{{Panel::heads}, {Panel::matrix, Panel::evolution}});
    update(state, Command(ArrangePanes{{1, 1}}));
    CHECK(columnsOf(state) == Columns{{Panel::heads}, {Panel::matrix}});
    update(state, Command(ArrangePanes{{2, 2}}));
    CHECK(columnsOf(state) ==
          Columns{{Panel::heads, Panel::matrix}, {Panel::bars, Panel::evolution}});
    update(state, Command(ArrangePanes{{1}}));
    CHECK(columnsOf(state).empty());
    CHECK(state.view.panel == Panel::heads);
}

TEST_CASE("the view that is meant stays when there is room for fewer", "[app][panes]") {
    AppState state = restingState();
    update(state, Command(ArrangePanes{{2, 2}}));
    update(state, Command(FocusPane{Panel::heads}));
    update(state, Command(ArrangePanes{{1, 1}}));
    CHECK(columnsOf(state) == Columns{{Panel::bars}, {Panel::heads}});
    CHECK(state.view.panel == Panel::heads);
}

TEST_CASE("with flow as the method its graph stands beside bars and matrix", "[app][panes]") {
    AppState state = restingState();
    update(state, Command(SetMethod{Method::flow}));
    update(state, Command(ArrangePanes{{1, 2}}));
    CHECK(columnsOf(state) == Columns{{Panel::bars}, {Panel::matrix, Panel::flow}});
}

TEST_CASE("a view stands in one pane only: choosing it elsewhere exchanges the two",
          "[app][panes]") {
    AppState state = restingState();
    update(state, Command(ArrangePanes{{1, 2}}));
    update(state, Command(ReplacePane{Panel::bars, Panel::evolution}));
    CHECK(columnsOf(state) == Columns{{Panel::evolution}, {Panel::matrix, Panel::bars}});
    CHECK(state.view.panel == Panel::evolution);
    update(state, Command(ReplacePane{Panel::matrix, Panel::compare}));
    CHECK(columnsOf(state) == Columns{{Panel::evolution}, {Panel::compare, Panel::bars}});
    update(state, Command(SetPanel{Panel::bars}));
    CHECK(columnsOf(state) == Columns{{Panel::evolution}, {Panel::compare, Panel::bars}});
    CHECK(state.view.panel == Panel::bars);
}

TEST_CASE("closing panes ends with one view", "[app][panes]") {
    AppState state = restingState();
    update(state, Command(ArrangePanes{{1, 2}}));
    update(state, Command(ClosePane{Panel::bars}));
    CHECK(columnsOf(state) == Columns{{Panel::matrix, Panel::evolution}});
    CHECK(state.view.panel == Panel::matrix);
    update(state, Command(ClosePane{Panel::matrix}));
    CHECK(columnsOf(state).empty());
    CHECK(state.view.panel == Panel::evolution);
    update(state, Command(ArrangePanes{{1, 1}}));
    update(state, Command(FocusPane{Panel::bars}));
    update(state, Command(ArrangePanes{{1}}));
    CHECK(columnsOf(state).empty());
    CHECK(state.view.panel == Panel::bars);
    update(state, Command(ArrangePanes{{1, 1}}));
    update(state, Command(SetPanel{Panel::overview}));
    CHECK(columnsOf(state).empty());
}

TEST_CASE("places and dividers tile the room exactly", "[app][panes]") {
    Panes panes = *readPanes("bars/matrix,evolution,flow");
    panes.dividers = {0.3, 0.2, 0.7};
    const auto places = placesOf(panes);
    REQUIRE(places.size() == 4);
    double area = 0;
    for (const PanePlace& place : places) area += place.w * place.h;
    CHECK(area == Catch::Approx(1.0));
    CHECK(places[2].panel == Panel::evolution);
    CHECK(places[2].x == Catch::Approx(0.3));
    CHECK(places[2].y == Catch::Approx(0.2));
    CHECK(places[2].w == Catch::Approx(0.7));
    CHECK(places[2].h == Catch::Approx(0.5));
    const auto dividers = dividersOf(panes);
    REQUIRE(dividers.size() == 3);
    CHECK(dividers[0].upright);
    CHECK(dividers[0].at == Catch::Approx(0.3));
    CHECK_FALSE(dividers[2].upright);
    CHECK(dividers[2].from == Catch::Approx(0.3));
    CHECK(dividers[2].at == Catch::Approx(0.7));
}

TEST_CASE("a dragged divider stays between its neighbours and is one step back", "[app][panes]") {
    AppState state = restingState();
    update(state, Command(ArrangePanes{{1, 2}}));
    CHECK_FALSE(pushes(update(
        state,
        Command(Set{&ViewState::panes, withDivider(state.view.panes, 0, 0.4123456), false}))));
    CHECK(state.view.panes.dividers == std::vector<double>{0.412, 0.5});
    CHECK(pushes(
        update(state, Command(Set{&ViewState::panes, withDivider(state.view.panes, 0, -3)}))));
    CHECK(state.view.panes.dividers == std::vector<double>{leastPane, 0.5});
    update(state, Command(Set{&ViewState::panes, withDivider(state.view.panes, 1, 7)}));
    CHECK(state.view.panes.dividers[1] == Catch::Approx(1 - leastPane));
    const Panes before = state.view.panes;
    update(state, Command(Set{&ViewState::panes, withDivider(state.view.panes, 2, 0.5)}));
    update(state, Command(Set{&ViewState::panes, withDivider(state.view.panes, -1, 0.5)}));
    CHECK(state.view.panes == before);
}

TEST_CASE("every pane knows which divider makes it larger", "[app][panes]") {
    const Panes panes = *readPanes("bars/matrix,evolution");
    for (const Panel panel : {Panel::bars, Panel::matrix, Panel::evolution}) {
        for (const bool upright : {true, false}) {
            const Resizing found = resizingOf(panes, panel, upright);
            if (panel == Panel::bars && !upright) {
                CHECK(found.divider == -1);
                continue;
            }
            const double at = dividersOf(panes)[found.divider].at;
            const Panes moved = withDivider(panes, found.divider, at + 0.1 * found.direction);
            const auto sizeIn = [&](const Panes& in) {
                for (const PanePlace& place : placesOf(in)) {
                    if (place.panel == panel) return upright ? place.w : place.h;
                }
                return 0.0;
            };
            CHECK(sizeIn(moved) == Catch::Approx(sizeIn(panes) + 0.1));
        }
    }
}

TEST_CASE("panes go into the address and come back from it", "[app][panes][share]") {
    AppState state = restingState();
    CHECK(paneFields(state).empty());
    update(state, Command(ArrangePanes{{1, 2}}));
    update(state, Command(Set{&ViewState::panes, withDivider(state.view.panes, 0, 0.4)}));
    update(state, Command(FocusPane{Panel::matrix}));
    CHECK(paneFields(state) == "panel=matrix panes=bars/matrix,evolution dividers=0.4,0.5 ");
    const std::string link = writeShare(state);
    AppState other = restingState();
    const AppliedShare applied =
        applyShare(parseShare(link), defaultView(*other.document), *other.document);
    CHECK(applied.dropped.empty());
    CHECK(applied.view == state.view);
    // Back to a link from before there were panes, which has one view again.
    update(state, Command(ApplyFields{"v=1&sample=agreement-keys&layer=6&panel=matrix", true}));
    CHECK(columnsOf(state).empty());
    CHECK(state.view.panel == Panel::matrix);
}

TEST_CASE("panes that make no sense are refused and named", "[app][panes][share]") {
    const DocumentSummary document = encoderDocument();
    for (const char* field :
         {"panes=", "panes=bars", "panes=bars/nonsense", "panes=overview/bars", "panes=bars/bars",
          "panes=bars/matrix/flow/heads/compare", "panes=image/bars", "panes=bars//matrix",
          "panes=bars/matrix&dividers=0.01", "panes=bars/matrix&dividers=0.5,0.5",
          "panes=bars/matrix,flow&dividers=0.5,0.95", "dividers=0.5"}) {
        CAPTURE(field);
        const AppliedShare applied = applyShare(parseShare(field), defaultView(document), document);
        CHECK(applied.dropped.size() == 1);
    }
}

TEST_CASE("a file without a picture has no pane for one", "[app][panes]") {
    AppState state = restingState();
    DocumentSummary picture = encoderDocument();
    picture.current.image = ImageInfo{};
    open(state, picture, local);
    update(state, Command(ApplyFields{"panes=image/bars,matrix"}));
    CHECK(columnsOf(state).size() == 2);
    open(state, encoderDocument(), local);
    CHECK(columnsOf(state) == Columns{{Panel::bars, Panel::matrix}});
    CHECK(state.view.panel == Panel::bars);
}

TEST_CASE("all shown views are asked for and told, not the meant one alone", "[app][panes]") {
    AppState state = restingState();
    update(state, Command(ApplyFields{"panes=heads/matrix,compare"}));
    ResultStore results;
    bool heads = false;
    bool matrix = false;
    for (const Query& query : neededNow(state)) {
        heads |= query.what == Query::What::headStatistics;
        matrix |= query.what == Query::What::matrix;
    }
    CHECK(heads);
    CHECK(matrix);
    const PageModel page = pageModel(state, results);
    CHECK(page.of<CompareModel>().columns.size() == 3);
    CHECK(page.of<HeadsModel>().heads == 8);
    const std::string text = mirrorJson(page, state);
    CHECK(text.find(R"("panels":["heads","matrix","compare"],"panelWords":["heads",)") !=
          std::string::npos);
    CHECK(text.find(R"("key":"divider-2","label":"Divider, from the top")") != std::string::npos);
}
