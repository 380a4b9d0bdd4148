// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "panels/figures.h"

using namespace hw;

TEST_CASE("the API's types have every figure", "[figure][tables]") {
    std::ifstream file(std::string(HW_TEST_DATA) + "/../../web/headwaters.d.ts");
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
        CHECK(figure::kindOf(name));
    }
    CHECK(types.str().find("type FigureName = " + names + ";") != std::string::npos);
}
