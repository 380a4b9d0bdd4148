// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "panels/figures.h"
#include "panels/registry.h"

using namespace hw;

TEST_CASE("the API's types have every figure", "[figure][tables]") {
    std::ifstream file(std::string(HW_TEST_DATA) + "/../../web/state.d.ts");
    REQUIRE(file);
    std::stringstream types;
    types << file.rdbuf();
    AppState state;
    state.document.emplace();
    state.document->current.image.emplace();
    state.document->current.importance.emplace_back();
    std::string names;
    for (const std::string& name : figure::figureNames(state)) {
        names += (names.empty() ? "'" : " | '") + name + '\'';
        CHECK(figure::hasFigure(state, name));
    }
    CHECK(types.str().find("type FigureName = " + names + ";") != std::string::npos);
}

TEST_CASE("every figure that a panel names is drawn, and says rightly whether it has numbers",
          "[figure][tables]") {
    for (const Panel panel : every<Panel>()) {
        for (const FigureName& named : specOf(panel).figures) {
            INFO(named.name);
            const figure::FigureSpec* spec = figure::findFigure(named.name);
            REQUIRE(spec != nullptr);
            CHECK((spec->numbers != nullptr) == named.hasNumbers);
        }
    }
}
