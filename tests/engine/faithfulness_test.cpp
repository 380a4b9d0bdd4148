// SPDX-License-Identifier: MIT
#include "panels/faithfulness/model.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/engine_harness.h"
#include "engine/faithfulness_shown.h"
#include "page/sample_documents.h"
#include "session/update.h"

using namespace hw;
using namespace hw::test;

namespace {

/// Reads a JSON text from one key to the next, in order.
class Cursor {
public:
    explicit Cursor(std::string text) : text_(std::move(text)) {}
    Cursor& to(const std::string& key) {
        at_ = text_.find('"' + key + '"', at_);
        REQUIRE(at_ != std::string::npos);
        at_ += key.size() + 2;
        return *this;
    }
    double number() {
        at_ = text_.find_first_of("-0123456789", at_);
        char* end = nullptr;
        const double value = std::strtod(text_.c_str() + at_, &end);
        at_ = static_cast<std::size_t>(end - text_.c_str());
        return value;
    }
    void rewind() { at_ = 0; }

private:
    std::string text_;
    std::size_t at_ = 0;
};

constexpr const char* methods[] = {"raw", "rollout", "flow"};

/// Six examples open, their table in view but not asked for.
Query tableOfSix(Shown& shown, EngineHarness& page) {
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    open(shown.state, document, sample, "v=1&sample=x&panel=faithfulness");
    return correlationQuery(shown.state);
}

void checkTable(EngineHarness& page, const DocumentSummary& document, const std::string& expected,
                bool withoutCls) {
    Shown shown;
    show(shown, page, document, withoutCls ? "&leave-out=[CLS]" : "");
    REQUIRE(shown.model.ready);
    CHECK(shown.model.complete);
    CHECK(shown.model.done == shown.model.examples);
    REQUIRE(shown.model.tables.size() == 3);
    Cursor cursor(fileText(expected));
    for (const FaithfulnessTable& table : shown.model.tables) {
        for (std::size_t method = 0; method < 3; ++method) {
            cursor.rewind();
            cursor.to("nan_count").to("spearman");
            cursor.to(withoutCls ? "cls_excluded" : "cls_included");
            cursor.to(methods[method]).to(table.name);
            REQUIRE(table.methods[method].size() == 6);
            for (int layer = 0; layer < 6; ++layer) {
                const FaithfulnessCell& cell = table.methods[method][layer];
                CAPTURE(table.name, methods[method], layer, withoutCls);
                CHECK(std::abs(cell.mean - cursor.to("mean").number()) < 1e-6);
                CHECK(std::abs(cell.deviation - cursor.to("sd_ddof0").number()) < 1e-6);
                CHECK(cell.examples == shown.model.examples);
                CHECK(cell.constant == 0);
            }
        }
    }
}

}  // namespace

TEST_CASE("the table over all examples equals its reference, mean and standard deviation",
          "[app][faithfulness]") {
    std::vector<std::string> paths{reference("agreement/agreement_6")};
    const std::string shared = HW_SHARED_DATA;
    if (!shared.empty()) paths.push_back(shared + "/agreement_60");
    for (const std::string& path : paths) {
        EngineHarness page;
        page.open(fileText(path + ".json"), 1, 65536);
        REQUIRE(page.last<wire::Opened>());
        const DocumentSummary document = page.last<wire::Opened>()->document;
        const std::string expected = path + ".expected.json";
        checkTable(page, document, expected, true);
        // The small file's reference excludes [CLS].
        if (path != paths.front()) checkTable(page, document, expected, false);
    }
}

TEST_CASE("the table of one example is that example's correlations", "[app][faithfulness]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    Shown shown;
    show(shown, page, document, "&scores=this&leave-out=[CLS]");
    REQUIRE(shown.model.ready);
    CHECK_FALSE(shown.model.overAll);
    CHECK(shown.model.layers == 6);
    // per_example_cls_excluded, the first number of each layer's list.
    const auto known =
        referenceNumbers(reference("agreement/agreement_6.expected.json"), "blankout");
    REQUIRE(known.size() == 36);
    for (std::size_t layer = 0; layer < 6; ++layer) {
        const FaithfulnessCell& cell = shown.model.tables[0].methods[0][layer];
        CHECK(std::abs(cell.mean - known[layer * 6]) < 1e-6);
        CHECK(std::isnan(cell.deviation));
    }
    CHECK(shown.model.choices[0].token == "[CLS]");
    CHECK(shown.model.choices[0].leftOut);
}

TEST_CASE("a table that is half done says how far it is, and other questions go first",
          "[app][faithfulness]") {
    EngineHarness page;
    Shown shown;
    const Query table = tableOfSix(shown, page);
    Query profile = profileQuery(shown.state, Method::flow);
    page.send(wire::Ask{{table}, true});
    page.send(wire::Ask{{profile, table}, true});
    page.workAll();
    std::vector<Query> order;
    for (const wire::Answered& answered : page.all<wire::Answered>()) {
        if (answered.answer.complete >= 1) order.push_back(answered.answer.query);
    }
    REQUIRE(order.size() == 2);
    CHECK(order[0] == profile);
    CHECK(order[1] == table);

    Answer half = page.last<wire::Answered>()->answer;
    half.complete = 0.5;
    shown.results.put(half);
    shown.model = faithfulnessModel(shown.state, shown.results);
    CHECK(shown.model.done == 3);
    CHECK_FALSE(shown.model.complete);
}

TEST_CASE("a table that is stopped is not asked for, keeps what is there, and begins again",
          "[app][faithfulness]") {
    EngineHarness page;
    Shown shown;
    const Query table = tableOfSix(shown, page);
    Answer half = page.ask(table);
    half.complete = 0.5;
    shown.results.put(half);
    shown.results.markPending(table);
    const Effects effects = update(shown.state, Command{StopWork{true}});
    REQUIRE(effects.size() == 1);
    CHECK(std::get<ForgetEffect>(effects.front()).query == table);
    const auto asks = [&] {
        const std::vector<Query> needed = neededNow(shown.state);
        return std::ranges::find(needed, table) != needed.end();
    };
    CHECK_FALSE(asks());
    // After the engine reports a cancellation, the old content stays.
    Answer cancelled;
    cancelled.query = table;
    cancelled.problem.emplace();
    cancelled.problem->code = Code::cancelled;
    shown.results.put(cancelled);
    shown.model = faithfulnessModel(shown.state, shown.results);
    CHECK(shown.model.stopped);
    CHECK(shown.model.ready);
    CHECK(shown.model.done == 3);
    // Another question is answered as usual.
    update(shown.state, Command{Set{&ViewState::leftOut, {"[CLS]"}}});
    CHECK(correlationQuery(shown.state) == neededNow(shown.state).back());
    update(shown.state, Command{Set{&ViewState::leftOut, {}}});
    CHECK_FALSE(asks());
    update(shown.state, Command{StopWork{false}});
    CHECK(asks());
    CHECK_FALSE(faithfulnessModel(shown.state, shown.results).stopped);
}

TEST_CASE("one example's table says how much of the work is done", "[app][faithfulness]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    Shown shown;
    show(shown, page, document, "&scores=this");
    CHECK(shown.model.share == 1);
    Answer part = page.ask(correlationQuery(shown.state));
    part.complete = 0.4;
    shown.results.put(part);
    shown.model = faithfulnessModel(shown.state, shown.results);
    CHECK(shown.model.share == 0.4);
    CHECK(shown.model.done == 1);
    CHECK_FALSE(shown.model.complete);
}

TEST_CASE("a constant score has no correlation: a dash for one, 0 in a mean",
          "[app][faithfulness]") {
    const std::string attention = "[[[[0.5,0.3,0.2],[0.2,0.5,0.3],[0.1,0.2,0.7]]]]";
    const std::string example =
        "{\"tokens\":[\"a\",\"b\",\"c\"],\"importance\":{\"flat\":[1,1,1],"
        "\"slope\":[3,2,1]},\"attentions\":" +
        attention + "}";
    EngineHarness page;
    page.open("{\"format\":\"headwaters/1\",\"examples\":[" + example + "," + example + "]}");
    REQUIRE(page.last<wire::Opened>());
    const DocumentSummary document = page.last<wire::Opened>()->document;
    Shown one;
    show(one, page, document, "&scores=this");
    REQUIRE(one.model.tables.size() == 2);
    CHECK(std::isnan(one.model.tables[0].methods[0][0].mean));
    CHECK(one.model.tables[1].methods[0][0].mean == 1);
    Shown all;
    show(all, page, document, "");
    const FaithfulnessCell& flat = all.model.tables[0].methods[0][0];
    CHECK(flat.mean == 0);
    CHECK(flat.constant == 2);
    CHECK(flat.examples == 2);
    CHECK(all.model.tables[1].methods[2][0].mean == 1);
    CHECK(all.model.tables[1].methods[2][0].deviation == 0);
}

TEST_CASE("the mirror gets the table in the form of the command line", "[app][faithfulness]") {
    FaithfulnessModel model;
    model.examples = 2;
    model.done = 2;
    model.overAll = true;
    model.ranked = "All of them.";
    model.leftOut = {"[CLS]"};
    FaithfulnessCell cell;
    cell.mean = 0.5;
    cell.deviation = 0.25;
    cell.low = 0.375;
    cell.high = 0.75;
    cell.p = 0.125;
    model.tables = {{"blankout", {0, 1, 7}, {{cell}, {cell}, {cell}}}};
    JsonWriter json;
    writeFaithfulness(json, model);
    CHECK(json.text() ==
          R"({"examples":2,"done":2,"among":"words","ranked":"All of them.","leftOut":["[CLS]"],)"
          R"("importance":{"blankout":{"raw":[{"layer":1,"mean":0.5,"sd":0.25,)"
          R"("low":0.375,"high":0.75,"p":0.125,"pOfTable":0}],)"
          R"("rollout":[{"layer":1,"mean":0.5,"sd":0.25,)"
          R"("low":0.375,"high":0.75,"p":0.125,"pOfTable":0}],)"
          R"("contributions":[{"layer":1,"mean":0.5,"sd":0.25,)"
          R"("low":0.375,"high":0.75,"p":0.125,"pOfTable":0}]}}})");
}

TEST_CASE("words are ranked: without special tokens, sinks and the output's own token",
          "[app][faithfulness]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    Shown words;
    show(words, page, document, "&scores=this&among=words");
    REQUIRE(words.model.ready);
    // The same as excluding them by their texts.
    const std::vector<bool> takesPart = shownRanked(words.state);
    std::string left = "&scores=this&leave-out=";
    const std::vector<std::string>& tokens = words.state.document->current.tokens;
    int out = 0;
    for (std::size_t token = 0; token < tokens.size(); ++token) {
        if (takesPart[token]) continue;
        left += (out++ > 0 ? "," : "") + tokens[token];
        CHECK(std::ranges::count(tokens, tokens[token]) == 1);
    }
    CHECK(out >= 2);
    CHECK(words.model.tokens == static_cast<int>(tokens.size()) - out);
    Shown named;
    show(named, page, document, left);
    REQUIRE(named.model.ready);
    for (std::size_t method = 0; method < 3; ++method)
        for (std::size_t layer = 0; layer < 6; ++layer)
            CHECK(words.model.tables[0].methods[method][layer].mean ==
                  named.model.tables[0].methods[method][layer].mean);
}

TEST_CASE("it is said which tokens are ranked", "[app][faithfulness]") {
    AppState state;
    DocumentSummary document = encoderDocument();
    document.current.importance = {{"blankout", std::vector<double>(7, 0.5)}};
    open(state, document, sample, "v=1&sample=x&panel=faithfulness");
    ResultStore results;
    const auto with = [&](const std::string& fields) {
        update(state, Command(ApplyFields{fields}));
        const FaithfulnessModel model = faithfulnessModel(state, results);
        CHECK(model.caption.find(model.ranked) != std::string::npos);
        return model.ranked;
    };
    const std::string usual = with("leave-out=");
    CHECK(usual == "Excludes special tokens, attention sinks and the output’s own token.");
    CHECK(with("leave-out=[SEP]") == usual + " Also excludes [SEP].");
    CHECK(with("leave-out=&among=all") == "Includes all tokens.");
    CHECK(with("leave-out=[CLS],[SEP]") == "Includes all tokens except [CLS], [SEP].");
    CHECK(with("scores=this") == "5 of 7 tokens are ranked, without [CLS], [SEP].");
    state.document->current.sinks = {{3, 0.5}};
    CHECK(with("leave-out=&among=words") ==
          "4 of 7 tokens are ranked, without [CLS], " +
              ("“" + state.document->current.tokens[3] + "”, [SEP]."));
    CHECK(with("leave-out=the&among=all") == "5 of 7 tokens are ranked, without “the”.");
    // Tokens that the example lacks cannot be excluded.
    CHECK(with("leave-out=[PAD]") == "All 7 tokens are ranked.");
}
