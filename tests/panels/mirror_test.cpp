// SPDX-License-Identifier: MIT
#include "panels/page_mirror.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "page/address/address.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

std::string mirrorOf(const AppState& state, ResultStore& results) {
    return mirrorJson(pageModel(state, results), state);
}

/// The texts of all members of that name.
std::vector<std::string> membersOf(const std::string& json, const std::string& name) {
    const std::string start = '"' + name + "\":\"";
    std::vector<std::string> texts;
    for (std::size_t at = json.find(start); at != std::string::npos;
         at = json.find(start, at + 1)) {
        std::string text;
        for (std::size_t i = at + start.size(); json[i] != '"'; ++i) {
            if (json[i] == '\\') ++i;
            text += json[i];
        }
        texts.push_back(text);
    }
    return texts;
}

/// Brackets are balanced and closed in order, outside of strings, and no comma is on its own.
bool isBalanced(const std::string& json) {
    std::string open;
    bool quoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c == '{' || c == '[') open += c == '{' ? '}' : ']';
        if (c == '}' || c == ']') {
            if (open.empty() || open.back() != c || json[i - 1] == ',' || json[i - 1] == ':')
                return false;
            open.pop_back();
        }
        if (c == ',' && (json[i - 1] == '[' || json[i - 1] == '{' || json[i - 1] == ','))
            return false;
    }
    return open.empty() && !quoted && !json.empty();
}

Answer profileAnswer(const AppState& state, Method method) {
    Answer answer;
    answer.query = profileQuery(state, method);
    answer.rows = state.layerCount();
    answer.cols = state.keyCount();
    for (int layer = 0; layer < answer.rows; ++layer) {
        for (int key = 0; key < answer.cols; ++key) {
            answer.values.push_back(static_cast<float>(key + 1) / 28.0F);
        }
    }
    return answer;
}

}  // namespace

TEST_CASE("the mirror holds the tokens with exact values and ranks", "[app][mirror]") {
    AppState state = restingState();
    ResultStore results;
    const std::string before = mirrorOf(state, results);
    CHECK(isBalanced(before));
    CHECK(before.find("\"ready\":false") != std::string::npos);
    results.put(profileAnswer(state, Method::rollout));
    const std::string json = mirrorOf(state, results);
    CHECK(isBalanced(json));
    CHECK(json.find("\"ready\":true") != std::string::npos);
    CHECK(json.find("\"token\":5,\"label\":\"cabinet\",\"value\":0.21428572,\"text\":\"0.214\","
                    "\"rank\":2,") != std::string::npos);
    CHECK(json.find("\"layer\":5,\"layers\":6") != std::string::npos);
    update(state, Command(Set{&ViewState::sort, SortBy::score}));
    const std::string sorted = mirrorOf(state, results);
    CHECK(sorted.find("\"label\":\"[SEP]\"") < sorted.find("\"label\":\"the\""));
}

TEST_CASE("a value that is not there yet is null and not a number", "[app][mirror]") {
    AppState state = restingState();
    ResultStore results;
    Answer answer = profileAnswer(state, Method::rollout);
    answer.values[5 * answer.cols + 2] = std::numeric_limits<float>::quiet_NaN();
    answer.complete = 0.9;
    results.put(answer);
    const std::string json = mirrorOf(state, results);
    CHECK(json.find("\"label\":\"keys\",\"value\":null") != std::string::npos);
    CHECK(json.find("nan") == std::string::npos);
}

TEST_CASE("without a document the mirror says what happens all the same", "[app][mirror]") {
    AppState state;
    ResultStore results;
    CHECK(isBalanced(mirrorOf(state, results)));
    const std::uint32_t ticket = give(state, "a \"quoted\" name");
    update(state, Event(Tick{0.6}));
    const std::string opening = mirrorOf(state, results);
    CHECK(isBalanced(opening));
    CHECK(opening.find("\"fraction\":null") != std::string::npos);
    Problem problem;
    problem.code = Code::syntax;
    problem.place = "byte 7";
    problem.finding = "A quote \" is missing.";
    problem.remedy = "Save it again.";
    update(state, Event(OpeningFailed{ticket, problem}));
    const std::string failed = mirrorOf(state, results);
    CHECK(isBalanced(failed));
    CHECK(membersOf(failed, "finding") == std::vector<std::string>{"A quote \" is missing."});
    CHECK(membersOf(failed, "place") == std::vector<std::string>{"byte 7"});
}

TEST_CASE(
    "every choice that the mirror offers is understood and does something or is chosen already",
    "[app][mirror]") {
    DocumentSummary rich = encoderDocument();
    rich.current.hasGradients = true;
    rich.current.tokens[2] = "##keys";
    rich.current.importance.push_back({"blankout", std::vector<double>(7, 0.5)});
    for (const DocumentSummary& document : {encoderDocument(), rich, translationDocument()}) {
        for (const char* fields : {"layer=1", "method=raw", "method=flow", "discard=0.1&heads=1,2",
                                   "method=relevance", "hidden=0,6", "token=mean", "heads=2"}) {
            AppState state;
            open(state, document, sample, std::string("layer=2&") + fields);
            state.messages.clear();
            ResultStore results;
            const std::string json = mirrorOf(state, results);
            CHECK(isBalanced(json));
            std::vector<std::string> offered = membersOf(json, "fields");
            for (const std::string& toggle : membersOf(json, "toggle")) offered.push_back(toggle);
            for (const std::string& prefix : membersOf(json, "prefix"))
                offered.push_back(prefix + "0.25");
            CHECK(offered.size() > 20);
            for (const std::string& choice : offered) {
                if (choice.empty()) continue;
                CAPTURE(document.id, fields, choice);
                AppState next = state;
                const Effects effects = update(next, Command(ApplyFields{choice, false}));
                const bool unavailable = (choice.starts_with("method=") && choice != "method=raw" &&
                                          choice != "method=rollout") ||
                                         choice == "over=uniform-causal" ||
                                         choice == "fusion=gradient-norm";
                if (!next.messages.empty()) CHECK(unavailable);
                if (next.view != state.view) CHECK(findEffect<AddressEffect>(effects));
            }
        }
    }
}

TEST_CASE("each control has a name of its own for programs, and each option one within it",
          "[app][mirror]") {
    DocumentSummary rich = encoderDocument();
    rich.current.hasGradients = true;
    rich.current.tokens[2] = "##keys";
    rich.current.importance.push_back({"blankout", std::vector<double>(7, 0.5)});
    for (const DocumentSummary& document : {rich, translationDocument()}) {
        for (const Panel panel : panelsOf(document.current)) {
            AppState state;
            open(state, document, sample,
                 "heads=2&layer=2&panes=" + std::string(nameOf(panel)) + "/bars");
            ResultStore results;
            const std::string json = mirrorOf(state, results);
            std::set<std::string> keys;
            const std::string start = "{\"kind\":\"";
            const std::size_t end = json.find("\"formula\":");
            for (std::size_t at = json.find(start); at < end;) {
                const std::size_t next = json.find(start, at + 1);
                const std::string control = json.substr(at, std::min(next, end) - at);
                at = next;
                INFO(nameOf(panel) << ": " << control);
                const std::vector<std::string> key = membersOf(control, "key");
                REQUIRE(key.size() == 1);
                CHECK(keys.insert(key[0]).second);
                const std::vector<std::string> ids = membersOf(control, "id");
                CHECK(std::set(ids.begin(), ids.end()).size() == ids.size());
                CHECK(std::ranges::none_of(ids, &std::string::empty));
            }
            CHECK(keys.contains("method"));
        }
    }
    AppState state = restingState();
    ResultStore results;
    CHECK(mirrorOf(state, results).find("{\"id\":\"rollout\",\"label\":\"Rollout\"") !=
          std::string::npos);
}

TEST_CASE("heads can be taken in and out one by one, and one always stays", "[app][mirror]") {
    AppState state = restingState();
    ResultStore results;
    CHECK(mirrorOf(state, results).find("\"fields\":\"heads=0,1,2,4,5,6,7\",\"selected\":true") !=
          std::string::npos);
    update(state, Command(ApplyFields{"heads=3", false}));
    const std::string json = mirrorOf(state, results);
    CHECK(json.find("\"label\":\"head 4\",\"fields\":\"heads=3\",\"selected\":true") !=
          std::string::npos);
    CHECK(json.find("\"label\":\"head 2\",\"fields\":\"heads=1,3\",\"selected\":false") !=
          std::string::npos);
    update(state, Command(ApplyFields{"heads=all", false}));
    CHECK(state.view.settings.heads.empty());
}
