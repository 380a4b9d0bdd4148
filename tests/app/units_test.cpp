// SPDX-License-Identifier: MIT
#include "app/units.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <random>

#include "app/about_model.h"
#include "app/actions.h"
#include "app/engine_harness.h"
#include "app/flow_model.h"
#include "app/mirror.h"
#include "app/results.h"
#include "app/sample_documents.h"
#include "app/share_state.h"
#include "app/view_models.h"
#include "app/view_names.h"
#include "app/view_rules.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr int n = 7;
constexpr int layers = 3;
const std::vector<std::vector<int>> words{{0}, {1, 2}, {3}, {4, 5}, {6}};

/// Two texts, two words of two pieces, two heads; rows sum to 1.
std::string pieces() {
    std::mt19937 random(7);
    std::string text = R"({"tokens":["[CLS]","play","##ing","[SEP]","che","##ss","[SEP]"],)"
                       R"("segments":[0,0,0,0,1,1,1],"attentions":[)";
    for (int layer = 0; layer < layers; ++layer) {
        text += layer > 0 ? ",[" : "[";
        for (int head = 0; head < 2; ++head) {
            text += head > 0 ? ",[" : "[";
            for (int q = 0; q < n; ++q) {
                std::vector<double> row;
                double sum = 0;
                for (int k = 0; k < n; ++k) row.push_back(1 + random() % 50), sum += row.back();
                text += q > 0 ? ",[" : "[";
                for (int k = 0; k < n; ++k) {
                    text += (k > 0 ? "," : "") + std::to_string(row[std::size_t(k)] / sum);
                }
                text += "]";
            }
            text += "]";
        }
        text += "]";
    }
    return text + "]}";
}

struct Shown {
    EngineHarness page;
    AppState state;
    ResultStore results;

    explicit Shown(const std::string& fields = "") {
        page.open(pieces());
        open(state, page.last<wire::Opened>()->document, sample,
             "v=1&sample=x&layer=3&token=0" + fields);
    }
    void set(const std::string& fields) {
        update(state, Command(ApplyFields{fields}));
        fetch();
    }
    void fetch() {
        for (const Query& query : neededQueries(state)) results.put(page.ask(query));
    }
    PageModel model() {
        fetch();
        return pageModel(state, results);
    }
    /// Token by token, as the engine has it without any words.
    std::vector<float> matrix(Method method, int layer) {
        AppState plain = state;
        plain.view = defaultView(*plain.document);
        plain.view.settings = state.view.settings;
        const Query query = matrixQuery(plain, method, layer);
        REQUIRE(query.seen.isEmpty());
        return page.ask(query).values;
    }
};

/// The definition, written out: mean over queries of the sums over keys.
double merged(const std::vector<float>& matrix, const std::vector<int>& queries,
              const std::vector<int>& keys) {
    double value = 0;
    for (const int q : queries) {
        for (const int k : keys) value += double(matrix[std::size_t(q * n + k)]);
    }
    return value / double(queries.size());
}

std::string labelsOf(const BarsModel& bars) {
    std::string text;
    for (const TokenRow& row : bars.rows) text += row.label + "|";
    return text;
}

}  // namespace

TEST_CASE("tokens of a word are one bar, and its value is their sum", "[app][units]") {
    for (const char* method : {"raw", "rollout", "flow"}) {
        Shown shown(std::string("&flow=raw&words=on&method=") + method);
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
        Shown shown(std::string("&flow=raw&words=on&method=") + method);
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
            Shown shown(std::string("&flow=raw&words=on&method=") + method);
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
    Shown shown("&words=on&method=flow");
    const auto whole = shown.matrix(Method::flow, 2);
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += double(whole[std::size_t(k)]);
    const PageModel page = shown.model();
    for (std::size_t w = 0; w < words.size(); ++w) {
        CHECK(page.bars.rows[w].value ==
              Catch::Approx(merged(whole, {0}, words[w]) / sum).epsilon(1e-5));
    }
}

TEST_CASE("matrices of relative flow agree with the bars, by words and with hidden tokens",
          "[app][units]") {
    Shown shown("&method=flow&panel=matrix");
    for (const char* fields : {"words=on&hidden=", "words=off&hidden=0,3", "words=on&hidden=0,3"}) {
        shown.set(fields);
        update(shown.state, Command(SetOutput{1, false}));
        const PageModel page = shown.model();
        REQUIRE(page.result.from != nullptr);
        REQUIRE(page.result.outputs.size() == 1);
        const std::size_t cols = page.bars.rows.size();
        REQUIRE(page.result.from->cols == static_cast<int>(cols));
        const std::size_t start = static_cast<std::size_t>(page.result.outputs[0]) * cols;
        for (std::size_t k = 0; k < cols; ++k) {
            CHECK(page.result.from->values[start + k] ==
                  Catch::Approx(page.bars.rows[k].value).epsilon(1e-5));
        }
    }
}

TEST_CASE("matrices, evolution, heads and compare are seen by words like the bars",
          "[app][units]") {
    Shown shown("&words=on&method=rollout");
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    REQUIRE(page.result.from != nullptr);
    CHECK(page.result.from->rows == 5);
    CHECK(page.result.from->cols == 5);
    CHECK(page.result.keyTokens == std::vector<int>{0, 1, 3, 4, 6});
    for (std::size_t q = 0; q < 5; ++q) {
        for (std::size_t k = 0; k < 5; ++k) {
            CHECK(page.result.from->values[q * 5 + k] ==
                  Catch::Approx(merged(whole, words[q], words[k])).epsilon(1e-5));
        }
    }
    CHECK(page.evolution.values.cols == 5);
    CHECK(page.evolution.values(0, 3) == Catch::Approx(merged(whole, {0}, words[3])).epsilon(1e-5));
    shown.set("panel=heads");
    page = shown.model();
    CHECK(page.heads.rows == 5);
    REQUIRE(page.heads.thumbnails[2] != nullptr);
    CHECK(page.heads.thumbnails[2]->cols == 25);
    // A head by itself: raw attention with that head alone.
    AppState alone = shown.state;
    alone.view.settings.heads = {1};
    alone.view.words = false;
    const auto head = shown.page.ask(matrixQuery(alone, Method::raw, 2)).values;
    CHECK(page.heads.thumbnails[2]->values[25 + 5 + 3] ==
          Catch::Approx(merged(head, words[1], words[3])).epsilon(1e-5));
    shown.set("panel=compare&compare=raw/rollout");
    page = shown.model();
    CHECK(page.compare.labels[3] == "chess");
    CHECK(page.compare.columns[1].values[3] ==
          Catch::Approx(merged(whole, {0}, words[3])).epsilon(1e-5));
}

TEST_CASE("chosen tokens become one span, and come apart again", "[app][units]") {
    Shown shown("&method=rollout");
    update(shown.state, Command(SetOutput{1, false}));
    update(shown.state, Command(SetOutput{3, true}));
    update(shown.state, Command(SetOutput{4, true}));
    update(shown.state, Command(JoinOutputs{}));
    CHECK(shown.state.view.spans == std::vector<std::vector<int>>{{1, 3, 4}});
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    CHECK(labelsOf(page.bars) == "[CLS]|play … [SEP] che|ing|ss|[SEP]|");
    CHECK(page.bars.rows[1].value ==
          Catch::Approx(merged(whole, {1, 3, 4}, {1, 3, 4})).epsilon(1e-5));
    CHECK(writeShare(shown.state).find("spans=1,3,4") != std::string::npos);
    // With words a span takes whole words with it.
    update(shown.state, Command(SetWords{true}));
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
        Shown shown("&method=rollout&panel=matrix");
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
        // Of what is left, shares that sum to 1.
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

TEST_CASE("hidden tokens leave bars, evolution and matrices, and are not renormalised unasked",
          "[app][units]") {
    Shown shown("&method=rollout&panel=overview");
    shown.set("hidden=0,3,6");
    const auto whole = shown.matrix(Method::rollout, 2);
    PageModel page = shown.model();
    CHECK(labelsOf(page.bars) == "play|ing|che|ss|");
    CHECK(page.bars.tokens.size() == 7);
    CHECK(page.result.from->cols == 4);
    CHECK(page.result.from->rows == 7);
    CHECK(page.evolution.values.cols == 4);
    CHECK(page.result.from->values[0] == Catch::Approx(merged(whole, {0}, {1})).epsilon(1e-5));
    shown.set("renormalise=on");
    page = shown.model();
    const double left = merged(whole, {0}, {1, 2, 4, 5});
    CHECK(page.result.from->values[0] ==
          Catch::Approx(merged(whole, {0}, {1}) / left).epsilon(1e-5));
    CHECK(page.bars.rows[0].value == Catch::Approx(merged(whole, {0}, {1}) / left).epsilon(1e-5));
}

TEST_CASE("links name tokens whatever is merged", "[app][units][share]") {
    Shown shown("&words=on&token=5&segments=b-b");
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

TEST_CASE("the file’s own words count more than the tokenizer’s marks", "[app][units]") {
    AppState state = restingState();
    CHECK_FALSE(hasWords(state));
    state.document->current.words = {0, 1, 2, 2, 2, 3, 4};
    CHECK(hasWords(state));
    update(state, Command(SetWords{true}));
    CHECK(keyUnits(state).texts() ==
          std::vector<std::string>{"[CLS]", "the", "keys to the", "cabinet", "[SEP]"});
    update(state, Command(SetOutput{4, false}));
    CHECK(state.view.outputs == std::vector<int>{2, 3, 4});
}

TEST_CASE("up and down move by words", "[app][units]") {
    Shown shown("&words=on");
    for (const int expected : {1, 3, 4, 6, 6}) {
        for (const Command& command : commandsForKey(shown.state, "ArrowDown")) {
            update(shown.state, command);
        }
        CHECK(shown.state.view.outputs.front() == expected);
    }
}

TEST_CASE("a question about words that do not fit is refused", "[app][units]") {
    Shown shown;
    Query query = matrixQuery(shown.state, Method::raw, 0);
    for (const std::vector<int>& groups : {std::vector<int>{0, 1},
                                           {0, 1, 2, 3, 4, 5, 7},
                                           {-1, -1, -1, -1, -1, -1, -1},
                                           {0, 0, 0, 0, 0, 0, -2}}) {
        query.seen.keys = groups;
        CHECK(shown.page.ask(query).problem.has_value());
    }
    query = profileQuery(shown.state, Method::raw);
    query.outputGroups = {0, 1};
    CHECK(shown.page.ask(query).problem.has_value());
}

TEST_CASE("flow between words says which problem is shown", "[app][units]") {
    Shown shown("&words=on&method=flow&panel=flow");
    PageModel page = shown.model();
    ResultStore& results = shown.results;
    results.put(shown.page.ask(flowEdgesQuery(shown.state, flowSink(shown.state, results))));
    page = pageModel(shown.state, results);
    CHECK(page.flow.rows.size() == 7);
    CHECK(page.flow.caption.find("words and spans are not merged in it") != std::string::npos);
    std::string limits;
    for (const std::string& limit : limitsOfData(shown.state, results)) limits += limit;
    CHECK(limits.find("flows between tokens, added up afterwards") != std::string::npos);
}
