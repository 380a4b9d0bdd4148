// SPDX-License-Identifier: MIT
// A data set in the page's state. The host shows its list.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "holds.h"
#include "page/shown_page.h"
#include "session/api_state.h"
#include "session/running_page.h"

using namespace hw;
using namespace hw::test;

namespace {
const std::string list =
    "{\"format\":\"headwaters-dataset/1\",\"settings\":{}}\n{\"file\":\"a.json\"}\n";

std::ptrdiff_t shown(const Running& page) {
    return std::ranges::count(page.host.dialogs, "data-set");
}
}  // namespace

TEST_CASE("a data set's list that is opened is shown by the host, and what was open stays",
          "[app][data-set]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.openText(list, "list.jsonl");
    page.settle();
    CHECK(shown(page) == 1);  // a second call would read it twice
    CHECK(page.host.listTickets.size() == 1);
    CHECK(page.host.openedTickets.size() == 1);
    CHECK(page.session.state().document->name == "keys.json");
    CHECK(page.session.state().messages.empty());
    CHECK(holds(page.host.address, "dataset=local:list.jsonl"));
    CHECK(holds(apiStateJson(page.session.state()), R"("dataset":"local:list.jsonl","row":-1)"));
    // Another file of this name is another list.
    const auto before = shown(page);
    page.openText(list, "list.jsonl");
    CHECK(shown(page) > before);
}

TEST_CASE("an example of a data set is looked at like the one before it", "[app][data-set]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.run(SetMethod{Method::raw});
    page.session.open(GiveFile{7, "a.jsonl, line 3", {}, "example=0&dataset=x&row=3"});
    page.feed(threeLayers);
    page.settle();
    CHECK(page.session.state().view.method == Method::raw);
    CHECK(page.session.state().view.dataSet == "x");
    CHECK(page.session.state().view.dataSetRow == 2);
    CHECK(holds(page.host.address, "dataset=x&row=3"));
    page.session.run(ApplyFields{"row=0"});
    CHECK(page.session.state().view.dataSetRow == -1);
    CHECK(page.session.state().view.dataSet == "x");
    const auto told = shown(page);
    page.session.run(SetLayer{0});
    CHECK(shown(page) == told);
    // Opening another document leaves the data set.
    page.openText(threeLayers, "other.json");
    page.settle();
    CHECK(page.session.state().view.dataSet.empty());
    CHECK(shown(page) > told);
    CHECK_FALSE(holds(page.host.address, "dataset"));
}

TEST_CASE("a row is a number from 1 and belongs to a data set", "[app][data-set]") {
    Running page;
    page.openText(threeLayers);
    page.settle();
    for (const char* fields : {"row=2", "dataset=a&row=-1", "dataset=a&row=x"}) {
        page.session.run(ApplyFields{fields});
        CHECK(holds(page.session.state().messages.back().problem.finding, "row="));
    }
    CHECK(page.session.state().view.dataSetRow == -1);
    page.session.run(ApplyFields{"dataset=" + std::string(5000, 'x')});
    CHECK(page.session.state().view.dataSet == "a");  // no address is as long
}
