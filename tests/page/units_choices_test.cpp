// SPDX-License-Identifier: MIT
// Spans, the filter for pairs of texts, and links about both.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/word_page.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("chosen tokens become one span, and come apart again", "[app][units]") {
    WordPage shown("method=rollout");
    update(shown.state, Command(SetOutput{1, false}));
    update(shown.state, Command(SetOutput{3, true}));
    update(shown.state, Command(SetOutput{4, true}));
    update(shown.state, Command(MergeOutputs{}));
    CHECK(shown.state.view.spans == std::vector<std::vector<int>>{{1, 3, 4}});
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    CHECK(labelsOf(page.bars) == "[CLS]|play … [SEP] che|ing|ss|[SEP]|");
    CHECK(page.bars.rows[1].value ==
          Catch::Approx(merged(whole, {1, 3, 4}, {1, 3, 4})).epsilon(1e-5));
    CHECK(writeShare(shown.state).find("spans=1,3,4") != std::string::npos);
    // With words, a span includes whole words.
    update(shown.state, Command(Set{&ViewState::words, true}));
    page = shown.model();
    CHECK(page.bars.rows.size() == 3);
    CHECK(shown.state.view.outputs == std::vector<int>{1, 2, 3, 4, 5});
    update(shown.state, Command(SplitOutputs{}));
    CHECK(shown.state.view.spans.empty());
    CHECK(shown.model().bars.rows.size() == 5);
}

TEST_CASE("of two texts one direction is shown", "[app][units]") {
    struct Case {
        const char* filter;
        std::vector<int> queries, keys;
    };
    const std::vector<int> a{0, 1, 2, 3};
    const std::vector<int> b{4, 5, 6};
    for (const Case& one :
         {Case{"a-a", a, a}, Case{"a-b", a, b}, Case{"b-a", b, a}, Case{"b-b", b, b}}) {
        WordPage shown("method=rollout&panel=matrix");
        shown.set(std::string("segments=") + one.filter);
        const auto whole = shown.matrix(Method::rollout, 2);
        PageModel page = shown.model();
        REQUIRE(page.result.from != nullptr);
        CHECK(page.result.queryTokens == one.queries);
        CHECK(page.result.keyTokens == one.keys);
        const int source = shown.state.view.outputs.front();
        CHECK(source == one.queries.front());
        for (std::size_t q = 0; q < one.queries.size(); ++q) {
            for (std::size_t k = 0; k < one.keys.size(); ++k) {
                CHECK(page.result.from->values[q * one.keys.size() + k] ==
                      Catch::Approx(merged(whole, {one.queries[q]}, {one.keys[k]})).epsilon(1e-5));
            }
        }
        REQUIRE(page.bars.rows.size() == one.keys.size());
        CHECK(page.bars.rows[0].value ==
              Catch::Approx(merged(whole, {source}, {one.keys[0]})).epsilon(1e-5));
        // Shares of the rest that sum to 1.
        shown.set("renormalise=on");
        page = shown.model();
        double bars = 0;
        double row = 0;
        for (const TokenRow& each : page.bars.rows) bars += double(each.value);
        for (std::size_t k = 0; k < one.keys.size(); ++k)
            row += double(page.result.from->values[k]);
        CHECK(bars == Catch::Approx(1.0).epsilon(1e-5));
        CHECK(row == Catch::Approx(1.0).epsilon(1e-5));
    }
}

TEST_CASE("links name tokens whatever is merged", "[app][units][share]") {
    WordPage shown("words=on&token=5&segments=b-b");
    CHECK(shown.state.view.outputs == std::vector<int>{4, 5});
    const std::string link = writeShare(shown.state);
    const AppliedShare applied =
        applyShare(parseShare(link), defaultView(*shown.state.document), *shown.state.document);
    CHECK(applied.dropped.empty());
    CHECK(applied.view == shown.state.view);
    for (const char* field :
         {"words=maybe", "spans=1", "spans=1,2/2,3", "spans=1,99", "segments=c-d"}) {
        CAPTURE(field);
        CHECK(
            applyShare(parseShare(field), shown.state.view, *shown.state.document).dropped.size() ==
            1);
    }
    // A file without pieces or pairs of texts has nothing to merge or to filter.
    const DocumentSummary plain = encoderDocument();
    CHECK(
        applyShare(parseShare("words=on&segments=a-b"), defaultView(plain), plain).dropped.size() ==
        2);
}
