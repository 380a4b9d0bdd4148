// SPDX-License-Identifier: MIT
#include "page/models/number_phrases.h"

#include "page/models/model_text.h"
#include "page/sample_documents.h"
#include "page/shown_page.h"
#include "panels/page_mirror.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("a set of numbers has three digits that count in its largest", "[app][numbers]") {
    CHECK(decimalsFor(1) == 3);
    CHECK(decimalsFor(0.1F) == 3);
    CHECK(decimalsFor(0.0999) == 4);
    CHECK(decimalsFor(-0.00812) == 5);
    CHECK(decimalsFor(0.000812) == 6);
    // Six decimals would not be enough for powers of ten.
    CHECK(decimalsFor(0.0000812) == powersOfTen);
    CHECK(shownNumber(0.0000812) == "8.1e-05");
    CHECK(shownNumber(0.0000003, powersOfTen) == "3.0e-07");
    CHECK(shownNumber(0.5, powersOfTen + 1) == "0.500");
    CHECK(decimalsFor(0) == 3);
    CHECK(decimalsFor(std::nan("")) == 3);
}

TEST_CASE("numbers of a set have the same decimals", "[app][numbers]") {
    CHECK(shownNumber(0.00812, 5) == "0.00812");
    CHECK(shownNumber(0.0001234, 5) == "0.00012");
    CHECK(shownNumber(0.0000042, 5) == "<0.00001");
    CHECK(shownNumber(0.0000062, 5) == "0.00001");
    CHECK(shownNumber(-0.0000042, 5) == ">-0.00001");
    CHECK(signedNumber(-0.0000042, 3) == ">−0.001");
    CHECK(differenceNumber(0.0000042, 3) == "<+0.001");
    CHECK(shownNumber(0.00812, 3) == "0.008");
    CHECK(shownNumber(0, 5) == "0");
    CHECK(shownNumber(std::nan(""), 5) == "–");
    CHECK(shownNumber(1234, 3) == "1234");
    CHECK(shownNumber(-3921.4, 3) == "-3921");
    CHECK(shownNumber(999'499.6, 3) == "999500");
    CHECK(shownNumber(1e6, 3) == "1.0e+06");
    CHECK(shownNumber(0.0625) == "0.0625");
    CHECK(shownNumber(0.178) == "0.178");
    CHECK(signedNumber(-0.06) == "−0.060");
    CHECK(differenceNumber(0.00812, 5) == "+0.00812");
}

TEST_CASE("a token that is there several times is named with its place", "[app][numbers]") {
    const std::vector<std::string> labels{"[SEP]", "the", "keys", "the", "[SEP]"};
    CHECK(quotedAt(labels, 1) == "“the” (1)");
    CHECK(quotedAt(labels, 2) == "“keys”");
    CHECK(quotedAt(labels, 3) == "“the” (2)");
    CHECK(quotedAt(labels, 4) == "[SEP] (2)");
    CHECK(placeAmongEqual({"a"}, 0).empty());
}

TEST_CASE("the values of a long text can be told apart in bars, sentence, tables and mirror",
          "[app][numbers]") {
    const std::string fields = "method=raw&layer=1&token=0&panel=";
    ShownPage page(longEvenText(), fields + "bars");
    const PageModel bars = page.model();
    CHECK(bars.bars.decimals == 5);
    CHECK(
        bars.bars.caption ==
        "Most attention goes to “199” 0.00510, then “198” 0.00510. This layer has its own scale.");
    const auto holds = [&](const std::string& part) {
        return mirrorJson(page.model(), page.state).find(part) != std::string::npos;
    };
    CHECK(holds(R"("label":"0","value":0.0049005,"text":"0.00490")"));
    CHECK(holds(R"("label":"150","value":0.0050505,"text":"0.00505")"));
    page.set("panel=matrix");
    CHECK(page.model().result.caption == "“0” from “199” 0.00510, “198” 0.00510");
    page.set("panel=evolution");
    CHECK(holds(R"({"label":"layer 1","cells":["0.00490","0.00490")"));
    // Next to its own half, the parts that a rollout draws from others are small. They have three decimals, as always.
    page.set("panel=compare&compare=raw/rollout&difference=0,1");
    CHECK(holds(R"({"label":"150","cells":["0.00505","0.003","0.00253"]})"));
}

TEST_CASE("titles are sentences for one output, for several and for all", "[app]") {
    AppState state = restingState();
    ResultStore results;
    const auto title = [&] { return pageModel(state, results).bars.title; };
    CHECK(title() == "Where [CLS] could get information");
    update(state, Command(SetOutput{2, true}));
    CHECK(title() == "Where [CLS] and “keys” could get information");
    update(state, Command(SetOutput{3, true}));
    CHECK(title() == "Where 3 tokens together could get information");
    update(state, Command(SetMethod{Method::raw}));
    CHECK(title() == "What 3 tokens together attend to");
    update(state, Command(Set{&ViewState::outputMode, OutputMode::meanOfAll}));
    CHECK(title() == "What the average token attends to");
    update(state, Command(Set{&ViewState::outputMode, OutputMode::maxOfAll}));
    CHECK(title() == "What any token (maximum) attends to");
}
