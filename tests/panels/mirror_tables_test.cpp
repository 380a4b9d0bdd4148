// SPDX-License-Identifier: MIT
#include "panels/page_mirror.h"

#include <catch2/catch_test_macros.hpp>

#include "holds.h"
#include "page/shown_page.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

namespace {

struct Mirrored : ShownPage {
    Mirrored(const std::string& file, const std::string& fields)
        : ShownPage(fileText(reference(file)), fields) {}
    std::string text() { return mirrorJson(pageModel(state, results), state); }
};

}  // namespace

TEST_CASE("the mirror of the compare view is two tables and its controls", "[app][mirror]") {
    Mirrored mirrored("toy_agreement_keys.json", "panel=compare&layer=6&compare=raw/rollout");
    const std::string text = mirrored.text();
    // According to keys.expected.json, [CLS] draws 0.0893 and 0.1779 of its information from [CLS] and "keys".
    CHECK(holds(text, R"({"label":"[CLS]","cells":["0.025","0.089","−0.064"]})"));
    CHECK(holds(text, R"({"label":"keys","cells":["0.089","0.178","−0.089"]})"));
    CHECK(holds(text, R"("title":"Rank correlation")"));
    CHECK(holds(text, R"("compare":{"columns":[{"method":"raw")"));
    CHECK(holds(text,
                R"({"id":"flow","label":"flow","fields":"compare=flow/rollout","selected":false)"));
    CHECK(holds(text, R"({"id":"none","label":"none","fields":"difference=none")"));
}

TEST_CASE("the mirror of the faithfulness view is a table a score", "[app][mirror]") {
    Mirrored mirrored("agreement/agreement_6.json", "panel=faithfulness&among=all&leave-out=[CLS]");
    const std::string text = mirrored.text();
    CHECK(holds(text, R"(against blankout")"));
    CHECK(holds(text, R"("columns":["layer 1","layer 2")"));
    CHECK(holds(text, R"("faithfulness":{"examples":6,"done":6,"among":"all","ranked":)"
                      R"("Includes all tokens except [CLS].","leftOut":["[CLS]"])"));
    CHECK(holds(text, R"("label":"exclude [CLS]","fields":"leave-out=","selected":true)"));
    CHECK(holds(text,
                R"({"id":"this","label":"this example","fields":"scores=this","selected":false)"));
}

TEST_CASE("other views have no tables", "[app][mirror]") {
    Mirrored mirrored("toy_agreement_keys.json", "panel=bars&layer=6");
    CHECK(holds(mirrored.text(), R"("tables":[],"controls")"));
}

TEST_CASE("no difference can be asked for, and columns by their methods", "[app][mirror]") {
    Mirrored mirrored("toy_agreement_keys.json", "panel=compare&layer=6&difference=1,2");
    CHECK(mirrored.state.view.difference.from == 1);
    update(mirrored.state, Command(ApplyFields{"difference=none"}));
    CHECK(mirrored.state.view.difference.of == -1);
    update(mirrored.state, Command(ApplyFields{"compare=flow/rollout"}));
    CHECK(mirrored.state.view.compared.size() == 2);
}
