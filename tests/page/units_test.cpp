// SPDX-License-Identifier: MIT
#include "page/rules/units.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "page/shown_page.h"
#include "page/word_page.h"
#include "panels/about.h"
#include "panels/compare/model.h"
#include "panels/flow/model.h"
#include "session/actions/actions.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("tokens of a word are one bar, and its value is their sum", "[app][units]") {
    for (const char* method : {"raw", "rollout", "flow"}) {
        WordPage shown(std::string("flow=raw&words=on&method=") + method);
        const PageModel page = shown.model();
        CHECK(labelsOf(page.bars) == "[CLS]|playing|[SEP]|chess|[SEP]|");
        const auto whole = shown.matrix(*fromName<Method>(method), 2);
        REQUIRE(page.bars.rows.size() == words.size());
        for (std::size_t w = 0; w < words.size(); ++w) {
            CHECK(page.bars.rows[w].value ==
                  Catch::Approx(merged(whole, {0}, words[w])).epsilon(1e-5));
            CHECK(page.bars.rows[w].token == words[w].front());
        }
    }
}

TEST_CASE("a word as output is the mean of its tokens, and several words are summed",
          "[app][units]") {
    for (const char* method : {"raw", "rollout", "flow"}) {
        WordPage shown(std::string("flow=raw&words=on&method=") + method);
        update(shown.state, Command(SetOutput{2, false}));
        CHECK(shown.state.view.outputs == std::vector<int>{1, 2});
        const auto whole = shown.matrix(*fromName<Method>(method), 2);
        PageModel page = shown.model();
        for (std::size_t w = 0; w < words.size(); ++w) {
            CHECK(page.bars.rows[w].value ==
                  Catch::Approx(merged(whole, {1, 2}, words[w])).epsilon(1e-5));
        }
        CHECK(page.bars.rows[1].isOutput);
        update(shown.state, Command(SetOutput{6, true}));
        CHECK(shown.state.view.outputs == std::vector<int>{1, 2, 6});
        page = shown.model();
        for (std::size_t w = 0; w < words.size(); ++w) {
            const double sum = merged(whole, {1, 2}, words[w]) + merged(whole, {6}, words[w]);
            CHECK(page.bars.rows[w].value == Catch::Approx(sum).epsilon(1e-5));
        }
        update(shown.state, Command(SetOutput{1, true}));
        CHECK(shown.state.view.outputs == std::vector<int>{6});
    }
}

TEST_CASE("mean and maximum over all run over words", "[app][units]") {
    for (const char* method : {"rollout", "flow"}) {
        for (const bool mean : {true, false}) {
            WordPage shown(std::string("flow=raw&words=on&method=") + method);
            shown.set(mean ? "token=mean" : "token=max");
            const auto whole = shown.matrix(*fromName<Method>(method), 2);
            const PageModel page = shown.model();
            for (std::size_t w = 0; w < words.size(); ++w) {
                double sum = 0;
                double best = 0;
                for (const auto& query : words) {
                    sum += merged(whole, query, words[w]) / double(words.size());
                    best = std::max(best, merged(whole, query, words[w]));
                }
                CHECK(page.bars.rows[w].value == Catch::Approx(mean ? sum : best).epsilon(1e-5));
            }
        }
    }
}

TEST_CASE("relative flow is divided by the sum of all tokens before words are summed",
          "[app][units]") {
    WordPage shown("words=on&method=flow");
    const auto whole = shown.matrix(Method::flow, 2);
    double sum = 0;
    for (int k = 0; k < wordTokens; ++k) sum += double(whole[std::size_t(k)]);
    const PageModel page = shown.model();
    for (std::size_t w = 0; w < words.size(); ++w) {
        CHECK(page.bars.rows[w].value ==
              Catch::Approx(merged(whole, {0}, words[w]) / sum).epsilon(1e-5));
    }
}

TEST_CASE("the file’s own words count more than the tokenizer’s marks", "[app][units]") {
    AppState state = restingState();
    CHECK_FALSE(hasWords(state));
    state.document->current.words = {0, 1, 2, 2, 2, 3, 4};
    CHECK(hasWords(state));
    update(state, Command(Set{&ViewState::words, true}));
    CHECK(keyUnits(state).texts() ==
          std::vector<std::string>{"[CLS]", "the", "keys to the", "cabinet", "[SEP]"});
    update(state, Command(SetOutput{4, false}));
    CHECK(state.view.outputs == std::vector<int>{2, 3, 4});
}

TEST_CASE("up and down move by words", "[app][units]") {
    WordPage shown("words=on");
    for (const int expected : {1, 3, 4, 6, 6}) {
        for (const Command& command : commandsForKey(shown.state, "ArrowDown")) {
            update(shown.state, command);
        }
        CHECK(shown.state.view.outputs.front() == expected);
    }
}

TEST_CASE("a question about words that do not fit is refused", "[app][units]") {
    WordPage shown;
    Query query = matrixQuery(shown.state, Method::raw, 0);
    for (const std::vector<int>& groups : {std::vector<int>{0, 1},
                                           {0, 1, 2, 3, 4, 5, 7},
                                           {-1, -1, -1, -1, -1, -1, -1},
                                           {0, 0, 0, 0, 0, 0, -2}}) {
        query.grouping.keys = groups;
        CHECK(shown.engine.ask(query).problem.has_value());
    }
    query = profileQuery(shown.state, Method::raw);
    query.outputGroups = {0, 1};
    CHECK(shown.engine.ask(query).problem.has_value());
}

TEST_CASE("flow between words says which problem is shown", "[app][units]") {
    WordPage shown("words=on&method=flow&panel=flow");
    PageModel page = shown.model();
    ResultStore& results = shown.results;
    results.put(shown.engine.ask(flowEdgesQuery(shown.state, flowSink(shown.state, results))));
    page = pageModel(shown.state, results);
    CHECK(page.of<FlowModel>().rows.size() == 7);
    CHECK(page.of<FlowModel>().caption.find("without merging words and spans") !=
          std::string::npos);
    std::string limits;
    for (const std::string& limit : limitsOfData(shown.state, results)) limits += limit;
    CHECK(limits.find("Flows between tokens are added up") != std::string::npos);
}

TEST_CASE("characters that the tokenizer cut are whole in words, and bytes without",
          "[app][units]") {
    const std::string file =
        fileWith(R"("tokens":["I","Ġsee","Ġæ","Ĺ","¥","æľ¬","Ġ","ðŁĺ","Ģ"])", 9);
    ShownPage shown(file, "layer=3&token=0&words=on");
    CHECK(labelsOf(shown.model().bars) == "I|see|日本|😀|");
    shown.set("words=off");
    CHECK(labelsOf(shown.model().bars) == "I|see|<0xE6>|<0x97>|<0xA5>|本|␣|<0xF09F98>|<0x80>|");
    CHECK(shownToken(shown.state, false, 4) == "<0xA5>");
}

TEST_CASE("tokens of one text are numbered in every view, and empty and blank ones have a name",
          "[app][units]") {
    constexpr const char* text =
        R"({"tokens":["the","cat","the",""," ","the"],"attentions":[[[)"
        R"([0.5,0.1,0.1,0.1,0.1,0.1],[0.5,0.1,0.1,0.1,0.1,0.1],[0.1,0.5,0.1,0.1,0.1,0.1],)"
        R"([0.5,0.1,0.1,0.1,0.1,0.1],[0.5,0.1,0.1,0.1,0.1,0.1],[0.1,0.5,0.1,0.1,0.1,0.1]]]]})";
    ShownPage shown(text, "method=raw&layer=1&token=2");
    const std::vector<std::string> names{"the (1)", "cat", "the (2)", "(empty)", "␣", "the (3)"};
    PageModel page = shown.model();
    std::vector<std::string> bars;
    for (const TokenRow& row : page.bars.rows) bars.push_back(row.name);
    CHECK(bars == names);
    CHECK(page.bars.tokens[2].label == "the");  // running text has no numbers
    CHECK(page.evolution.keyLabels == names);
    CHECK(page.result.keyLabels == names);
    CHECK(page.result.queryLabels == names);
    CHECK(page.bars.title == "What “the” (2) attends to");
    CHECK(
        page.bars.caption.starts_with("Most attention goes to “cat” 0.500, then “the” (1) 0.100."));
    CHECK(page.result.caption == "“the” (2) from “cat” 0.500, “the” (1) 0.100");
    shown.set("panel=compare");
    CHECK(shown.model().of<CompareModel>().labels == names);
    shown.set("raw-tokens=on");
    CHECK(shown.model().evolution.keyLabels == names);
    // Hidden ones keep their numbers.
    shown.set("hidden=0");
    CHECK(shown.model().evolution.keyLabels.front() == "cat");
    CHECK(shown.model().evolution.keyLabels[1] == "the (2)");
}
