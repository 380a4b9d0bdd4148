// SPDX-License-Identifier: MIT
#include "page/rules/compared_views.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/answers/questions.h"
#include "page/sample_documents.h"
#include "panels/compare/questions.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr const char* fourColumns =
    "raw/rollout,fusion:max,discard:0.1/rollout,preset:no-residual/flow,heads:1,layer:3";

AppState comparing(const std::string& fields) {
    AppState state;
    open(state, encoderDocument(), sample, "v=1&sample=agreement-keys&layer=6&" + fields);
    return state;
}

}  // namespace

TEST_CASE("without a choice the compare view shows what the example has", "[app][compare]") {
    AppState state = restingState();
    REQUIRE(shownColumns(state).size() == 3);
    CHECK(shownColumns(state)[0].method == Method::raw);
    CHECK(shownColumns(state)[2].method == Method::flow);
    CHECK_FALSE(shownDifference(state).exists());
    CHECK(writeShare(state).find("compare") == std::string::npos);

    AppState translation;
    open(translation, translationDocument(), local);
    CHECK(shownColumns(translation).size() == 3);
    CHECK_FALSE(shownDifference(translation).exists());
}

TEST_CASE("columns go into the address and come back", "[app][compare]") {
    const AppState state =
        comparing(std::string("compare=") + fourColumns + "&compare-as=matrices&difference=4,1");
    REQUIRE(state.view.compared.size() == 4);
    const ComparedView& second = state.view.compared[1];
    CHECK(second.fusion == HeadFusion::max);
    CHECK(second.discard == 0.1);
    CHECK(state.view.compared[3].head == 1);
    CHECK(state.view.compared[3].layer == 2);
    CHECK(shownDifference(state) == ComparedPair{3, 0});
    const std::string address = writeShare(state);
    CHECK(address.find(std::string("compare=") + fourColumns) != std::string::npos);
    const AppliedShare again = applyShare(parseShare(address), {}, *state.document);
    CHECK(again.dropped.empty());
    CHECK(again.view.compared == state.view.compared);
    CHECK(again.view.difference.of == 3);
    CHECK(comparing("compare=raw/flow,head:2").view.compared[1].head == 1);  // of older links
}

TEST_CASE("a column that does not fit drops the whole list", "[app][compare]") {
    for (const char* bad :
         {"raw", "raw/flow,layer:7", "raw/flow,head:9", "raw/flow,heads:8", "raw/flow,colour:red",
          "raw/relevance", "raw/raw/raw/raw/raw/raw/raw", "raw/flow,discard:1", "raw/flow,start:7",
          "raw/score:none", "raw/score:", ""}) {
        CAPTURE(bad);
        AppState state = restingState();
        const AppliedShare applied =
            applyShare(parseShare(std::string("compare=") + bad), state.view, *state.document);
        CHECK(applied.dropped.size() == 1);
        CHECK(applied.view.compared.empty());
    }
}

TEST_CASE("columns are added, changed and removed, and two stay", "[app][compare]") {
    AppState state = restingState();
    ComparedView column;
    column.method = Method::rollout;
    column.residual = 0.25;
    std::vector<ComparedView> columns = shownColumns(state);
    columns.resize(6, column);
    update(state, Command(Set{&ViewState::compared, columns}));
    REQUIRE(state.view.compared == columns);
    columns.push_back(column);
    CHECK(update(state, Command(Set{&ViewState::compared, columns})).empty());
    columns[3].residual = 0.75;
    const Effects effects = update(state, Command(Set{&ViewState::compared, columns}));
    CHECK(findEffect<AddressEffect>(effects) != nullptr);
    CHECK(state.view.compared[3].residual == 0.75);
    update(state, Command(Set{&ViewState::difference, {3, 1}}));
    CHECK(shownDifference(state) == ComparedPair{3, 1});
    for (int i = 0; i < 4; ++i) update(state, Command(RemoveCompared{0}));
    CHECK(update(state, Command(RemoveCompared{0})).empty());
    CHECK(state.view.compared.size() == 2);
    CHECK(shownDifference(state) == ComparedPair{0, 1});
}

TEST_CASE("a column's settings are the view's with its own changes", "[app][compare]") {
    AppState state = restingState();
    state.view.settings.residual = 0.3;
    state.view.settings.heads = {1, 4};
    ComparedView column;
    column.discard = 0.2;
    CHECK(settingsOf(state, column).residual == 0.3);
    CHECK(settingsOf(state, column).discard == 0.2);
    column.preset = "no-residual";
    CHECK(settingsOf(state, column).residual == 0);
    CHECK(settingsOf(state, column).heads == std::vector<int>{1, 4});
    column.head = 7;
    CHECK(settingsOf(state, column).heads == std::vector<int>{7});
    CHECK(comparedProfileQuery(state, column).settings.heads == std::vector<int>{7});
    CHECK(layerOf(state, column) == 5);
    column.layer = 2;
    CHECK(layerOf(state, column) == 2);
}

TEST_CASE("layers that take part take part in every column", "[app][compare]") {
    AppState state = restingState();
    state.view.settings.layers = {0, 2, 5};
    ComparedView column;
    CHECK(settingsOf(state, column).layers == std::vector<int>{0, 2, 5});
    column.preset = "no-residual";
    CHECK(settingsOf(state, column).layers == std::vector<int>{0, 2, 5});
}

TEST_CASE("the compare view asks for each column once", "[app][compare]") {
    AppState state = comparing("panel=compare");
    const auto count = [&](Query::What what) {
        const std::vector<Query> needed = neededNow(state);
        return std::count_if(needed.begin(), needed.end(),
                             [&](const Query& query) { return query.what == what; });
    };
    CHECK(count(Query::What::profile) == 3);
    CHECK(count(Query::What::matrix) == 0);
    update(state, Command(Set{&ViewState::compareForm, CompareForm::matrices}));
    CHECK(count(Query::What::matrix) == 3);
}

TEST_CASE("choices of the image and faithfulness views are kept in the address", "[app][share]") {
    AppState state = restingState();
    update(state, Command(Set{&ViewState::patchForm, PatchForm::grid}));
    update(state, Command(Set{&ViewState::patchOpacity, 0.5}));
    update(state, Command(Set{&ViewState::leftOut, {"[SEP]", "[CLS]", "[SEP]"}}));
    update(state, Command(Set{&ViewState::thisExampleOnly, true}));
    const std::string address = writeShare(state);
    const AppliedShare again = applyShare(parseShare(address), {}, *state.document);
    CHECK(again.dropped.empty());
    CHECK(again.view.patchForm == PatchForm::grid);
    CHECK(again.view.patchOpacity == 0.5);
    CHECK(again.view.leftOut == std::vector<std::string>{"[CLS]", "[SEP]"});
    CHECK(again.view.thisExampleOnly);
}

TEST_CASE("of a model the run before the one in view is compared by one click", "[app][compare]") {
    AppState state = comparing("");
    const auto previous = [&]() -> std::optional<ComparedView> {
        for (const Comparison& one : comparisons(state))
            if (std::string(one.name) == "previous run") return one.columns.back();
        return std::nullopt;
    };
    DocumentSummary& document = *state.document;
    document.made = {{7, {"model", "the key"}, "the key", ""},
                     {9, {"model", "the keys"}, "the keys · cut: 1:0:4>1", ""}};
    CHECK_FALSE(previous());  // a file, whose examples are drafts
    document.form = "model";
    document.example = 9;
    REQUIRE(previous());
    CHECK(previous()->recipe == document.made[0].recipe);
    document.example = 7;
    CHECK(previous()->recipe == document.made[1].recipe);
    document.made.erase(document.made.begin() + 1);
    CHECK(previous()->example == 0);  // the choice that it was opened with
    document.example = 0;
    document.made.clear();
    CHECK_FALSE(previous());
}
