// SPDX-License-Identifier: MIT
#include "page/models/model_text.h"

#include <catch2/catch_test_macros.hpp>

#include "page/sample_documents.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("titles are sentences for one output, for several and for all", "[app]") {
    AppState state = restingState();
    ResultStore results;
    const auto title = [&] { return pageModel(state, results).bars.title; };
    CHECK(title() == "Where [CLS] draws information from");
    update(state, Command(SetOutput{2, true}));
    CHECK(title() == "Where [CLS] and “keys” draw information from");
    update(state, Command(SetOutput{3, true}));
    CHECK(title() == "Where 3 tokens together draw information from");
    update(state, Command(SetMethod{Method::raw}));
    CHECK(title() == "What 3 tokens together attend to");
    update(state, Command(SetOutputMode{OutputMode::meanOfAll}));
    CHECK(title() == "What the average token attends to");
    update(state, Command(SetOutputMode{OutputMode::maxOfAll}));
    CHECK(title() == "What any token (the maximum) attends to");
}
